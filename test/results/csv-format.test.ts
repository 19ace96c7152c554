import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textCell } from '../../src/results/csv-cell.ts';
import { formatSimpleDate } from '../../src/java/simple-date-format.ts';
import type { SampleEvent, SampleResult } from '../../src/types.ts';
import { ALL_FLAGS, collector, sample, testResults } from '../support/results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'csv-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The text of a `-l` file with these samples. */
async function written(
  results: readonly (SampleResult | SampleEvent)[],
  properties: Record<string, string> = {},
  saveConfig?: ReadonlyMap<string, boolean>,
): Promise<string> {
  const run = testResults(folder, properties);
  const sink =
    saveConfig === undefined ? run.file('out.jtl') : run.collector(collector('out.jtl', { saveConfig }));
  for (const result of results) sink.sample('result' in result ? result : { result, variables: [] });
  await sink.close();
  expect(run.errors).toEqual([]);
  return readFileSync(join(folder, 'out.jtl'), 'utf8');
}

const save = (name: string): string => `jmeter.save.saveservice.${name}`;
const HEADER =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,' +
  'grpThreads,allThreads,URL,Latency,IdleTime,Connect';

test('the default columns', async () => {
  const result = sample({
    endUs: 1_796_044_708_080_900,
    latencyUs: 11_000,
    connectUs: 9_300,
    bytes: 129,
    sentBytes: 154,
    allThreads: 12,
    url: 'ws://127.0.0.1/',
  });
  expect(await written([result])).toBe(
    `${HEADER}\n1796044708068,12,a,200,OK,TG 1-1,text,true,,129,154,1,12,ws://127.0.0.1/,11,0,9\n`,
  );
});

test('all columns, an encoding of its own and a failed sample', async () => {
  const result = sample({ success: false, encoding: 'ISO-8859-1', filename: 'r 1.txt', idleUs: 0 });
  expect(await written([result], {}, ALL_FLAGS)).toBe(
    'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,' +
      'grpThreads,allThreads,URL,Filename,Latency,Encoding,SampleCount,ErrorCount,Hostname,IdleTime,Connect\n' +
      `1796044708068,0,a,200,OK,TG 1-1,text,false,,0,0,1,1,null,r 1.txt,0,ISO-8859-1,1,1,${hostname()},0,0\n`,
  );
});

test('null is a word, the empty text is empty, a missing variable is null', async () => {
  const result = sample({ responseCode: null, responseMessage: null, dataType: '' });
  expect(
    await written([{ result, variables: ['k1', undefined, ''] }], { sample_variables: 'v, u,w,,' }),
  ).toBe(`${HEADER},"v"," u","w"\n1796044708068,0,a,null,null,TG 1-1,,true,,0,0,1,1,null,0,0,0,k1,null,\n`);
});

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['cr\ronly', '"cr\ronly"'],
  [' blanks ', ' blanks '],
  ['tab\there', 'tab\there'],
  ["apos' <x> & é 日本 \\\\ ;", "apos' <x> & é 日本 \\\\ ;"],
  ['=1+1', '=1+1'],
])('the label %j is written as %s', async (label, cell) => {
  expect(await written([sample({ label })])).toBe(
    `${HEADER}\n1796044708068,0,${cell},200,OK,TG 1-1,text,true,,0,0,1,1,null,0,0,0\n`,
  );
});

test('cells are quoted as csv-stringify quotes them, whatever the delimiter', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(',', ';', '\t', '|', ' ', '^', ']', '\\', '-', '.', '*', '$', '/'),
      fc.string({ unit: fc.constantFrom(...Array.from('ab"\',;\t|\n\r ^]\\-.é日😀')) }),
      (delimiter, text) => {
        const expected = stringify([[text]], { delimiter, quoted_match: /\r/, eof: false });
        expect(textCell(delimiter, '')(text)).toBe(expected);
        expect(textCell(delimiter, '\n')(text)).toBe(`${expected}\n`);
      },
    ),
  );
});

test('the message is that of the first assertion that has one, even an empty one', async () => {
  const result = sample();
  result.addAssertionResult({ name: 'silent', failure: false, error: false, message: null });
  result.addAssertionResult({ name: 'json', failure: false, error: false, message: '' });
  result.addAssertionResult({ name: 'text', failure: true, error: false, message: 'not this' });
  expect(await written([result])).toContain(',false,,0,');
  const other = sample();
  other.addAssertionResult({ name: 'text', failure: true, error: false, message: 'Test failed, "x"' });
  expect(await written([other])).toContain(',false,"Test failed, ""x""",0,');
});

test('sub-results follow their parent, depth first, with its variables, down to the eleventh level', async () => {
  const chain = (depth: number): SampleResult => {
    const result = sample({ label: `L${depth}` });
    if (depth < 15) result.addSubResult(chain(depth + 1), false);
    return result;
  };
  const parent = sample({ label: 'P' });
  const first = sample({ label: 'first' });
  first.addSubResult(sample({ label: 'inner' }), false);
  parent.addSubResult(first, false);
  parent.addSubResult(sample({ label: 'second' }), false);
  const events = [
    { result: parent, variables: ['x'] },
    { result: chain(0), variables: ['y'] },
  ];
  const rows: Record<string, string>[] = parse(await written(events, { sample_variables: 'v' }), {
    columns: true,
  });
  expect(rows.map((row) => `${row['label']}${row['v']}`).join(' ')).toBe(
    'Px firstx innerx secondx L0y L1y L2y L3y L4y L5y L6y L7y L8y L9y L10y L11y',
  );
  rmSync(join(folder, 'out.jtl'));
  expect(
    await written(events, { [save('subresults')]: 'false', [save('print_field_names')]: 'false' }),
  ).toMatch(/^.*,P,.*\n.*,L0,.*\n$/);
});

