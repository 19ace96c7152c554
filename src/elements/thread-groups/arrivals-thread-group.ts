import type { ElementDefinition } from '../definition.ts';
import { ARRIVALS_PROPERTIES, compileArrivals } from './arrivals.ts';
import {
  DYNAMIC_PROPERTIES,
  dynamicMs,
  dynamicSettings,
  type DynamicSettings,
} from './dynamic-thread-group.ts';

/**
 * Arrivals per second so long after the start, when so many have arrived; negative when the time is over. In a
 * ramp-up without steps the rate follows the number of arrivals, so that, as in the plugin, none comes before its end.
 */
export function arrivalRate(settings: DynamicSettings, elapsedSeconds: number, arrivals: number): number {
  const { rampUpSeconds, holdSeconds, steps } = settings;
  const perSecond = settings.target / settings.unitSeconds;
  if (elapsedSeconds >= rampUpSeconds + holdSeconds) return -1;
  if (rampUpSeconds === 0 || elapsedSeconds > rampUpSeconds) return perSecond;
  if (steps > 0) return (perSecond / steps) * (Math.floor(elapsedSeconds / (rampUpSeconds / steps)) + 1);
  const slope = perSecond / rampUpSeconds;
  return slope * Math.sqrt((2 * arrivals) / slope);
}

/** Arrivals Thread Group: iterations begin at a rate (com.blazemeter.jmeter.threads.arrivals). */
export const arrivalsThreadGroup = {
  testclass: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
  label: 'bzm - Arrivals Thread Group',
  role: 'thread-group',
  properties: [...DYNAMIC_PROPERTIES, ...ARRIVALS_PROPERTIES],
  differs: 'The status log file is not written.',
  compile(context) {
    const settings = dynamicSettings(context);
    return compileArrivals(
      context,
      (user) => (elapsedSeconds, arrivals) => arrivalRate(settings(user), elapsedSeconds, arrivals),
      (user) => dynamicMs(settings(user)),
    );
  },
} satisfies ElementDefinition;
