// Hands our results files to the tools that teams read them with, and compares their counts with ours:
//   npm run build && test/consumers/install.sh /tmp/consumers
//   JMETER=/opt/apache-jmeter-5.6.3/bin/jmeter node test/consumers/check.mjs /tmp/consumers
// Tools that are not there are named and left out. Ends with 1 when a count differs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'rolldown';

const HERE = import.meta.dirname;
const WSMETER = path.resolve(HERE, '../../dist/cli/main.js');
const writer = path.resolve(HERE, '../../node_modules/.test/write-rows.mjs');
await build({
  input: path.join(HERE, 'write-rows.mjs'),
  platform: 'node',
  output: { file: writer, format: 'esm' },
});
const { writeRows } = await import(writer);
const tools = path.resolve(process.argv[2] ?? '.');
const jmeter = process.env.JMETER;
const work = mkdtempSync(path.join(tmpdir(), 'consumers-'));

function run(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: work,
    encoding: 'utf8',
    timeout: 300_000,
    ...options,
  });
  return { status, text: `${stdout}${stderr}` };
}
function mustRun(program, args) {
  const { status, text } = run(program, args);
  if (status !== 0) throw new Error(`ended with ${status}: ${text.trim().split('\n').slice(-3).join(' / ')}`);
  return text;
}
const wsmeter = (...args) => run(process.execPath, [WSMETER, ...args]);
const inFolder = (...names) => path.join(tools, ...names);
const json = (file) => JSON.parse(readFileSync(path.join(work, file), 'utf8'));

const file = path.join(work, 'all.jtl');
const all = await writeRows(file, true);
const plainFile = path.join(work, 'plain.jtl');
const plain = await writeRows(plainFile, false);
const whole = `${all.samples} rows, ${all.errors} failed`;
const counts = (samples, errors) => `${samples} rows, ${errors} failed`;

function taurusConfiguration(more) {
  return {
    settings: { 'check-updates': false, 'artifacts-dir': path.join(work, 'artifacts') },
    execution: [{ executor: 'external-results-loader', scenario: 's' }],
    scenarios: { s: { 'data-file': file } },
    modules: { console: { disable: true } },
    ...more,
  };
}

/** Runs Taurus; its exit code is 3 when a criterion failed. */
function taurus(name, reporting) {
  writeFileSync(path.join(work, name), JSON.stringify(taurusConfiguration({ reporting })));
  return run(inFolder('taurus/bin/bzt'), [name]);
}

/** The fields of a line of CSV without quotes. */
const fields = (line) => line.split(',');