test('columns are switched off by properties; what is not "true" is off', async () => {
  const off = ['time', 'response_code', 'thread_name', 'successful', 'thread_counts', 'latency'];
  const properties = Object.fromEntries(off.map((name) => [save(name), 'no']));
  expect(await written([sample()], { ...properties, [save('label')]: 'TRUE' })).toBe(
    'timeStamp,label,responseMessage,dataType,failureMessage,bytes,sentBytes,URL,IdleTime,Connect\n' +
      '1796044708068,a,OK,text,,0,0,null,0,0\n',
  );
});

test('a saveConfig decides the columns alone, absent flags are off; delimiter and format are properties', async () => {
  const flags = new Map([
    ['timestamp', true],
    ['label', true],
    ['fieldNames', true],
    ['bytes', false],
  ]);
  expect(
    await written([sample()], { [save('default_delimiter')]: ';', [save('label')]: 'false' }, flags),
  ).toBe('timeStamp;label\n1796044708068;a\n');
});

test('a saveConfig without any flag gives an empty line per sample', async () => {
  expect(await written([sample(), sample()], {}, new Map())).toBe('\n\n');
});

test('time stamps: none, a pattern, a pattern with the delimiter in it, the end of the sample', async () => {
  const only = new Map([
    ['timestamp', true],
    ['label', true],
  ]);
  const result = sample({ endUs: 1_796_044_708_500_999 });
  const next = async (format: string): Promise<string> => {
    rmSync(join(folder, 'out.jtl'), { force: true });
    return written([result], { [save('timestamp_format')]: format }, only);
  };
  expect(await next('ms')).toBe('1796044708068,a\n');
  expect(await next('NONE')).toBe('a\n');
  const pattern = 'yyyy/MM/dd HH:mm:ss.SSS';
  expect(await next(pattern)).toBe(`${formatSimpleDate(pattern, 1_796_044_708_068)},a\n`);
  expect(await next('ss,SSS')).toMatch(/^"\d\d,068",a\n$/);
  rmSync(join(folder, 'out.jtl'));
  expect(await written([result], { 'sampleresult.timestamp.start': 'false' }, only)).toBe(
    '1796044708500,a\n',
  );
  rmSync(join(folder, 'out.jtl'));
  expect(await written([sample({ startUs: 0, endUs: 0 }), sample({ startUs: 999_999 })], {}, only)).toBe(
    '0,a\n999,a\n',
  );
});

test.each([
  ['||', "Delimiter '||' must be of length 1."],
  ['', "Delimiter '' must be of length 1."],
  ['a', "Delimiter 'a' must not be alphanumeric or \"."],
  ['"', 'Delimiter \'"\' must not be alphanumeric or ".'],
  ['\x01', 'Delimiter (code 1) must be printable.'],
  ['é', 'Delimiter (code 233) must be printable.'],
])('the delimiter %j is refused', (delimiter, message) => {
  expect(() => testResults(folder, { [save('default_delimiter')]: delimiter }).file('x.jtl')).toThrow(
    message,
  );
});

test('a pattern that SimpleDateFormat refuses is refused', () => {
  expect(() => testResults(folder, { [save('timestamp_format')]: 'foo' }).file('x.jtl')).toThrow(
    'Invalid pattern value foo for property jmeter.save.saveservice.timestamp_format',
  );
});

test('what is written reads back to the same values', async () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab",;\n\r\t \'é日😀=')) });
  const number = fc.integer({ min: 0, max: 10_000_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          label: text,
          responseMessage: text,
          threadName: text,
          message: text,
          variable: text,
          elapsed: number,
          bytes: number,
          success: fc.boolean(),
        }),
        { minLength: 1, maxLength: 20 },
      ),
      fc.constantFrom(',', ';', '\\t', '|'),
      async (samples, delimiter) => {
        rmSync(join(folder, 'out.jtl'), { force: true });
        const events = samples.map(({ message, variable, elapsed, success, ...fields }) => {
          const result = sample({ ...fields, endUs: 1_796_044_708_068_000 + elapsed * 1000 });
          result.addAssertionResult({ name: 'a', failure: !success, error: false, message });
          return { result, variables: [variable] };
        });
        const file = await written(events, { [save('default_delimiter')]: delimiter, sample_variables: 'v' });
        const rows: Record<string, string>[] = parse(file, {
          columns: true,
          delimiter: delimiter === '\\t' ? '\t' : delimiter,
          record_delimiter: '\n',
        });
        expect(
          rows.map((row) => ({
            label: row['label'],
            responseMessage: row['responseMessage'],
            threadName: row['threadName'],
            message: row['failureMessage'],
            variable: row['v'],
            elapsed: Number(row['elapsed']),
            bytes: Number(row['bytes']),
            success: row['success'] === 'true',
          })),
        ).toEqual(samples);
      },
    ),
    { numRuns: 60 },
  );
});
