import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows, type RowKind } from '../../src/report/rows.ts';
import type { JtlCounts, JtlRow } from '../../src/results/jtl-reader.ts';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { execute, removeScratch, scratch } from '../support/program.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');
const PLANS = path.resolve(import.meta.dirname, '../../plans');
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n';

let folder: string;
beforeAll(() => {
  folder = scratch();
});
afterAll(() => removeScratch(folder));

interface Read extends JtlCounts {
  readonly found: { readonly row: JtlRow; readonly kind: RowKind }[];
}

async function read(file: string): Promise<Read> {
  const found: Read['found'] = [];
  const counts = await readRows(file, [{ row: (row, kind) => void found.push({ row, kind }) }]);
  return { ...counts, found };
}

function readText(text: string): Promise<Read> {
  const file = path.join(folder, 'x.xml');
  fs.writeFileSync(file, text);
  return read(file);
}

const recordings = fs
  .readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => path.basename(name) === 'golden.xml')
  .map((name) => path.dirname(path.join(FIXTURES, name)))
  .filter((name) => fs.existsSync(path.join(name, 'golden.csv')));

/** Recordings whose sub-results have names or times by which CSV does not tell them from samples. */
const TOLD_BY_XML_ONLY = new Set([
  '024-md5-and-limits',
  '029-evaluations',
  '105-close-with-filters',
  '121-filter-duplicates',
  '126-filter-subresult-names',
]);

test('what JMeter recorded as XML counts like what it recorded as CSV, rows, failures and kinds of rows', async () => {
  expect(recordings.length).toBeGreaterThan(100);
  const count = (rows: Read['found'], kind?: RowKind): number =>
    rows.filter((each) => kind === undefined || each.kind === kind).length;
  for (const recording of recordings) {
    const [csv, xml] = await Promise.all(
      ['golden.csv', 'golden.xml'].map((name) => read(path.join(recording, name))),
    );
    const counts = ({ found }: Read): unknown[] => [
      count(found),
      count(found.filter(({ row }) => row.success !== true)),
      ...(TOLD_BY_XML_ONLY.has(path.basename(recording))
        ? []
        : (['sample', 'transaction', 'sub-result'] as const).map((kind) => count(found, kind))),
    ];
    expect([recording, ...counts(xml!)]).toEqual([recording, ...counts(csv!)]);
    expect(xml!.skipped).toBe(0);
  }
});

describe('one run, written as CSV and as XML', () => {
  let server: DemoServer;
  beforeAll(async () => {
    server = await startServer();
    const listener = `<ResultCollector guiclass="SimpleDataWriter" testclass="ResultCollector" testname="w"><objProp><name>saveConfig</name><value class="SampleSaveConfiguration">${[
      'time latency timestamp success label code message threadName dataType assertions subresults responseData samplerData xml bytes sentBytes threadCounts idleTime connectTime',
    ]
      .join(' ')
      .split(' ')
      .map((flag) => `<${flag}>true</${flag}>`)
      .join(
        '',
      )}</value></objProp><stringProp name="filename">run.xml</stringProp></ResultCollector><hashTree/>`;
    const plan = fs.readFileSync(path.join(PLANS, 'stale-reply.jmx'), 'utf8');
    const at = plan.indexOf('<ThreadGroup');
    fs.writeFileSync(path.join(folder, 'run.jmx'), plan.slice(0, at) + listener + plan.slice(at));
    const { stderr } = await execute(
      ['run', 'run.jmx', `-Jport=${server.port}`, '-l', 'run.csv', '--quiet'],
      folder,
    );
    expect(stderr).toBe('');
  });
  afterAll(() => server.close());

  test('has the same rows, wrong replies and errors in both', async () => {
    const [csv, xml] = await Promise.all(['run.csv', 'run.xml'].map((name) => read(path.join(folder, name))));
    const shown = ({ found }: Read): unknown[] =>
      found.map(({ row, kind }) => {
        const { URL: _url, Filename: _filename, failureMessage = '', ...rest } = row;
        return { ...rest, kind, failureMessage };
      });
    expect(shown(xml!)).toEqual(shown(csv!));
    expect(xml!.found.some(({ row }) => row.failureMessage?.startsWith('Late reply:') === true)).toBe(true);
  });

  test('makes the same report, statistics, verdicts and comparison of both', async () => {
    const report = async (name: string): Promise<unknown[]> => {
      const args = ['report', name, '--statistics', 's.json', '-c', 'late>0', '-c', 'p95 of Open>10s'];
      const { code, stdout } = await execute(args, folder);
      return [code, stdout, fs.readFileSync(path.join(folder, 's.json'), 'utf8')];
    };
    expect(await report('run.xml')).toEqual(await report('run.csv'));
    const compare = await execute(['compare', 'run.csv', 'run.xml'], folder);
    expect(compare.code).toBe(0);
    expect(compare.stdout).toMatch(/^Open +1 → 1/m);
  });
});

