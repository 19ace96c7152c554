import type { Interval } from '../results/timeline.ts';
import { memoryGrowth, type MemoryGrowth } from './memory-growth.ts';
import type { ServerData, ServerFigure } from './server-watch.ts';

/** With fewer connections, or less growth, what else a server does with memory outweighs them. */
const FEWEST_CONNECTIONS = 50;
const SMALLEST_GROWTH_BYTES = 512 << 10;
/** Intervals in which nearly all connections were open. */
const NEARLY_ALL = 0.95;

/** How much memory a server may use, and what share of what is left is to stay free. */
export interface MemoryBudget {
  /** undefined: the limit of the server itself, if it has one. */
  readonly limitBytes: number | undefined;
  /** 0 to 1. */
  readonly headroom: number;
}

export interface ServerSummary {
  readonly name: string;
  readonly isGone: boolean;
  readonly baselineBytes: number;
  readonly mostBytes: number;
  /** Most connections that were open at a time when the server was looked at. */
  readonly mostOpen: number;
  /** Memory while nearly as many were open, less the baseline, for each; undefined: too few to tell. */
  readonly bytesPerConnection: number | undefined;
  /** Cores in use: on average, and in the busiest interval. */
  readonly meanCpu: number;
  readonly mostCpu: number;
  /** Connections that the budget has room for; undefined without a limit, or when their size is not known. */
  readonly limit:
    { readonly memoryBytes: number; readonly headroom: number; readonly connections: number } | undefined;
  /** Over the rounds of the plan; undefined for a single one. */
  readonly growth: (MemoryGrowth & { readonly afterRounds: readonly number[] }) | undefined;
  readonly overTime: readonly Interval<ServerFigure>[];
}

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** In the first round: later ones find memory that was used before. */
function sizeOfConnection({
  intervals,
  baselineBytes,
  firstRoundUs = Infinity,
}: ServerData): number | undefined {
  const first = intervals.filter(({ startUs }) => startUs < firstRoundUs);
  const mostOpen = most(first.map(({ open }) => open));
  if (mostOpen < FEWEST_CONNECTIONS) return undefined;
  const full = first.filter(({ open }) => open >= NEARLY_ALL * mostOpen);
  const growth = median(full.map(({ memoryBytes }) => memoryBytes)) - baselineBytes;
  return growth < SMALLEST_GROWTH_BYTES ? undefined : growth / median(full.map(({ open }) => open));
}

export function summariseServer(data: ServerData, budget: MemoryBudget): ServerSummary {
  const { baselineBytes, intervals, afterRounds } = data;
  const mostBytes = most([baselineBytes, ...intervals.map(({ memoryBytes }) => memoryBytes)]);
  const mostOpen = most(intervals.map(({ open }) => open));
  const bytesPerConnection = sizeOfConnection(data);
  const memoryBytes = budget.limitBytes ?? data.limitBytes;
  const sum = (figure: 'cpuUs' | 'wallUs'): number =>
    intervals.reduce((total, interval) => total + interval[figure], 0);
  return {
    name: data.name,
    isGone: data.isGone,
    baselineBytes,
    mostBytes,
    mostOpen,
    bytesPerConnection,
    meanCpu: sum('wallUs') > 0 ? sum('cpuUs') / sum('wallUs') : 0,
    mostCpu: most(intervals.map(({ cpuUs, wallUs }) => (wallUs > 0 ? cpuUs / wallUs : 0))),
    limit:
      memoryBytes === undefined || bytesPerConnection === undefined
        ? undefined
        : {
            memoryBytes,
            headroom: budget.headroom,
            connections: Math.max(
              0,
              Math.floor(((memoryBytes - baselineBytes) * (1 - budget.headroom)) / bytesPerConnection),
            ),
          },
    growth: afterRounds.length < 2 ? undefined : { ...memoryGrowth(baselineBytes, afterRounds), afterRounds },
    overTime: intervals,
  };
}
