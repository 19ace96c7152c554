import type { JavaRandom } from '../../java/random.ts';
import type { ScheduleStep } from './open-model-schedule.ts';

/** More random arrivals in one step would take gigabytes. */
const MAX_RANDOM_ARRIVALS = 20_000_000;

interface Stretch {
  readonly type: 'even' | 'random';
  readonly seconds: number;
  readonly beginRate: number;
  readonly endRate: number;
  readonly count: number;
}

/**
 * The stretches of a schedule with their rates: each goes evenly from the rate before it to the one that stands
 * directly behind it; with none behind it, the rate stays.
 * @throws Error when a stretch has too many random arrivals.
 */
export function stretches(steps: readonly ScheduleStep[]): Stretch[] {
  const found: Stretch[] = [];
  let rate = 0;
  for (const [i, step] of steps.entries()) {
    if (step.kind === 'rate') rate = step.perSecond;
    else {
      const next = steps[i + 1];
      const endRate = next?.kind === 'rate' ? next.perSecond : rate;
      const count = Math.trunc(((rate + endRate) / 2) * step.seconds);
      if (step.type === 'random' && count > MAX_RANDOM_ARRIVALS)
        throw new Error(`random_arrivals with ${count} arrivals is too long for one step: split it`);
      found.push({ type: step.type, seconds: step.seconds, beginRate: rate, endRate, count });
    }
  }
  return found;
}

/**
 * The instants of arrivals in seconds from the start of the schedule, in order
 * (threads.openmodel.ThreadScheduleProcessGenerator).
 */
export function* arrivalInstants(schedule: readonly Stretch[], random: JavaRandom): Generator<number> {
  let offset = 0;
  for (const stretch of schedule) {
    const instants = stretch.type === 'even' ? evenInstants(stretch) : randomInstants(stretch, random);
    for (const instant of instants) yield offset + instant;
    offset += stretch.seconds;
  }
}

/** Solves `n = rate * t + acceleration * t² / 2` for the n-th arrival; the first is at 0. */
function* evenInstants({ beginRate, endRate, seconds, count }: Stretch): Generator<number> {
  const meanRate = (beginRate + endRate) / 2;
  const isSteady = Math.abs(endRate - beginRate) < 0.0001 * meanRate;
  const acceleration = (endRate - beginRate) / seconds;
  for (let n = 0; n < count; n++) {
    if (n === 0) yield 0;
    else if (isSteady) yield n / meanRate;
    else yield (Math.sqrt(beginRate * beginRate + 2 * acceleration * n) - beginRate) / acceleration;
  }
}

/**
 * Uniformly distributed instants for the smaller of the two rates, and on top of them instants that grow denser, or
 * less dense, in a straight line.
 */
function randomInstants({ beginRate, endRate, seconds, count }: Stretch, random: JavaRandom): Float64Array {
  const flat = Math.trunc(Math.min(beginRate, endRate) * seconds);
  return Float64Array.from({ length: Math.max(0, count) }, (_, i) => {
    const uniform = random.nextDouble();
    if (i < flat) return uniform * seconds;
    const rising = Math.sqrt(uniform);
    return (beginRate > endRate ? 1 - rising : rising) * seconds;
  }).toSorted();
}
