import type { Properties } from '../../types.ts';

/**
 * What `timer.factor` makes of the delay of a random timer (JMeterThread; constant and throughput timers are not
 * affected). The property is read once.
 */
export function timerFactor(properties: Properties): (delayMs: number) => number {
  const text = (properties.get('timer.factor') ?? '').trim();
  // Java's floats may end in a type letter, as in the `1.0f` that JMeter's own file shows.
  const factor = text === '' ? 1 : Number(text.replace(/[fFdD]$/, ''));
  return Number.isNaN(factor) || factor === 1 ? (ms) => ms : (ms) => Math.round(ms * factor);
}
