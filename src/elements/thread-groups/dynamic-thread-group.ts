import { parseDouble } from '../../java/parse-number.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** Settings of the groups that start threads as they are needed; functions in them are evaluated again and again. */
export interface DynamicSettings {
  /** Concurrency, or arrivals per time unit. */
  readonly target: number;
  readonly rampUpSeconds: number;
  readonly holdSeconds: number;
  /** 0: the ramp-up is even. */
  readonly steps: number;
  /** Seconds in the time unit: 1 or 60. */
  readonly unitSeconds: number;
}

export const DYNAMIC_PROPERTIES = [
  'ThreadGroup.main_controller',
  'ThreadGroup.on_sample_error',
  'ThreadGroup.num_threads',
  'TargetLevel',
  'RampUp',
  'Steps',
  'Hold',
  'Unit',
  'Iterations',
  'LogFilename',
];

/** Reads the settings; a text that is no number is a NumberFormatException, as in the plugin. */
export function dynamicSettings(context: ElementContext): (user: VirtualUser) => DynamicSettings {
  const target = context.integer('TargetLevel', 1);
  const rampUp = context.text('RampUp');
  const hold = context.text('Hold', '1');
  const steps = context.text('Steps');
  const unit = context.text('Unit');
  if (context.text('LogFilename').source !== '')
    context.warn('The status log of the thread group (LogFilename) is not written');
  return (user) => {
    const unitSeconds = unit.evaluate(user) === 'M' ? 60 : 1;
    const seconds = (text: string): number => (text === '' ? 0 : Math.round(parseDouble(text) * unitSeconds));
    const stepsText = steps.evaluate(user);
    return {
      target: target(user),
      rampUpSeconds: seconds(rampUp.evaluate(user)),
      holdSeconds: seconds(hold.evaluate(user)),
      steps: stepsText === '' ? 0 : Math.trunc(parseDouble(stepsText)),
      unitSeconds,
    };
  };
}

/** How long such a group starts threads. */
export const dynamicMs = ({ rampUpSeconds, holdSeconds }: DynamicSettings): number =>
  (rampUpSeconds + holdSeconds) * 1000;

/** Name of a thread as these groups give it. */
export const dynamicThreadName = (groupName: string, groupNumber: number, number: number): string =>
  `${groupName}-ThreadStarter ${groupNumber}-${number + 1}`;

/** The flow action that JMeter's plugin cannot carry out: the thread dies (and the group starts another one). */
export function cannotBreak(): never {
  throw new Error('Break Current Loop cannot end the iterations of this thread group');
}
