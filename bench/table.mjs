// Measures what wsmeter must reach and prints it as a table: node bench/table.mjs [--quick] [--only memory,jtl].
// See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openAndClose } from './lines/connections.mjs';
import { richPlans, statistics, workers } from './lines/extras.mjs';
import { memory } from './lines/memory.mjs';
import { controllers, jtl } from './lines/micro.mjs';
import { roundTrips } from './lines/round-trips.mjs';
import { largePlans, wholeRun } from './lines/start.mjs';
import { options, program, startServer } from './processes.mjs';

const MEASUREMENTS = {
  'round-trips': roundTrips,
  connections: openAndClose,
  memory,
  start: wholeRun,
  jtl,
  workers,
  rich: richPlans,
  statistics,
  'large-plan': largePlans,
  controllers,
};

const { quick, only } = options({ quick: false, only: Object.keys(MEASUREMENTS).join(',') });
const chosen = only.split(',');
const unknown = chosen.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join()}. There are: ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}
const effort = quick ? { rounds: 3, cpuSeconds: 0.5 } : { rounds: 7, cpuSeconds: 1 };

const load = () =>
  os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
console.log(`${program}
Node ${process.version}, ${os.cpus()[0].model}, ${os.availableParallelism()} cores, ${new Date().toISOString()}
${effort.rounds} rounds with windows of ${effort.cpuSeconds} s of CPU; load average at the start ${load()}`);

const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-bench-'));
const server = await startServer();
const lines = [];
try {
  for (const name of chosen) {
    process.stderr.write(`${name} …\n`);
    const measured = await MEASUREMENTS[name]({ server, folder, quick, ...effort });
    for (const { what, measured: figure, verdict } of measured)
      process.stderr.write(`  ${[what, figure, verdict].filter(Boolean).join(': ')}\n`);
    lines.push(...measured);
  }
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}

const table = [
  ['line', 'measured', 'must', 'aim', 'verdict', 'median (least–most)'],
  ...lines.map(({ what, measured, must, aim, verdict, detail }) => [
    what,
    measured,
    must?.text ?? '',
    aim?.text ?? '',
    verdict,
    detail,
  ]),
];
const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
const print = (row, fill) =>
  console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column], fill)).join(' | ')} |`);
console.log();
for (const [i, row] of table.entries()) {
  print(row, ' ');
  if (i === 0)
    print(
      row.map(() => ''),
      '-',
    );
}
const missed = lines.filter(({ verdict }) => verdict.startsWith('missed'));
const held = lines.filter(({ verdict }) => verdict.startsWith('held'));
console.log(`\n${held.length} held, ${missed.length} missed; load average at the end ${load()}`);
for (const name of ['JMETER', 'PEER'])
  if (process.env[name] === undefined) console.log(`${name} is not set: see bench/README.md`);
