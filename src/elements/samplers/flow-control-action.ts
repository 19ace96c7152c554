import type { LogicalAction, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

const CATEGORY = 'o.a.j.s.TestAction';
const STOP = 0;
const PAUSE = 1;
const STOP_NOW = 2;
const CURRENT_THREAD = 0;
const TEST = 2;

/** The actions that change where the thread goes on, with what JMeter logs (the element's name follows). */
const FLOW: Readonly<Record<number, { action: LogicalAction; message: string }>> = {
  3: { action: 'start-next-thread-loop', message: 'Restarting next thread loop from element' },
  4: { action: 'start-next-iteration', message: 'Switching to next loop iteration from element' },
  5: { action: 'break-current-loop', message: 'Breaking current loop from element' },
};

/** Milliseconds of a pause; what is no number is 0. */
function duration(user: VirtualUser, text: string): number {
  if (text === '') {
    user.log.log('WARN', CATEGORY, 'Duration value is empty, defaulting to 0');
    return 0;
  }
  if (!/^[+-]?\d+$/.test(text)) {
    user.log.log('WARN', CATEGORY, `Could not parse number: '${text}'`);
    return 0;
  }
  return Number(text);
}

/** Waits, and writes no row. */
function pause(user: VirtualUser, ms: number): Promise<null> | null {
  if (ms < 0) throw new Error(`Configured sleep is negative:${ms}`);
  const leftMs = user.endUs === undefined ? ms : (user.endUs - user.clock.nowUs()) / 1000;
  return Math.min(ms, leftMs) > 0 ? user.sleep(Math.min(ms, leftMs)).then(() => null) : null;
}

/** Flow Control Action: pauses, stops or redirects the flow and writes no row (sampler.TestAction). */
export const flowControlAction = {
  testclass: 'org.apache.jmeter.sampler.TestAction',
  label: 'Flow Control Action',
  role: 'sampler',
  properties: ['ActionProcessor.action', 'ActionProcessor.target', 'ActionProcessor.duration'],
  compile(context) {
    const readAction = context.integer('ActionProcessor.action');
    const readTarget = context.integer('ActionProcessor.target');
    const durationText = context.text('ActionProcessor.duration');
    return {
      sample(user) {
        const action = readAction(user);
        if (action === PAUSE) return pause(user, duration(user, durationText.evaluate(user)));
        const info = (message: string): void =>
          user.log.log('INFO', CATEGORY, `${message} ${context.name.evaluate(user)}`);
        if (action === STOP || action === STOP_NOW) {
          const target = readTarget(user);
          if (target !== CURRENT_THREAD && target !== TEST) return null;
          info('Stopping current thread from element');
          user.stopThread();
          if (target === TEST) {
            info(`Stopping all threads ${action === STOP_NOW ? 'now ' : ''}from element`);
            user.shared.stopTest(action === STOP_NOW ? 'now' : 'graceful');
          }
        } else {
          const flow = FLOW[action];
          if (flow === undefined) return null;
          info(flow.message);
          user.action = flow.action;
        }
        return null;
      },
    };
  },
} satisfies ElementDefinition;
