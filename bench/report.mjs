// Measures `wsmeter report` on a large results file:
//   npm run build && node bench/report.mjs [ROWS]
// Writes a file of five million rows (or so many) to the temporary folder, reports on it, and says what that took.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const rows = Number(process.argv[2] ?? 5_000_000);
const folder = mkdtempSync(path.join(tmpdir(), 'report-bench-'));
const file = path.join(folder, 'results.jtl');

const descriptor = openSync(file, 'w');
let text =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n';
let state = 1;
for (let i = 0; i < rows; i++) {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  const elapsed = state % (i % 50 === 0 ? 5000 : 80);
  const failed = state % 97 === 0;
  text += `${1_796_044_700_000 + i},${elapsed},label ${i % 20},${failed ? '500,Internal Server Error' : '200,OK'},Thread Group 1-${i % 200},text,${!failed},,${129 + (i % 500)},154,200,200,null,${elapsed},0,0\n`;
  if (text.length > 1_000_000) {
    writeSync(descriptor, text);
    text = '';
  }
}
writeSync(descriptor, text);
closeSync(descriptor);

const program = path.resolve(import.meta.dirname, '../dist/cli/main.js');
const report = path.join(folder, 'report');
const { status, stderr } = spawnSync(
  '/usr/bin/env',
  ['time', '-f', '%U %S %M', process.execPath, program, 'report', file, '-o', report, '-c', 'p95>1s for 10s'],
  { encoding: 'utf8' },
);
const [user = 0, system = 0, kilobytes = 0] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
console.log(
  `${rows.toLocaleString('en-US')} rows, ${Math.round(statSync(file).size / 1e6)} MB: exit code ${status}, ` +
    `${(user + system).toFixed(1)} s of CPU, ${Math.round(kilobytes / 1024)} MB of memory`,
);
rmSync(folder, { recursive: true });
