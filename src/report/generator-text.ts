import type { GeneratorSummary, GeneratorVerdict, WorkerHealth } from '../watch/generator-summary.ts';
import { milliseconds, percent } from './format.ts';

/** Time of threads that no sample covers: from this share on it is said. */
const UNCOVERED_SHARE = 0.05;

/** What to do when one worker has no reserve. */
function remedy({ workers, cpus, machineIsFull }: GeneratorSummary): string {
  if (machineIsFull)
    return 'the CPUs of this machine are used up: take another one, or move the server off it';
  return workers.length < cpus ? 'add a worker (--workers) or a machine' : 'add a machine';
}

const latest = ({ late }: WorkerHealth, percentile: number): string =>
  `${milliseconds(late.percentileMs(percentile))} ms`;

/** What each verdict means for the figures, and what to do. */
const SENTENCES: Readonly<Record<GeneratorVerdict, (generator: GeneratorSummary) => string | undefined>> = {
  unknown: () => undefined,
  saturated(generator) {
    const { worst } = generator;
    const late = `it came ${latest(worst, 99)} late to what was due, 99th percentile`;
    return worst.saturatedAtStartOnly
      ? `The generator was saturated while the run started, and only then: latencies of the first seconds are too high (${late})`
      : `The generator was saturated for ${percent(worst.saturatedShare, 1)} of the run: latencies are too high (${late}); ${remedy(generator)}`;
  },
  starved: ({ worst }) =>
    `The generator had to wait for a CPU for ${percent(worst.starvedShare ?? 0, 1)} of the run: latencies are too high ` +
    `(it came ${latest(worst, 99)} late to what was due, 99th percentile); ` +
    'other programs use the CPUs of this machine: stop them, or take another machine',
  late: ({ worst }) =>
    `The generator was held up now and then, although it was busy for ${percent(worst.busyShare, 1)} of the time only: ` +
    `it came ${latest(worst, 99)} late to what was due, 99th percentile, and ${latest(worst, 100)} at worst; ` +
    'look for long scripts, large files, or other programs on this machine',
  'kept-up': ({ worst }) =>
    `The generator kept up: busy for ${percent(worst.busyShare, 1)} of the time, at most ${latest(worst, 100)} late`,
};

const ofWorker = ({ workers, worst }: GeneratorSummary): string =>
  workers.length === 1 ? '' : ` (worker ${worst.worker + 1} of ${workers.length})`;

/** What lies between the samples of all workers. */
function uncoveredText(workers: readonly WorkerHealth[]): string[] {
  const total = workers.reduce((sum, { threadSeconds }) => sum + threadSeconds, 0);
  const uncovered = workers.reduce((sum, worker) => sum + worker.threadSeconds * worker.uncoveredShare, 0);
  if (total === 0 || uncovered / total < UNCOVERED_SHARE) return [];
  return [
    `${percent(uncovered, total)} of the threads' time is in no sample and in no wait of the plan: the load was lower than the plan says.`,
  ];
}

/** Workers that are told apart in a summary. */
const MOST_WORKERS = 16;

/** How each worker fared, when there are several. */
export function workerSentences({ workers }: GeneratorSummary): string[] {
  if (workers.length === 1) return [];
  const each = workers.slice(0, MOST_WORKERS).map((worker) => {
    const { busyShare, cpuShare } = worker;
    const cpu = cpuShare === undefined ? '' : `, CPU ${percent(cpuShare, 1)}`;
    return `${worker.worker + 1}: busy ${percent(busyShare, 1)}${cpu}, at most ${latest(worker, 100)} late`;
  });
  const more = workers.length > each.length ? [`${workers.length - each.length} more`] : [];
  return [`Workers: ${[...each, ...more].join('; ')}.`];
}

/** The verdict on the generator, in sentences. Nothing for a run that was too short to tell. */
export function generatorSentences(generator: GeneratorSummary): string[] {
  const verdict = SENTENCES[generator.verdict](generator);
  if (verdict === undefined) return [];
  return [`${verdict}${ofWorker(generator)}.`, ...uncoveredText(generator.workers)];
}
