import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ControllerFactory } from './controller.ts';
import { Sequence } from './sequence.ts';

const TOTAL_EXECUTIONS = 0;

/** Lets a number, or a percentage, of the passes of its parent through. */
export const throughputController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.ThroughputController',
  label: 'Throughput Controller',
  properties: [
    'ThroughputController.style',
    'ThroughputController.perThread',
    'ThroughputController.maxThroughput',
    'ThroughputController.percentThroughput',
  ],
  compile(context): ControllerFactory {
    const style = context.integer('ThroughputController.style');
    const perThread = context.boolean('ThroughputController.perThread');
    // Texts that are no numbers stand for 1 execution and 100 per cent.
    const maximum = context.text('ThroughputController.maxThroughput', '1');
    const percentage = context.text('ThroughputController.percentThroughput', '100');
    const maximumOf = (user: VirtualUser): number => {
      const max = Number.parseInt(maximum.evaluate(user), 10);
      return Number.isNaN(max) ? 1 : max;
    };
    const shareOf = (user: VirtualUser): number => {
      const share = Number.parseFloat(percentage.evaluate(user));
      return Number.isNaN(share) ? 100 : share;
    };
    const key = context.uniqueKey();
    return {
      create(node, parent, owner) {
        let executions = 0;
        let iteration = -1;
        let runs = false;
        const isDone = (sequence: Sequence, user: VirtualUser): boolean => {
          if (sequence.children.length === 0) return true;
          if (style(user) !== TOTAL_EXECUTIONS) return shareOf(user) === 0;
          const max = maximumOf(user);
          if (max === 0) return true;
          const done = perThread(user)
            ? executions
            : passes(user.shared.update(user.shared.cell(key), (packed) => packed)).done;
          return done >= max && sequence.current >= sequence.children.length;
        };
        return new Sequence(node, parent, owner, {
          iterationStart(_sequence, user) {
            const max = maximumOf(user);
            const share = shareOf(user);
            const byNumber = style(user) === TOTAL_EXECUTIONS;
            const decide = (done: number, seen: number): boolean =>
              byNumber ? done < max : (100 * done + 50) / (seen + 1) < share;
            if (perThread(user)) {
              iteration++;
              runs = decide(executions, iteration);
              if (runs) executions++;
            } else {
              // Both numbers change as one step: executions and passes seen share a cell.
              const cell = user.shared.cell(key);
              const before = passes(
                user.shared.update(cell, (packed) => {
                  const { done, seen } = passes(packed);
                  return packed + 1 + (decide(done, seen) ? PASSES : 0);
                }),
              );
              runs = decide(before.done, before.seen);
            }
          },
          enter: () => runs,
          isOver: isDone,
          isDone,
        });
      },
    };
  },
};

/** More passes than a run ever makes, and small enough that executions times it stays exact. */
const PASSES = 2 ** 26;

/** Executions and passes seen, which share a cell. */
const passes = (packed: number): { done: number; seen: number } => ({
  done: Math.floor(packed / PASSES),
  seen: packed % PASSES,
});
