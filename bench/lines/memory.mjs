// Resident memory per open connection, each with its thread, its variables and the running plan (hold.jmx): each has
// sent one request and read its reply.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spread } from '../contest.mjs';
import { wsmeter } from '../plans.mjs';
import { median, residentKib, root, start } from '../processes.mjs';
import { line } from './line.mjs';

const GOALS = { 2000: { must: 18, aim: 13 }, 10_000: { must: 12, aim: 9 } };
/** Bytes for people: the goals are in KB of 1,000. */
const KB_PER_KIB = 1.024;

/** Runs the plan until every thread has had its reply; gives resident memory then, in KiB, and the failed samples. */
export async function hold(server, folder, threads) {
  const results = path.join(folder, 'hold.jtl');
  const plan = path.join(root, 'bench/hold.jmx');
  rmSync(results, { force: true });
  const run = start(wsmeter(folder, plan, 'hold', { port: server.port, threads }));
  const rows = () => readFileSync(results, 'utf8').trimEnd().split('\n').slice(1);
  while (!existsSync(results) || statSync(results).size === 0 || rows().length < 2 * threads) {
    if (run.hasEnded()) throw new Error(`The run ended early: ${run.output()}`);
    await sleep(500);
  }
  const failed = rows().filter((row) => row.includes(',false,')).length;
  const kib = residentKib(run.pid);
  await run.end();
  return { kib, failed };
}

/** KB per connection of those that are more than one. */
export async function perConnection(server, folder, connections, rounds) {
  const figures = [];
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    const one = await hold(server, folder, 1);
    const all = await hold(server, folder, connections);
    figures.push(((all.kib - one.kib) * KB_PER_KIB) / (connections - 1));
    failed += all.failed;
  }
  return { figures, failed };
}

export async function memory({ server, folder, rounds, quick }) {
  const lines = [];
  for (const connections of [2000, 10_000]) {
    const { figures, failed } = await perConnection(
      server,
      folder,
      connections,
      quick ? 1 : Math.min(3, rounds),
    );
    lines.push(
      line({
        what: `Memory per open connection, ${connections.toLocaleString('en')}`,
        figure: median(figures),
        unit: ' KB',
        digits: 1,
        ...GOALS[connections],
        detail: `${spread(figures)}${failed > 0 ? `; ${failed} samples failed` : ''}`,
      }),
    );
  }
  return lines;
}
