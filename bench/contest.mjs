// Clients side by side: all run for as long as the contest lasts, but one at a time, the others being frozen. Each
// window gives the CPU time of one client and what the server counted meanwhile, so that starting up and warming up
// are left out, and what else the machine does hits all of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { groupCpuSeconds, median, start } from './processes.mjs';

/** CPU seconds before a client counts as warm: its code is compiled, its heap has found its size. */
const WARM_UP_CPU_SECONDS = 3;
const MAX_WARM_UP_MS = 30_000;
/** A window that lasts longer than this is ended: the client idles, or the machine has no time for it. */
const MAX_WINDOW_MS = 15_000;
const POLL_MS = 100;
/** After a client is thawed: what had piled up is worked off. */
const SETTLE_MS = 150;
/** A window in which fewer round trips than this were counted says nothing. */
const MIN_COUNT = 50;

/** Waits until a client has used some CPU time and some time has passed, or too much has. */
async function work(client, name, cpuSeconds, leastMs, mostMs) {
  const begin = { ms: performance.now(), cpu: groupCpuSeconds(client.pid) };
  for (;;) {
    await sleep(POLL_MS);
    if (client.hasEnded()) throw new Error(`${name} ended early: ${client.output()}`);
    const ms = performance.now() - begin.ms;
    if (ms >= leastMs && (ms >= mostMs || groupCpuSeconds(client.pid) - begin.cpu >= cpuSeconds)) return;
  }
}

/**
 * @param server of `startServer`.
 * @param contestants name to `{ command, env, warmUpMs }`; they must run until they are killed. `warmUpMs`: at least.
 * @param cpuSeconds that a client uses in each of its windows.
 * @param counted `messages` or `connections`.
 * @returns name to the microseconds of CPU per counted event, one figure a round.
 */
export async function contest(server, contestants, { rounds, cpuSeconds, counted = 'messages', cwd }) {
  /** @type {[string, ReturnType<typeof start>][]} */
  const running = [];
  const figures = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  try {
    for (const [name, { command, env, warmUpMs = 0 }] of Object.entries(contestants)) {
      const client = start(command, { cwd, env: { ...process.env, ...env } });
      running.push([name, client]);
      await work(client, name, WARM_UP_CPU_SECONDS, warmUpMs, Math.max(warmUpMs, MAX_WARM_UP_MS));
      client.stop();
    }
    for (let round = 0; round < rounds; round++)
      for (const [name, client] of running) {
        client.go();
        await sleep(SETTLE_MS);
        const before = { count: (await server.counts())[counted], cpu: groupCpuSeconds(client.pid) };
        await work(client, name, cpuSeconds, 0, MAX_WINDOW_MS);
        const cpu = groupCpuSeconds(client.pid) - before.cpu;
        const count = (await server.counts())[counted] - before.count;
        client.stop();
        if (count < MIN_COUNT) throw new Error(`${name}: only ${count} ${counted} in a window`);
        figures[name].push((cpu * 1e6) / count);
      }
  } finally {
    for (const [, client] of running) await client.end();
  }
  return figures;
}

/** Ratios of two clients, round by round. */
export const ratios = (of, to) => of.map((value, round) => value / to[round]);

/** `12.3 (11.8–13.0)`: the median and the extremes. */
export function spread(values, digits = 1) {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
