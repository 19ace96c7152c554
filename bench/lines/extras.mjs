// What comes on top of the plain round trip: workers, a rich plan, statistics with live summary and correlation.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contest, ratios, spread } from '../contest.mjs';
import { echoPlan, richPlan, wsmeter } from '../plans.mjs';
import { cpuSecondsOf, median, program } from '../processes.mjs';
import { line } from './line.mjs';

const SIZE = 256;
const CONNECTIONS = 50;
/** Enough for two workers to have company each. */
const WORKER_CONNECTIONS = 200;

/** The rows of a run without what times differ in, sorted. */
async function rowsOf(folder, plan, name, properties) {
  await cpuSecondsOf(wsmeter(folder, plan, name, properties), folder);
  const [head, ...rows] = readFileSync(path.join(folder, `${name}.jtl`), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head.split(',');
  const kept = ['label', 'responseCode', 'threadName', 'success', 'bytes', 'sentBytes'].map((column) =>
    columns.indexOf(column),
  );
  return rows
    .map((row) => {
      const cells = row.split(',');
      return kept.map((column) => cells[column]).join(',');
    })
    .toSorted();
}

export async function workers({ server, folder, rounds, cpuSeconds }) {
  const { port } = server;
  const plan = echoPlan(folder, SIZE);
  const run = (name, count, more) => {
    const properties = { port, threads: WORKER_CONNECTIONS, loops: 1, 'wsmeter.workers': count, ...more };
    return [folder, plan, name, properties];
  };
  const figures = await contest(
    server,
    {
      'one worker': { command: wsmeter(...run('one', 1, { requests: -1 })) },
      'two workers': { command: wsmeter(...run('two', 2, { requests: -1 })) },
    },
    { rounds, cpuSeconds, cwd: folder },
  );
  const more = ratios(figures['two workers'], figures['one worker']);
  const one = await rowsOf(...run('rows-1', 1, { requests: 20 }));
  const two = await rowsOf(...run('rows-2', 2, { requests: 20 }));
  const isSame = one.length === two.length && one.every((row, i) => row === two[i]);
  const all = Object.entries(figures).map(([name, values]) => `${name} ${spread(values)}`);
  return [
    line({
      what: `Two workers, ${WORKER_CONNECTIONS} connections`,
      figure: median(more),
      unit: ' × one worker',
      must: 1.1,
      detail: `ratio ${spread(more, 2)}; µs: ${all.join(', ')}; ${isSame ? `the same ${one.length} rows` : 'ROWS DIFFER'}`,
    }),
  ];
}

export async function richPlans({ server, folder, rounds, cpuSeconds }) {
  const properties = { port: server.port, threads: CONNECTIONS, loops: 1, requests: -1 };
  const figures = await contest(
    server,
    {
      plain: { command: wsmeter(folder, echoPlan(folder, SIZE), 'plain', properties) },
      rich: { command: wsmeter(folder, richPlan(folder, SIZE), 'rich', properties) },
    },
    { rounds, cpuSeconds, cwd: folder },
  );
  const more = ratios(figures.rich, figures.plain);
  return [
    line({
      what: 'Ten controllers, CSV, five functions, two assertions, extractor',
      figure: median(more),
      unit: ' × plain plan',
      must: 1.6,
      aim: 1.3,
      detail: `ratio ${spread(more, 2)}; µs: rich ${spread(figures.rich)}, plain ${spread(figures.plain)}`,
    }),
  ];
}

/** `wsmeter run`, with everything that it shows, against a run that only writes its results file. */
export async function statistics({ server, folder, rounds, cpuSeconds }) {
  const plan = echoPlan(folder, SIZE);
  const properties = { port: server.port, threads: CONNECTIONS, loops: 1, requests: -1 };
  const given = Object.entries(properties).flatMap(([name, value]) => ['-J', `${name}=${value}`]);
  const results = path.join(folder, 'with.jtl');
  const off = { ...properties, 'wsmeter.correlation': 'off', 'summariser.name': '' };
  const figures = await contest(
    server,
    {
      with: { command: [process.execPath, program, 'run', plan, '-f', '-l', results, ...given] },
      without: { command: wsmeter(folder, plan, 'without', off) },
    },
    // The difference is small: more rounds tell it from the noise.
    { rounds: rounds * 2, cpuSeconds, cwd: folder },
  );
  const share = figures.with.map((value, round) => (1 - figures.without[round] / value) * 100);
  return [
    line({
      what: 'Statistics, live summary and correlation together',
      figure: median(share),
      unit: ' % of the round trip',
      digits: 1,
      must: 8,
      aim: 4,
      detail: `${spread(share)}; µs: with ${spread(figures.with)}, without ${spread(figures.without)}`,
    }),
  ];
}
