// The CPU time of whole runs: one thread and one loop, and a large plan.
import { statSync } from 'node:fs';
import { ratios, spread } from '../contest.mjs';
import { client, echoPlan, largePlan, wsmeter } from '../plans.mjs';
import { cpuSecondsOf, median } from '../processes.mjs';
import { line } from './line.mjs';

const LARGE_BYTES = 5_000_000;

/** CPU seconds of each command, taking turns. */
async function inTurn(commands, rounds, folder) {
  const seconds = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, command] of Object.entries(commands))
      seconds[name].push(await cpuSecondsOf(command, folder));
  return seconds;
}

export async function wholeRun({ server, folder, rounds }) {
  const { port } = server;
  const seconds = await inTurn(
    {
      wsmeter: wsmeter(folder, echoPlan(folder, 256), 'one', { port, threads: 1, loops: 1, requests: 1 }),
      'ws script': client('ws.mjs', { port, connections: 1, requests: 1, size: 256 }),
      'empty script': [process.execPath, '-e', '0'],
    },
    rounds + 2,
    folder,
  );
  const all = Object.entries(seconds).map(([name, values]) => `${name} ${spread(values, 2)}`);
  return [
    line({
      what: 'Whole run of one thread, one loop',
      figure: median(seconds.wsmeter),
      unit: ' s CPU',
      must: 0.35,
      aim: 0.2,
      detail: `${all.join(', ')}; ${spread(ratios(seconds.wsmeter, seconds['ws script']))} × ws script`,
    }),
  ];
}

/** Plans whose only thread group has no loops: they are loaded and compiled, and not run. */
export async function largePlans({ server, folder, rounds }) {
  const properties = { port: server.port, threads: 1, loops: 0 };
  const large = largePlan(folder, LARGE_BYTES);
  const seconds = await inTurn(
    {
      large: wsmeter(folder, large, 'large', properties),
      small: wsmeter(folder, largePlan(folder, 1), 'small', properties),
    },
    rounds,
    folder,
  );
  const more = seconds.large.map((value, round) => value - seconds.small[round]);
  const bytes = statSync(large).size / 1e6;
  return [
    line({
      what: `A plan of ${bytes.toFixed(1)} MB, loaded and compiled`,
      figure: median(more),
      unit: ' s CPU',
      must: 1.2,
      aim: 0.8,
      detail: `${spread(more, 2)} more than a small plan; whole runs ${spread(seconds.large, 2)}`,
    }),
  ];
}
