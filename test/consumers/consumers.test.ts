import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, removeScratch, scratch } from '../support/program.ts';
import { writeRows, type RowCounts } from './write-rows.ts';

/** Where install.sh put the readers. */
const TOOLS = process.env['CONSUMERS'];
const inTools = (...names: string[]): string => path.join(TOOLS ?? '', ...names);
const isReady = (name: string): boolean => TOOLS !== undefined && fs.existsSync(inTools('ready', name));
const JMETER = process.env['JMETER'];
const LONG_MS = 120_000;

let folder: string;
/** A file with all kinds of rows, and one without line feeds inside rows. */
let all: RowCounts;
let plain: RowCounts;
beforeAll(async () => {
  folder = scratch();
  all = await writeRows(path.join(folder, 'all.jtl'), true);
  plain = await writeRows(path.join(folder, 'plain.jtl'), false);
});
afterAll(() => removeScratch(folder));

const counts = (samples: unknown, errors: unknown): string =>
  `${String(samples)} rows, ${String(errors)} failed`;
const whole = (): string => counts(all.samples, all.errors);
const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

interface Ended {
  readonly code: unknown;
  readonly text: string;
}

const run = (
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: folder, timeout: LONG_MS, ...options }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, text: `${stdout}${stderr}` });
    });
  });

async function mustRun(...given: Parameters<typeof run>): Promise<string> {
  const { code, text } = await run(...given);
  expect(code, text).toBe(0);
  return text;
}

/** Tests about one reader, or skipped ones that say why. */
function reader(name: string, isThere: boolean, tests: () => void): void {
  const why = TOOLS === undefined ? 'CONSUMERS names no folder of install.sh' : 'it could not be installed';
  describe.skipIf(!isThere)(isThere ? name : `${name} (skipped: ${why})`, tests);
}

reader("JMeter's report generator, 5.6.3", JMETER !== undefined || isReady('jmeter'), () => {
  beforeAll(async () => {
    const args = ['-g', 'all.jtl', '-o', 'jmeter-report', '-j', 'jmeter.log'];
    if (JMETER !== undefined) await mustRun(JMETER, args);
    else {
      const jar = inTools('jmeter/bin/ApacheJMeter.jar');
      await mustRun('java', ['-Xmx512m', '-Djava.awt.headless=true', '-jar', jar, ...args], {
        env: { ...process.env, JMETER_HOME: inTools('jmeter') },
      });
    }
    await execute(['report', 'all.jtl', '--statistics', 'ours.json'], folder);
  }, LONG_MS);

  test('makes the statistics.json that is ours, to the last digit', () => {
    expect(JSON.parse(read('ours.json'))).toEqual(JSON.parse(read('jmeter-report/statistics.json')));
  });

  test('counts all rows but transactions', () => {
    const { Total } = JSON.parse(read('jmeter-report/statistics.json')) as {
      Total: { sampleCount: number; errorCount: number };
    };
    expect(counts(Total.sampleCount, Total.errorCount)).toBe(
      counts(all.samples - all.transactions, all.errors - all.failedTransactions),
    );
  });
});

/**
 * Criteria and whether they fail; Taurus and we must agree. Those that stop are not here: Taurus looks at them while
 * a run is under way only, and forgets them when a file is read to its end first.
 */
const CRITERIA: readonly (readonly [text: string, fails: boolean])[] = [
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
];

