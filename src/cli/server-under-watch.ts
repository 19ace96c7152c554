import type { Properties } from '../types.ts';
import { OpenConnectionCount } from '../watch/open-connection-count.ts';
import { CannotWatchError, type Watchable } from '../watch/resource-usage.ts';
import { ServerWatch } from '../watch/server-watch.ts';
import { summariseServer, type ServerSummary } from '../watch/server-summary.ts';
import { watchCgroup } from '../watch/watched-cgroup.ts';
import { watchProcess } from '../watch/watched-process.ts';
import { CannotRunError } from './exit-code.ts';
import type { RunSink } from './run-plan.ts';
import type { WatchRequest } from './watch-options.ts';

/** A server's memory needs a moment to show what a round left of it. */
const SETTLE_MS = 2000;

/** The server that a run is asked to watch. */
export interface ServerUnderWatch {
  readonly runSink: RunSink;
  /** To be called after each round of the plan; resolves when the next may begin. */
  roundEnded(): Promise<void>;
  /** To be called after the run. */
  summary(): ServerSummary;
}

function targetOf({ pid, cgroup }: WatchRequest): Watchable | undefined {
  try {
    if (pid !== undefined) return watchProcess(pid);
    return cgroup === undefined ? undefined : watchCgroup(cgroup);
  } catch (error) {
    throw error instanceof CannotWatchError ? new CannotRunError(`${error.message}.`) : error;
  }
}

/**
 * Watches from now on; undefined when nothing is to be watched.
 * @throws CannotRunError when it cannot be watched.
 */
export function watchServer(request: WatchRequest): ServerUnderWatch | undefined {
  const target = targetOf(request);
  if (target === undefined) return undefined;
  const baseline = target.read();
  if (baseline === undefined) throw new CannotRunError(`The figures of ${target.name} cannot be read.`);
  const connections = new OpenConnectionCount();
  const watch = new ServerWatch(target, baseline, () => connections.open);
  return {
    runSink: { sink: connections, spec: { kind: 'open-connections' } },
    async roundEnded() {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      watch.roundEnded();
    },
    summary: () => summariseServer(watch.end(), request.budget),
  };
}

/** Rounds are to begin without the connections of those before: a thread that ends closes its own. */
export function closeConnectionsOfThreads(properties: Properties): void {
  const policy = 'websocket.thread.stop.policy';
  if ((properties.get(policy) ?? '') === '') properties.set(policy, 'tcpclose');
}
