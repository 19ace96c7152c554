// CPU per round trip of an echo, side by side: wsmeter with the echo plan and a JTL, bare loops on `ws` and on
// node:net, and the real JMeter when JMETER names its launcher. See README.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cpuSecondsOf, median, options, program, root, startServer } from './processes.mjs';

const { connections, size, rounds, short, long } = options({
  connections: 50,
  size: 256,
  rounds: 5,
  /** Requests per connection of the two runs whose difference is measured. */
  short: 400,
  long: 4400,
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-bench-'));
const server = await startServer();
const url = `ws://127.0.0.1:${server.port}/echo`;

// The echo plan with requests of that size.
const plan = path.join(folder, 'echo.jmx');
const text = readFileSync(path.join(root, 'plans/echo.jmx'), 'utf8');
const request = '<stringProp name="requestData">hello ';
if (!text.includes(request)) throw new Error('plans/echo.jmx has another request than expected');
writeFileSync(plan, text.replace(request, `${request}${'x'.repeat(Math.max(0, size - 20))} `));

const jmeterArgs = (requests, name) => {
  const [results, log] = ['jtl', 'log'].map((ending) => path.join(folder, `${name}.${ending}`));
  const properties = { port: server.port, threads: connections, loops: 1, requests };
  const given = Object.entries(properties).map(([property, value]) => `-J${property}=${value}`);
  return ['-n', '-t', plan, '-l', results, '-f', '-j', log, ...given];
};
const client = (file) => (requests) => [
  process.execPath,
  path.join(root, 'bench/clients', file),
  ...[url, connections, requests, size].map(String),
];
const contestants = {
  'wsmeter, plan and JTL': (requests) => [process.execPath, program, ...jmeterArgs(requests, 'wsmeter')],
  'bare ws': client('ws.mjs'),
  'bare node:net': client('net.mjs'),
  ...(process.env.JMETER === undefined
    ? {}
    : { 'JMeter, plan and JTL': (requests) => [process.env.JMETER, ...jmeterArgs(requests, 'jmeter')] }),
};

const results = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
try {
  for (let round = 0; round < rounds; round++)
    for (const [name, command] of Object.entries(contestants)) {
      const start = await cpuSecondsOf(command(short), folder);
      const whole = await cpuSecondsOf(command(long), folder);
      results[name].push({ start, us: ((whole - start) * 1e6) / (connections * (long - short)) });
    }
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}

const us = (name) => results[name].map((r) => r.us);
const base = median(us('bare ws'));
console.log(
  `${connections} connections, ${size} bytes, ${connections * (long - short)} round trips, ${rounds} rounds`,
);
console.log('CPU µs per round trip    min  median    max   of bare ws   CPU s of the short run');
for (const name of Object.keys(contestants)) {
  const values = us(name);
  const cells = [Math.min(...values), median(values), Math.max(...values)].map((v) =>
    v.toFixed(1).padStart(6),
  );
  const ratio = `${Math.round((median(values) / base) * 100)} %`.padStart(9);
  const start = median(results[name].map((r) => r.start))
    .toFixed(2)
    .padStart(10);
  console.log(`${name.padEnd(22)} ${cells.join(' ')} ${ratio} ${start}`);
}
