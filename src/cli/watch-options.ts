import { InvalidArgumentError, type Command } from 'commander';
import type { MemoryBudget } from '../watch/server-summary.ts';
import { UsageError } from './exit-code.ts';

/** What is watched besides the samples, and how often the plan is run for it. */
export interface WatchRequest {
  readonly pid: number | undefined;
  readonly cgroup: string | undefined;
  readonly budget: MemoryBudget;
  readonly rounds: number;
  /** A connection outside the load; undefined: none. */
  readonly probe: ProbeRequest | undefined;
}

export interface ProbeRequest {
  /** What it sends; undefined: pings. */
  readonly text: string | undefined;
}

const DEFAULT_HEADROOM = 0.3;
const MOST_ROUNDS = 10_000;

export const NO_WATCH: WatchRequest = {
  pid: undefined,
  cgroup: undefined,
  budget: { limitBytes: undefined, headroom: DEFAULT_HEADROOM },
  rounds: 1,
  probe: undefined,
};

interface Options {
  readonly watchPid?: number;
  readonly watchCgroup?: string;
  readonly memoryLimit?: number;
  readonly headroom?: number;
  readonly rounds?: number;
  readonly probe?: true;
  readonly probeText?: string;
}

const wholeNumber =
  (most: number, what: string) =>
  (text: string): number => {
    if (/^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`${what} is a number from 1 to ${most}.`);
  };

const UNITS: Readonly<Record<string, number>> = { '': 0, k: 10, m: 20, g: 30, t: 40 };

function toBytes(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(?:([kmgt])(?:i?b)?)?$/.exec(text.toLowerCase()) ?? [];
  if (number === undefined) throw new InvalidArgumentError('A size is written 512m, 1.5g or in bytes.');
  return Math.round(Number(number) * 2 ** UNITS[unit]!);
}

function toShare(text: string): number {
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() !== '' && share >= 0 && share < 1) return share;
  throw new InvalidArgumentError('A share is written 0.3 or 30%, and less than all.');
}

/** Adds the options that say what to watch. */
export function addWatchOptions(program: Command): Command {
  return program
    .option(
      '--watch-pid <pid>',
      'follow memory and CPU of this process, the server, through the run',
      wholeNumber(2 ** 31 - 1, 'A process id'),
    )
    .option('--watch-cgroup <folder>', 'the same for a control group: /sys/fs/cgroup/…')
    .option(
      '--memory-limit <size>',
      'tell how many connections the watched server has room for: 512m, 2g',
      toBytes,
    )
    .option('--headroom <share>', `what part of that memory to keep free (${DEFAULT_HEADROOM})`, toShare)
    .option(
      '--rounds <n>',
      'run the plan so many times in a row; tells whether the memory of the watched server grows',
      wholeNumber(MOST_ROUNDS, 'A number of rounds'),
    )
    .option(
      '--probe',
      'keep a connection outside the load to where the plan opens its first, and show how long its pings take',
    )
    .option('--probe-text <text>', 'the same with this message in place of pings');
}

/**
 * What these options were given as.
 * @throws UsageError for options that do not go together.
 */
export function watchRequest(program: Command): WatchRequest {
  const { watchPid, watchCgroup, memoryLimit, headroom, rounds, probe, probeText } = program.opts<Options>();
  if (watchPid !== undefined && watchCgroup !== undefined)
    throw new UsageError('--watch-pid and --watch-cgroup do not go together: one server is watched.');
  if (memoryLimit !== undefined && watchPid === undefined && watchCgroup === undefined)
    throw new UsageError('--memory-limit is about a watched server: say which with --watch-pid.');
  return {
    pid: watchPid,
    cgroup: watchCgroup,
    budget: { limitBytes: memoryLimit, headroom: headroom ?? DEFAULT_HEADROOM },
    rounds: rounds ?? 1,
    probe: probe === undefined && probeText === undefined ? undefined : { text: probeText },
  };
}
