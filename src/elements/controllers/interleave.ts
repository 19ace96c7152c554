import type { ControllerFactory } from './controller.ts';
import type { ChildOfSequence } from './sequence.ts';
import { Sequence } from './sequence.ts';

/**
 * One child per pass (JMeter's InterleaveControl and RandomController).
 * @param wholeBlocks a child controller runs completely as one unit; otherwise each pass gives one sampler of it.
 * @param pick the child for the next pass: `current` of `size`, before the first pass `undefined`.
 */
export function interleaveFactory(
  wholeBlocks: boolean,
  pick: (current: number | undefined, size: number, threadNum: number) => number,
): ControllerFactory {
  return {
    create(node, parent, owner) {
      /** The child this pass began looking at: once round without a step ends the pass. */
      let searchStart: ChildOfSequence | undefined;
      let moved = false;
      let passOver = false;
      /** A child controller that runs as one unit has given a step. */
      let inBlock = false;
      /** A child controller that ended its pass was asked once more. */
      let askedAgain = false;
      let started = false;
      const advance = (sequence: Sequence, threadNum: number): void => {
        moved = true;
        sequence.current = pick(sequence.current, sequence.children.length, threadNum);
      };
      const endPass = (sequence: Sequence): void => {
        sequence.first = true;
        searchStart = undefined;
        moved = false;
        passOver = false;
        inBlock = false;
      };
      return new Sequence(node, parent, owner, {
        enter(sequence, user) {
          const size = sequence.children.length;
          if (!started) {
            started = true;
            sequence.current = pick(undefined, size, user.threadNum);
          }
          if (passOver || size === 0) {
            endPass(sequence);
            sequence.done = size === 0;
            return false;
          }
          if (sequence.current >= size) sequence.current = pick(sequence.current, size, user.threadNum);
          const child = sequence.children[sequence.current];
          if (searchStart === undefined || !sequence.children.includes(searchStart)) searchStart = child;
          else if (searchStart === child && moved && !inBlock) {
            endPass(sequence);
            return false;
          }
          return true;
        },
        afterSampler: () => {},
        gave(sequence, user, fromController) {
          askedAgain = false;
          if (fromController && wholeBlocks) {
            inBlock = true;
            return;
          }
          passOver = true;
          advance(sequence, user.threadNum);
        },
        afterNull(sequence) {
          // A child controller at its end begins anew when it is asked again: it still has its turn.
          if (!wholeBlocks && !askedAgain) {
            askedAgain = true;
            return;
          }
          askedAgain = false;
          advance(sequence, 0);
          if (inBlock) passOver = true;
        },
        reInitialize: endPass,
        initialize(sequence) {
          endPass(sequence);
          started = false;
        },
      });
    },
  };
}
