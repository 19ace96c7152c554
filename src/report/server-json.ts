import type { MemoryGrowth } from '../watch/memory-growth.ts';
import type { ServerSummary } from '../watch/server-summary.ts';
import { rounded } from './json.ts';

/** What was seen of the server. Memory is bytes, CPU is cores. */
export interface ServerJson {
  name: string;
  ended: boolean;
  baseline: number;
  most: number;
  mostOpen: number;
  /** null: too few connections to tell. */
  bytesPerConnection: number | null;
  cpu: { mean: number; most: number };
  /** Connections that there is room for; null without a limit of memory. */
  limit: { memory: number; headroom: number; connections: number } | null;
  /** Over the rounds of the plan; null for a single one. */
  growth: { verdict: MemoryGrowth['verdict']; perRound: number; afterRounds: number[] } | null;
  overTime: { start: number; seconds: number; memory: number; open: number; cpu: number }[];
}

export const serverJson = (server: ServerSummary): ServerJson => ({
  name: server.name,
  ended: server.isGone,
  baseline: server.baselineBytes,
  most: server.mostBytes,
  mostOpen: server.mostOpen,
  bytesPerConnection: server.bytesPerConnection === undefined ? null : rounded(server.bytesPerConnection),
  cpu: { mean: rounded(server.meanCpu), most: rounded(server.mostCpu) },
  limit:
    server.limit === undefined
      ? null
      : {
          memory: server.limit.memoryBytes,
          headroom: server.limit.headroom,
          connections: server.limit.connections,
        },
  growth:
    server.growth === undefined
      ? null
      : {
          verdict: server.growth.verdict,
          perRound: rounded(server.growth.perRoundBytes),
          afterRounds: [...server.growth.afterRounds],
        },
  overTime: server.overTime.map(({ startUs, widthUs, memoryBytes, open, cpuUs, wallUs }) => ({
    start: Math.floor(startUs / 1000),
    seconds: rounded(widthUs / 1e6),
    memory: memoryBytes,
    open,
    cpu: wallUs > 0 ? rounded(cpuUs / wallUs) : 0,
  })),
});