describe('an XML results file', () => {
  test('may hold samples in transactions and in samples, and text that looks like them', async () => {
    const { found, rows } = await readText(
      `${HEAD}<sample t="9" ts="1" s="false" lb="T" rm="Number of samples in transaction : 1, number of failing samples : 1">` +
        '<httpSample t="8" ts="1" s="false" lb="h" rc="500" rm="no"><assertionResult><name>n</name><failure>true</failure><error>false</error><failureMessage>&lt;bad&gt; <![CDATA[<sample>]]></failureMessage></assertionResult>' +
        '<assertionResult><name>n</name><failure>true</failure><failureMessage>second</failureMessage></assertionResult>' +
        '<sample t="3" ts="1" s="true" lb="h-0"><sample t="1" ts="1" s="true" lb="h-0-0"/></sample>' +
        '<responseData class="java.lang.String">&lt;sample lb="no"/&gt;</responseData><java.net.URL>http://x/</java.net.URL></httpSample>' +
        '</sample>\n\n</testResults>\n',
    );
    expect(rows).toBe(4);
    expect(found.map(({ row, kind }) => [row.label, kind])).toEqual([
      ['T', 'transaction'],
      ['h', 'sample'],
      ['h-0', 'sub-result'],
      ['h-0-0', 'sub-result'],
    ]);
    expect(found[1]!.row.failureMessage).toBe('<bad> <sample>');
  });

  test('may hold characters that XML has no place for, as JMeter writes them', async () => {
    const { found } = await readText(
      `${HEAD}<sample t="1" s="true" lb="a&#x0;&#x1;&#xd;&#x85;b &amp;" rm="漢字 &#x1f600;\u2028"/><sample lb="raw \u0000\u0008"/></testResults>`,
    );
    expect(found.map(({ row }) => row.label)).toEqual(['a\0\u0001\r\u0085b &', 'raw \0\b']);
    expect(found[0]!.row.responseMessage).toBe('漢字 😀\u2028');
  });

  test('that ends early is read as far as it goes', async () => {
    const whole = '<sample t="1" s="true" lb="a"/>\n';
    expect(await readText(HEAD + whole)).toMatchObject({ rows: 1, skipped: 0 });
    expect(await readText(`${HEAD}${whole}<sample t="1" s="tr`)).toMatchObject({ rows: 1, skipped: 0 });
    const open = await readText(`${HEAD}${whole}<sample t="1" s="true" lb="b"><responseData>abc`);
    expect(open).toMatchObject({ rows: 1, skipped: 1, firstSkipped: 2 });
  });

  test('has rows that cannot be read counted', async () => {
    const rows = ['1', 'x', '2', ''].map((t) => `<sample t="${t}" s="true" lb="a"/>`).join('');
    expect(await readText(`${HEAD}${rows}</testResults>`)).toMatchObject({
      rows: 3,
      skipped: 1,
      firstSkipped: 2,
    });
  });

  test('is read in pieces that may end anywhere', async () => {
    const sample = `<sample t="7" s="true" lb="漢字" rc="200">${'x'.repeat(97)}&amp;</sample>\n`;
    const { found, rows } = await readText(`\ufeff${HEAD}${sample.repeat(5000)}</testResults>`);
    expect(rows).toBe(5000);
    expect(new Set(found.map(({ row }) => `${row.label} ${row.elapsed} ${row.responseCode}`))).toEqual(
      new Set(['漢字 7 200']),
    );
  });

  test.each([
    ['<html><body>', 'is no results file: its outermost element is <html>, not <testResults>.'],
    [`${HEAD}<sample></foo>`, 'is no well-formed XML: line 3:14: unexpected close tag.'],
    [
      `<!DOCTYPE x [<!ENTITY a "b">]>\n<testResults><sample lb="&a;"/>`,
      'is no well-formed XML: line 2:28: undefined entity.',
    ],
    ['', 'is empty.'],
  ])('is told from %j', async (text, message) => {
    await expect(readText(text)).rejects.toThrow(message);
  });
});
