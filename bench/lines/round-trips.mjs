// CPU time per round trip beside bare `ws`, bare node:net, and JMeter, k6 or another client where they are installed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { contest, ratios, spread } from '../contest.mjs';
import { barePlan, client, echoPlan, jmeter, wsmeter } from '../plans.mjs';
import { median, root } from '../processes.mjs';
import { line } from './line.mjs';

/** JMeter is compared once its JVM has compiled what it runs. */
const JMETER_WARM_UP_MS = 30_000;
/** Client scripts of bench/clients for k6, with what wsmeter must and should be ahead. */
const K6_SCRIPTS = {
  'k6/ws': { file: 'k6-ws.js', must: 2.2, aim: 2.8 },
  'k6/websockets': { file: 'k6-websockets.js', must: 3.3, aim: 4 },
};
const hasK6 = () => spawnSync('k6', ['version']).error === undefined;

/** What the shapes must reach, as ratios to bare `ws`, and JMeter's CPU divided by ours. */
const SHAPES = [
  { connections: 50, size: 256, must: 1, aim: 0.85, jmeter: { must: 1.6, aim: 2 } },
  { connections: 1000, size: 256, must: 0.95, aim: 0.8, jmeter: { must: 2.2, aim: 3 } },
  { connections: 50, size: 8192, must: 0.9, aim: 0.7 },
];

/** Other tools that are installed, by name. PEER is a command with {url}, {port}, {connections} and {size} that never ends. */
function others(port, folder, { connections, size }) {
  const url = `ws://127.0.0.1:${port}/echo`;
  const found = {};
  if (process.env.JMETER !== undefined) {
    const properties = { port, threads: connections, loops: 1, requests: -1 };
    const command = jmeter(folder, barePlan(folder, size), 'jmeter', properties);
    found.JMeter = { command, warmUpMs: JMETER_WARM_UP_MS };
  }
  if (hasK6())
    for (const [name, { file }] of Object.entries(K6_SCRIPTS)) {
      const env = { TARGET: url, CONNECTIONS: String(connections), SIZE: String(size) };
      const command = ['k6', 'run', '--quiet', path.join(root, 'bench/clients', file)];
      found[name] = { command, env };
    }
  if (process.env.PEER !== undefined) {
    const values = { url, port, connections, size };
    const command = process.env.PEER.split(' ').map((word) =>
      word.replace(/\{(url|port|connections|size)\}/g, (_, name) => String(values[name])),
    );
    found.PEER = { command };
  }
  return found;
}

/** The lines of one shape; without goals, they are not judged. */
export async function roundTripsOf(shape, { server, folder, rounds, cpuSeconds }) {
  const { connections, size, must, aim } = shape;
  const { port } = server;
  const loop = { port, connections, requests: -1, size };
  const properties = { port, threads: connections, loops: 1, requests: -1 };
  const figures = await contest(
    server,
    {
      wsmeter: { command: wsmeter(folder, barePlan(folder, size), 'wsmeter', properties) },
      'wsmeter with plans/echo.jmx': { command: wsmeter(folder, echoPlan(folder, size), 'echo', properties) },
      'bare ws': { command: client('ws.mjs', loop) },
      'bare node:net': { command: client('net.mjs', loop) },
      ...others(port, folder, shape),
    },
    { rounds, cpuSeconds, cwd: folder },
  );
  const what = `${connections.toLocaleString('en')} connections, ${size.toLocaleString('en')} bytes`;
  const own = figures.wsmeter;
  const toWs = ratios(own, figures['bare ws']);
  const all = Object.entries(figures).map(([name, values]) => `${name} ${spread(values)}`);
  const first = line({
    what: `CPU per round trip, ${what}`,
    figure: median(toWs),
    unit: ' × ws',
    must,
    aim,
    detail: `ratio ${spread(toWs, 2)}; µs: ${all.join(', ')}`,
  });
  return [first, ...against(figures, shape, what)];
}

/** A line for each other tool that is there, for the shapes that have goals. */
function against(figures, shape, what) {
  if (shape.jmeter === undefined) return [];
  const goals = { JMeter: shape.jmeter, ...K6_SCRIPTS };
  return Object.entries(goals).flatMap(([name, goal]) => {
    const theirs = figures[name];
    if (theirs === undefined || goal === undefined) return [];
    const ahead = ratios(theirs, figures.wsmeter);
    return line({
      what: `${name === 'JMeter' ? 'Warm JMeter' : name}, ${what}`,
      figure: median(ahead),
      unit: ' × wsmeter',
      must: goal.must,
      aim: goal.aim,
      atLeast: true,
      detail: `ratio ${spread(ahead, 2)}; µs: ${name} ${spread(theirs)}, wsmeter ${spread(figures.wsmeter)}`,
    });
  });
}

export async function roundTrips(context) {
  const lines = [];
  for (const shape of SHAPES) lines.push(...(await roundTripsOf(shape, context)));
  return lines;
}
