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
    const key = context.uniqueKey();
    return {
      create(node, parent, owner) {
        let executions = 0;
        let iteration = -1;
        let runs = false;
        return new Sequence(node, parent, owner, {
          iterationStart(_sequence, user) {
            const max = Number.parseInt(maximum.evaluate(user), 10);
            const share = Number.parseFloat(percentage.evaluate(user));
            const byNumber = style(user) === TOTAL_EXECUTIONS;
            const decide = (done: number, seen: number): boolean =>
              byNumber
                ? done < (Number.isNaN(max) ? 1 : max)
                : (100 * done + 50) / (seen + 1) < (Number.isNaN(share) ? 100 : share);
            if (perThread(user)) {
              iteration++;
              runs = decide(executions, iteration);
              if (runs) executions++;
            } else {
              // Both numbers change as one step: executions and passes seen share a cell.
              const cell = user.shared.cell(key);
              const step = (packed: number): { done: number; seen: number } => ({
                done: Math.floor(packed / PASSES),
                seen: packed % PASSES,
              });
              const before = step(
                user.shared.update(cell, (packed) => {
                  const { done, seen } = step(packed);
                  return packed + 1 + (decide(done, seen) ? PASSES : 0);
                }),
              );
              runs = decide(before.done, before.seen);
              executions = before.done + (runs ? 1 : 0);
            }
          },
          enter: () => runs,
          isDone(sequence, user) {
            if (sequence.children.length === 0) return true;
            const max = Number.parseInt(maximum.evaluate(user), 10);
            return style(user) === TOTAL_EXECUTIONS && executions >= (Number.isNaN(max) ? 1 : max);
          },
        });
      },
    };
  },
};

/** More passes than a run ever makes, and small enough that executions times it stays exact. */
const PASSES = 2 ** 26;
