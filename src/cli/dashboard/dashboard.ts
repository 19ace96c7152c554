import type { ReportParts } from '../../report/html/html-report.ts';
import { htmlPage, liveUpdate } from '../../report/html/page.ts';
import type { Address } from '../address.ts';
import { DashboardServer } from './server.ts';

/** How often pages that follow the run are told what is new. */
const UPDATE_MS = 1000;
/** Making updates shall take no more of the time than this, for it is taken from the generator: they come less often. */
const MAX_SHARE = 0.02;
const SELDOM_MS = 5000;

export interface Dashboard {
  /** Where the page is. */
  readonly url: string;
  /** Tells pages the last figures, and ends. */
  end(parts: ReportParts): Promise<void>;
}

/** The state of the run as it was told last, and what that cost. */
interface Latest {
  readonly parts: ReportParts;
  readonly update: string;
  readonly atMs: number;
  readonly tookMs: number;
}

/**
 * Serves the page of a run while it is under way. Nothing is worked out unless a page follows the run.
 * @param parts makes the page as the run is now.
 * @throws CannotRunError when the port is not to be had.
 */
export async function openDashboard(address: Address, parts: () => ReportParts): Promise<Dashboard> {
  let latest: Latest | undefined;
  const now = (): Latest => {
    const atMs = performance.now();
    const holdsMs = Math.max(UPDATE_MS / 2, Math.min(SELDOM_MS, (latest?.tookMs ?? 0) / MAX_SHARE));
    if (latest === undefined || atMs - latest.atMs >= holdsMs) {
      const made = parts();
      latest = { parts: made, update: liveUpdate(made), atMs, tookMs: performance.now() - atMs };
    }
    return latest;
  };
  const server = new DashboardServer(address, {
    page: () => htmlPage(now().parts, true),
    update: () => now().update,
  });
  const url = await server.listen();
  let told: Latest | undefined;
  const timer = setInterval(() => {
    if (!server.hasFollowers || now() === told) return;
    told = now();
    server.update(told.update);
  }, UPDATE_MS);
  return {
    url,
    async end(last) {
      clearInterval(timer);
      await server.end(liveUpdate(last));
    },
  };
}
