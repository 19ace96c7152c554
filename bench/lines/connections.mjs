// Opening and closing connections, both sampled. The echo plan without requests: connections come and go for ever.
import { contest, ratios, spread } from '../contest.mjs';
import { client, echoPlan, jmeter, wsmeter } from '../plans.mjs';
import { median } from '../processes.mjs';
import { line } from './line.mjs';

const CONNECTIONS = 50;

export async function openAndClose({ server, folder, rounds, cpuSeconds }) {
  const { port } = server;
  const properties = { port, threads: CONNECTIONS, loops: -1, requests: 0 };
  const loop = { port, connections: CONNECTIONS, requests: 0, size: 16, times: -1 };
  const plan = echoPlan(folder, 256);
  const figures = await contest(
    server,
    {
      wsmeter: { command: wsmeter(folder, plan, 'wsmeter', properties) },
      'bare ws': { command: client('ws.mjs', loop) },
      'bare node:net': { command: client('net.mjs', loop) },
      ...(process.env.JMETER === undefined
        ? {}
        : { JMeter: { command: jmeter(folder, plan, 'jmeter', properties), warmUpMs: 30_000 } }),
    },
    { rounds, cpuSeconds, counted: 'connections', cwd: folder },
  );
  const own = figures.wsmeter;
  const toNet = ratios(own, figures['bare node:net']);
  const all = Object.entries(figures).map(([name, values]) => `${name} ${spread(values, 0)}`);
  const lines = [
    line({
      what: 'Open + close of a connection',
      figure: median(toNet),
      unit: ' × node:net',
      // 130 µs where node:net costs 113.
      aim: 1.15,
      detail: `ratio ${spread(toNet, 2)}; µs: ${all.join(', ')}`,
    }),
  ];
  if (figures.JMeter !== undefined) {
    const toJMeter = ratios(own, figures.JMeter);
    lines.push(
      line({
        what: 'Open + close against a warm JMeter',
        figure: median(toJMeter),
        unit: ' × JMeter',
        must: 0.8,
        detail: `ratio ${spread(toJMeter, 2)}`,
      }),
    );
  }
  return lines;
}
