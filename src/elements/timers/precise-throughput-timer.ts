import { JavaRandom } from '../../java/random.ts';
import { StopThreadError, type VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { runState } from '../user-state.ts';

/** Arrivals per second that differ less than this are the same. */
const PRECISION = 0.00001;
/** More arrivals in one block would take gigabytes. */
const MAX_BLOCK = 20_000_000;

export interface ArrivalSettings {
  readonly perSecond: number;
  /** Length of one block: it holds exactly rate times length arrivals. */
  readonly durationSeconds: number;
  /** So many arrivals share one instant. */
  readonly batchSize: number;
}

/**
 * Instants of arrivals in seconds from the start of the test, block after block of uniformly distributed ones
 * (timers.poissonarrivals.ConstantPoissonProcessGenerator). A changed rate starts a new block.
 */
export class ArrivalBlocks {
  readonly #random: JavaRandom;
  #block = new Float64Array(0);
  #next = 0;
  #perSecond = Number.NaN;
  #blockEndSeconds = 0;
  #batchItem = 0;

  constructor(random: JavaRandom) {
    this.#random = random;
  }

  next(settings: ArrivalSettings): number {
    if (
      (this.#batchItem === 0 && this.#next >= this.#block.length) ||
      !(Math.abs(settings.perSecond - this.#perSecond) < PRECISION)
    )
      this.#generate(settings);
    if (settings.batchSize <= 1) return this.#take();
    this.#batchItem++;
    if (this.#batchItem === 1) return this.#take();
    if (this.#batchItem >= settings.batchSize) this.#batchItem = 0;
    return this.#block[this.#next - 1] ?? 0;
  }

  #take(): number {
    const instant = this.#block[this.#next++];
    if (instant === undefined)
      throw new Error('The Precise Throughput Timer has no arrivals: its throughput times duration is 0');
    return instant;
  }

  #generate({ perSecond, durationSeconds, batchSize }: ArrivalSettings): void {
    this.#perSecond = perSecond;
    this.#batchItem = 0;
    this.#next = 0;
    const count = Math.ceil((batchSize > 1 ? perSecond / batchSize : perSecond) * durationSeconds);
    if (count > MAX_BLOCK)
      throw new Error(
        `The Precise Throughput Timer would plan ${count} arrivals at once: lower its test duration`,
      );
    this.#block = Float64Array.from(
      { length: Number.isNaN(count) ? 0 : Math.max(0, count) },
      () => this.#blockEndSeconds + this.#random.nextDouble() * durationSeconds,
    ).toSorted();
    this.#blockEndSeconds += durationSeconds;
  }
}

interface GroupArrivals {
  readonly blocks: ArrivalBlocks;
  readonly settings: (user: VirtualUser) => ArrivalSettings;
  /** How many arrivals were taken from the blocks in this process, and the last one. */
  taken: number;
  instantSeconds: number;
}

/** All Precise Throughput Timers of a thread group share the arrivals of the one that is reached first. */
const groupArrivals = runState(() => new Map<number, GroupArrivals>());

/** Precise Throughput Timer: random arrivals with an exact number per period (timers.poissonarrivals.PreciseThroughputTimer). */
export const preciseThroughputTimer = {
  testclass: 'org.apache.jmeter.timers.poissonarrivals.PreciseThroughputTimer',
  label: 'Precise Throughput Timer',
  role: 'timer',
  properties: [
    'throughput',
    'throughputPeriod',
    'duration',
    'batchSize',
    'batchThreadDelay',
    'randomSeed',
    'exactLimit',
    'allowedThroughputSurplus',
  ],
  compile(context) {
    const throughput = context.floating('throughput');
    const period = context.integer('throughputPeriod');
    const duration = context.integer('duration');
    const batchSize = context.integer('batchSize');
    const seed = context.integer('randomSeed');
    const settings = (user: VirtualUser): ArrivalSettings => ({
      perSecond: throughput(user) / period(user),
      durationSeconds: duration(user),
      batchSize: batchSize(user),
    });

    /** The next instant of the user's group; the workers take turns in one sequence. */
    function nextInstant(user: VirtualUser): number {
      const groups = groupArrivals(user);
      const group = user.group.index;
      let arrivals = groups.get(group);
      if (arrivals === undefined) {
        // Without a seed of its own every worker must still draw the same instants.
        const random = new JavaRandom(BigInt(seed(user) || user.shared.testStartMs + group));
        arrivals = { blocks: new ArrivalBlocks(random), settings, taken: 0, instantSeconds: 0 };
        groups.set(group, arrivals);
      }
      const cell = user.shared.cell(`precise throughput ${group}`);
      const index = user.shared.update(cell, (taken) => taken + 1);
      for (; arrivals.taken <= index; arrivals.taken++)
        arrivals.instantSeconds = arrivals.blocks.next(arrivals.settings(user));
      return arrivals.instantSeconds;
    }

    return {
      delayMs(user: VirtualUser): number {
        const nowMs = Math.floor(user.clock.nowUs() / 1000);
        const instantMs = user.shared.testStartMs + Math.trunc(nextInstant(user) * 1000);
        const delayMs = Math.max(0, instantMs - nowMs);
        if (user.endUs !== undefined && (nowMs + delayMs) * 1000 > user.endUs)
          throw new StopThreadError(
            `The thread is scheduled to stop in ${Math.round(user.endUs / 1000 - nowMs)} ms and the throughput timer generates a delay of ${delayMs}.`,
          );
        return delayMs;
      },
    };
  },
} satisfies ElementDefinition;
