// Whether memory stays flat: a steady rate for some minutes, then rounds of opening, working and closing. See README.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { wsmeter } from './plans.mjs';
import { median, options, residentKib, root, start, startServer } from './processes.mjs';

const { minutes, rate, users, rounds, connections, requests } = options({
  /** The steady part: for how long, requests a second of all users together. */
  minutes: 10,
  rate: 1000,
  users: 200,
  /** The other part: how often that many connections are opened, used and closed. */
  rounds: 100,
  connections: 1000,
  requests: 10,
});
const FIRST_SAMPLE_MS = 2000;
/** Samples per third that tell something: before, heaps still settle. */
const MIN_THIRD = 8;
/** More growth than this, from the middle third to the last, is growth: below is how the heap comes and goes. */
const GROWING = { ratio: 1.05, mib: 4 };

const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-soak-'));
const server = await startServer();

/** Runs a plan and samples its memory until it ends or the time is over; gives MiB by seconds. */
async function watch(name, plan, properties, everyMs, forMs) {
  const results = path.join(folder, `${name}.jtl`);
  const run = start(
    wsmeter(folder, path.join(root, plan), name, { port: server.port, loops: 1, ...properties }),
  );
  const samples = [];
  const begin = performance.now();
  await sleep(FIRST_SAMPLE_MS);
  while (performance.now() - begin < forMs) {
    if (run.hasEnded()) break;
    const seconds = Math.round((performance.now() - begin) / 1000);
    const mib = residentKib(run.pid) / 1024;
    samples.push(mib);
    const bytes = existsSync(results) ? statSync(results).size : 0;
    console.log(
      `${name} ${String(seconds).padStart(5)} s ${mib.toFixed(1).padStart(7)} MiB, ${(bytes / 1e6).toFixed(1)} MB of results`,
    );
    await sleep(everyMs);
  }
  const hasEnded = run.hasEnded();
  await run.end();
  if (forMs === Infinity && !/end of run/.test(run.output()))
    throw new Error(`${name} failed: ${run.output()}`);
  if (forMs !== Infinity && hasEnded) throw new Error(`${name} ended early: ${run.output()}`);
  const rows = readFileSync(results, 'latin1');
  const failed = rows.split('\n').filter((row) => row.includes(',false,')).length;
  return { samples, rows: rows.split('\n').length - 2, failed };
}

/** The first third is left out: heaps and code settle. */
function verdict(name, { samples, rows, failed }) {
  const third = Math.floor(samples.length / 3);
  if (third < MIN_THIRD) {
    console.log(`${name}: too short to tell (${samples.length} samples)\n`);
    return true;
  }
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(-third)].map(median);
  const isGrowing = last > middle * GROWING.ratio && last > middle + GROWING.mib;
  console.log(
    `${name}: ${isGrowing ? 'growing' : 'flat'}; ${middle.toFixed(1)} MiB in the middle third, ${last.toFixed(1)} in the last; ${rows} samples, ${failed} failed\n`,
  );
  return !isGrowing;
}

let isFlat = true;
try {
  if (minutes > 0) {
    const properties = { threads: users, requests: -1, perMinute: rate * 60 };
    const everyMs = Math.min(10_000, minutes * 2000);
    isFlat = verdict(
      'steady',
      await watch('steady', 'bench/steady.jmx', properties, everyMs, minutes * 60_000),
    );
  }
  if (rounds > 0) {
    const properties = { threads: connections, loops: rounds, requests };
    isFlat = verdict('rounds', await watch('rounds', 'plans/echo.jmx', properties, 1000, Infinity)) && isFlat;
  }
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
process.exitCode = isFlat ? 0 : 1;
