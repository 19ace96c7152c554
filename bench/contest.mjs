// Clients side by side: all run for as long as the contest lasts, but one at a time, the others being frozen. Each
// window gives the CPU time of one client and what the server counted meanwhile, so that starting up and warming up
// are left out, and what else the machine does hits all of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { groupCpuSeconds, median, start } from './processes.mjs';

/** After a client is thawed: what had piled up is worked off. */
const SETTLE_MS = 150;
/** A window in which fewer round trips than this were counted says nothing. */
const MIN_COUNT = 50;

/**
 * @param server of `startServer`.
 * @param contestants name to `{ command, env, warmUpMs }`; they must run until they are killed.
 * @param counted `messages` or `connections`.
 * @returns name to the microseconds of CPU per counted event, one figure a round.
 */
export async function contest(server, contestants, { rounds, windowMs, counted = 'messages', cwd }) {
  /** @type {[string, ReturnType<typeof start>][]} */
  const running = [];
  const figures = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  const check = (client, name) => {
    if (client.hasEnded()) throw new Error(`${name} ended early: ${client.output()}`);
  };
  try {
    for (const [name, { command, env, warmUpMs = 4000 }] of Object.entries(contestants)) {
      const client = start(command, { cwd, env: { ...process.env, ...env } });
      running.push([name, client]);
      await sleep(warmUpMs);
      check(client, name);
      client.stop();
    }
    for (let round = 0; round < rounds; round++)
      for (const [name, client] of running) {
        client.go();
        await sleep(SETTLE_MS);
        const before = { count: (await server.counts())[counted], cpu: groupCpuSeconds(client.pid) };
        await sleep(windowMs);
        const cpu = groupCpuSeconds(client.pid) - before.cpu;
        const count = (await server.counts())[counted] - before.count;
        client.stop();
        check(client, name);
        if (count < MIN_COUNT) throw new Error(`${name}: only ${count} ${counted} in ${windowMs} ms`);
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