const consumers = [
  {
    name: 'JMeter 5.6.3, report generator: statistics.json is ours to the last digit',
    at: jmeter,
    expected: 'equal',
    check() {
      mustRun(jmeter, ['-g', file, '-o', 'jmeter-report', '-j', 'jmeter.log']);
      wsmeter('report', file, '--statistics', 'ours.json');
      return isDeepStrictEqual(json('ours.json'), json('jmeter-report/statistics.json'))
        ? 'equal'
        : 'different';
    },
  },
  {
    name: 'JMeter 5.6.3, report generator: totals without transactions',
    at: jmeter,
    expected: counts(all.samples - all.transactions, all.errors - all.failedTransactions),
    check() {
      const { Total } = json('jmeter-report/statistics.json');
      return counts(Total.sampleCount, Total.errorCount);
    },
  },
  {
    name: 'Taurus, bzt 1.17.2',
    at: inFolder('taurus/bin/bzt'),
    expected: whole,
    check() {
      const { status, text } = taurus('taurus.json', [{ module: 'final-stats', 'dump-csv': 'taurus.csv' }]);
      if (status !== 0) throw new Error(text);
      const lines = readFileSync(path.join(work, 'taurus.csv'), 'utf8').trimEnd().split('\n');
      const head = fields(lines[0]);
      // Labels may have commas; the line of all samples has none.
      const total = fields(lines.find((line) => line.startsWith(',')));
      return counts(total[head.indexOf('throughput')], total[head.indexOf('fail')]);
    },
  },
  {
    name: 'lysiro 0.1.0',
    at: inFolder('readers/bin/lysiro'),
    expected: whole,
    check() {
      const text = mustRun(inFolder('readers/bin/lysiro'), ['report', file]);
      const [, errors, samples] = /errors \((\d+) of (\d+)\)/.exec(text) ?? [];
      return counts(samples, errors);
    },
  },
  {
    name: 'jmeter-compare 1.1.0',
    at: inFolder('readers/bin/jmeter_compare'),
    expected: 'a page',
    check() {
      mustRun(inFolder('readers/bin/jmeter_compare'), [file, file, 'compare.html']);
      return existsSync(path.join(work, 'compare.html')) ? 'a page' : 'nothing';
    },
  },
  {
    name: 'python-jtl 0.1.1',
    at: inFolder('readers/bin/python'),
    expected: whole,
    check() {
      return counts(
        ...mustRun(inFolder('readers/bin/python'), [path.join(HERE, 'python_jtl.py'), file])
          .trim()
          .split(' '),
      );
    },
  },
  {
    name: 'jmeter-metrics 1.0.6',
    at: inFolder('metrics/bin/jmetermetrics'),
    expected: 'a page',
    check() {
      const args = ['-I', work, '-O', path.basename(file), '-M', 'metrics.html'];
      mustRun(inFolder('metrics/bin/jmetermetrics'), args);
      return existsSync(path.join(work, 'metrics.html')) ? 'a page' : 'nothing';
    },
  },
  {
    name: 'jmeter-metrics-visualizer 0.5.0',
    at: inFolder('visualizer/bin/python'),
    expected: 'a page',
    check() {
      const program =
        'from jmeter_metrics_visualizer.generate_report import generate_html_report as g; import sys; g([sys.argv[1]], "visual.html")';
      mustRun(inFolder('visualizer/bin/python'), ['-c', program, file]);
      return existsSync(path.join(work, 'visual.html')) ? 'a page' : 'nothing';
    },
  },
  {
    name: 'parse-jtl 1.1.0 (rows without line feeds)',
    at: inFolder('npm/node_modules/parse-jtl'),
    expected: `${plain.samples} rows`,
    check() {
      const script = `const { total_requests: r, total_transactions: t } = require('parse-jtl').parse(process.argv[1]); console.log(r.samples + t.samples)`;
      const at = inFolder('npm');
      const text = run(process.execPath, ['-e', script, path.relative(at, plainFile)], { cwd: at }).text;
      return `${text.trim()} rows`;
    },
  },
  {
    name: 'fast-csv 4.3.6, with the fields that the JtlReporter backend needs',
    at: inFolder('npm/node_modules/fast-csv'),
    expected: whole,
    async check() {
      const { parseFile } = createRequire(inFolder('npm/'))('fast-csv');
      let samples = 0;
      let errors = 0;
      const numbers = ['timeStamp', 'elapsed', 'bytes', 'grpThreads', 'allThreads', 'Latency', 'Connect'];
      for await (const row of parseFile(file, { headers: true })) {
        if (numbers.some((name) => !Number.isInteger(Number.parseInt(row[name], 10)))) continue;
        samples++;
        if (row.success !== 'true') errors++;
      }
      return counts(samples, errors);
    },
  },
];

/**
 * Criteria and whether they fail; Taurus and we must agree. Those that stop are not here: Taurus looks at them while
 * a run is under way only, and forgets them when a file is read to its end first.
 */
const CRITERIA = [
  ['avg-rt>1s', false],
  ['avg-rt>5ms', true],
  ['p90 of message>10ms', true],
  ['p99.9<1s', true],
  ['fail>1%', true],
  ['fail of failed<100%', false],
  ['succ<100%', true],
  ['hits<1000000', true],
  ['rc500>0', true],
  ['rc5*>99%', false],
  ['rcSampler?error>0', true],
  ['avg-ct>10ms', false],
  ['fail>10% for 2s, continue as failed', true],
  ['fail>10% within 1s, continue as failed', true],
  ['avg-rt>1s over 2s', false],
  ['fail>1%, continue as non-failed', false],
  ['My words: fail>1%', true],
].map(([text, fails]) => ({
  name: `Taurus' verdict and ours on ${text}`,
  at: inFolder('taurus/bin/bzt'),
  expected: fails ? '3 and 3' : '0 and 0',
  check: () =>
    `${taurus('criterion.json', [{ module: 'passfail', criteria: [text] }]).status} and ${wsmeter('report', file, '-c', text).status}`,
}));

let failed = 0;
let passed = 0;
let missing = 0;
for (const consumer of [...consumers, ...CRITERIA]) {
  const { name, at, expected } = consumer;
  if (at === undefined || !existsSync(at)) {
    missing++;
    console.log(`not there  ${name}`);
    continue;
  }
  let found;
  try {
    found = await consumer.check();
  } catch (error) {
    found = error.message;
  }
  if (found === expected) passed++;
  else failed++;
  console.log(
    `${found === expected ? 'ok        ' : 'FAILED    '} ${name}: ${found}${found === expected ? '' : `, and not ${expected}`}`,
  );
}
mkdirSync(work, { recursive: true });
rmSync(work, { recursive: true });
console.log(`${passed} passed, ${failed} failed, ${missing} not there`);
process.exitCode = failed > 0 ? 1 : 0;