reader('Taurus, bzt 1.17.2', isReady('taurus'), () => {
  beforeAll(async () => {
    const configuration = {
      settings: { 'check-updates': false, 'artifacts-dir': path.join(folder, 'artifacts') },
      execution: [{ executor: 'external-results-loader', scenario: 's' }],
      scenarios: { s: { 'data-file': path.join(folder, 'all.jtl') } },
      modules: { console: { disable: true } },
      reporting: [
        { module: 'final-stats', 'dump-csv': 'taurus.csv' },
        { module: 'passfail', criteria: CRITERIA.map(([text]) => text) },
        { module: 'junit-xml', filename: 'taurus.xml', 'data-source': 'pass-fail' },
      ],
    };
    fs.writeFileSync(path.join(folder, 'taurus.json'), JSON.stringify(configuration));
    const { code, text } = await run(inTools('taurus/bin/bzt'), ['taurus.json']);
    expect(code, text).toBe(3);
  }, LONG_MS);

  test('counts all rows and failures', () => {
    const lines = read('taurus.csv').trimEnd().split('\n');
    const head = lines[0]!.split(',');
    // Labels may have commas; the line of all samples has none.
    const total = lines.find((line) => line.startsWith(','))!.split(',');
    expect(counts(total[head.indexOf('throughput')], total[head.indexOf('fail')])).toBe(whole());
  });

  test('comes to our verdicts on criteria', async () => {
    const taurus = Array.from(
      read('taurus.xml').matchAll(/<testcase [^>]*?(\/)?>/g),
      ([, passed]) => passed === undefined,
    );
    expect(taurus).toEqual(CRITERIA.map(([, fails]) => fails));
    const args = CRITERIA.flatMap(([text]) => ['-c', text]);
    const { code, stdout } = await execute(['report', 'all.jtl', ...args], folder);
    expect(code).toBe(3);
    const verdicts = stdout.match(/^Criterion .*$/gm)!;
    expect(verdicts.map((line) => line.startsWith('Criterion failed:'))).toEqual(taurus);
  });
});

reader('readers of PyPI', isReady('readers'), () => {
  test('lysiro 0.1.0 counts all rows and failures', async () => {
    const text = await mustRun(inTools('readers/bin/lysiro'), ['report', 'all.jtl']);
    const [, errors, samples] = /errors \((\d+) of (\d+)\)/.exec(text) ?? [];
    expect(counts(samples, errors)).toBe(whole());
  });

  test('python-jtl 0.1.1 counts all rows and failures', async () => {
    const program = path.join(import.meta.dirname, 'python_jtl.py');
    const text = await mustRun(inTools('readers/bin/python'), [program, 'all.jtl']);
    expect(counts(...(text.trim().split(' ') as [string, string]))).toBe(whole());
  });

  test(
    'jmeter-compare 1.1.0 makes its page',
    async () => {
      await mustRun(inTools('readers/bin/jmeter_compare'), ['all.jtl', 'all.jtl', 'compare.html']);
      expect(read('compare.html')).toContain('<html');
    },
    LONG_MS,
  );
});

reader('jmeter-metrics 1.0.6', isReady('metrics'), () => {
  test(
    'makes its page',
    async () => {
      await mustRun(inTools('metrics/bin/jmetermetrics'), [
        '-I',
        folder,
        '-O',
        'all.jtl',
        '-M',
        'metrics.html',
      ]);
      expect(read('metrics.html')).toContain('<html');
    },
    LONG_MS,
  );
});

reader('jmeter-metrics-visualizer 0.5.0', isReady('visualizer'), () => {
  test(
    'makes its page',
    async () => {
      const program =
        'from jmeter_metrics_visualizer.generate_report import generate_html_report as g; import sys; g([sys.argv[1]], "visual.html")';
      await mustRun(inTools('visualizer/bin/python'), ['-c', program, 'all.jtl']);
      expect(read('visual.html')).toContain('<html');
    },
    LONG_MS,
  );
});

reader('readers of npm', isReady('npm'), () => {
  test('parse-jtl 1.1.0 counts rows without line feeds', async () => {
    const script =
      "const { total_requests: r, total_transactions: t } = require('parse-jtl').parse(process.argv[1]); console.log(r.samples + t.samples)";
    const cwd = inTools('npm');
    const file = path.relative(cwd, path.join(folder, 'plain.jtl'));
    expect(await mustRun(process.execPath, ['-e', script, file], { cwd })).toBe(`${plain.samples}\n`);
  });

  test('fast-csv 4.3.6 gives the JtlReporter backend the fields that it needs in every row', async () => {
    const { parseFile } = createRequire(`${inTools('npm')}/`)('fast-csv') as {
      parseFile: (file: string, options: object) => AsyncIterable<Record<string, string>>;
    };
    const numbers = ['timeStamp', 'elapsed', 'bytes', 'grpThreads', 'allThreads', 'Latency', 'Connect'];
    let samples = 0;
    let errors = 0;
    for await (const row of parseFile(path.join(folder, 'all.jtl'), { headers: true })) {
      if (numbers.some((name) => !Number.isInteger(Number.parseInt(row[name]!, 10)))) continue;
      samples++;
      if (row['success'] !== 'true') errors++;
    }
    expect(counts(samples, errors)).toBe(whole());
  });
});
