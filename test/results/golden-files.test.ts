import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SampleEvent, SampleResult, Sink } from '../../src/types.ts';
import { collector, sample, testResults } from '../support/results.ts';

// What JMeter wrote is read, put into results, and must be written again byte for byte.

const fixtures = join(import.meta.dirname, '../../fixtures');
const recorded = readdirSync(fixtures, { recursive: true, encoding: 'utf8' });
const csvFiles = recorded.filter((file) => /golden[^/]*\.csv$/.test(file));
const xmlFiles = recorded.filter((file) => /golden[^/]*\.xml$/.test(file));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'golden-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes samples to a new file and returns its text. */
async function write(open: (file: string) => Sink, events: readonly SampleEvent[]): Promise<string> {
  const file = 'written';
  rmSync(join(folder, file), { force: true });
  const sink = open(file);
  for (const event of events) sink.sample(event);
  await sink.close();
  return readFileSync(join(folder, file), 'utf8');
}

const FLAG_OF_COLUMN: Readonly<Record<string, string>> = {
  timeStamp: 'timestamp',
  elapsed: 'time',
  label: 'label',
  responseCode: 'code',
  responseMessage: 'message',
  threadName: 'threadName',
  dataType: 'dataType',
  success: 'success',
  failureMessage: 'saveAssertionResultsFailureMessage',
  bytes: 'bytes',
  sentBytes: 'sentBytes',
  grpThreads: 'threadCounts',
  URL: 'url',
  Filename: 'fileName',
  Latency: 'latency',
  Encoding: 'encoding',
  SampleCount: 'sampleCount',
  Hostname: 'hostname',
  IdleTime: 'idleTime',
  Connect: 'connectTime',
};

function timed(startMs: number, elapsed: number, idle: number): Partial<SampleResult> {
  const startUs = startMs * 1000;
  return { startUs, endUs: startUs + (elapsed + idle) * 1000, idleUs: idle * 1000 };
}

function fromRow(row: Readonly<Record<string, string>>): SampleResult {
  const number = (name: string): number => Number(row[name] ?? 0);
  const result = sample({
    ...timed(number('timeStamp'), number('elapsed'), number('IdleTime')),
    label: row['label'] ?? '',
    responseCode: row['responseCode'] ?? '',
    responseMessage: row['responseMessage'] ?? '',
    threadName: row['threadName'] ?? '',
    dataType: row['dataType'] ?? '',
    bytes: number('bytes'),
    sentBytes: number('sentBytes'),
    grpThreads: number('grpThreads'),
    allThreads: number('allThreads'),
    url: row['URL'] === 'null' ? undefined : row['URL'],
    filename: row['Filename'] ?? '',
    latencyUs: number('Latency') * 1000,
    connectUs: number('Connect') * 1000,
    encoding: row['Encoding'] ?? '',
    sampleCount: number('SampleCount'),
  });
  if (row['failureMessage'] !== undefined && row['failureMessage'] !== '')
    result.addAssertionResult({ name: '', failure: false, error: false, message: row['failureMessage'] });
  result.success = row['success'] === 'true';
  return result;
}

test('every recorded CSV file with a header is written again byte for byte', async () => {
  let count = 0;
  for (const file of csvFiles) {
    const expected = readFileSync(join(fixtures, file), 'utf8').replaceAll(
      /([,;])vm([,;])/g,
      `$1${hostname()}$2`,
    );
    // A formatted time stamp cannot be read back; an existing file kept the rows it had before.
    const delimiter = /^[a-zA-Z]+([,;\t])\w+\1\w+/.exec(expected)?.[1];
    if (delimiter === undefined || /\n\d{4}\//.test(expected)) continue;
    const [header = [], ...cells]: string[][] = parse(expected, { delimiter, relax_quotes: false });
    const variables = header.filter(
      (name) => FLAG_OF_COLUMN[name] === undefined && !['allThreads', 'ErrorCount'].includes(name),
    );
    const properties = {
      'jmeter.save.saveservice.default_delimiter': delimiter,
      sample_variables: variables.join(','),
    };
    const flags = new Map(
      [...header.flatMap((name) => FLAG_OF_COLUMN[name] ?? []), 'fieldNames'].map((flag) => [flag, true]),
    );
    const events = cells.map((row): SampleEvent => {
      const named = Object.fromEntries(header.map((name, i) => [name, row[i] ?? '']));
      return { result: fromRow(named), variables: variables.map((name) => named[name]) };
    });
    const written = await write(
      (name) => testResults(folder, properties).collector(collector(name, { saveConfig: flags })),
      events,
    );
    expect(written, file).toBe(expected);
    count++;
  }
  expect(count).toBeGreaterThan(450);
});

const childElements = (element: Element): Element[] =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);

/** The request text of an HTTP sample, which XML results hold in parts. */
function httpRequest(text: (name: string) => string | undefined): string | undefined {
  const method = text('method');
  // Without a URL there was no method either.
  if (method === undefined) return text('queryString') === undefined ? undefined : 'null';
  const cookies = text('cookies');
  const end = cookies === '' ? '[no cookies]' : `Cookie Data:\n${cookies}`;
  return `${method} ${text('java.net.URL')}\n\n${method} data:\n${text('queryString')}\n\n${end}\n`;
}

function fromElement(element: Element): SampleResult {
  const attribute = (name: string): string => element.getAttribute(name) ?? '';
  const children = childElements(element);
  const text = (name: string): string | undefined =>
    children.find(({ tagName }) => tagName === name)?.textContent ?? undefined;
  const number = (name: string): number => Number(attribute(name));
  const result = sample({
    ...timed(number('ts'), number('t'), number('it')),
    isHttp: element.tagName === 'httpSample',
    latencyUs: number('lt') * 1000,
    connectUs: number('ct') * 1000,
    label: attribute('lb'),
    responseCode: attribute('rc'),
    responseMessage: attribute('rm'),
    threadName: attribute('tn'),
    dataType: attribute('dt'),
    encoding: attribute('de'),
    bytes: number('by'),
    sentBytes: number('sby'),
    sampleCount: Number(element.getAttribute('sc') ?? 1),
    grpThreads: number('ng'),
    allThreads: number('na'),
    responseHeaders: text('responseHeader') ?? '',
    requestHeaders: text('requestHeader') ?? '',
    responseData: text('responseData') ?? '',
    samplerData: text('samplerData') ?? httpRequest(text),
    url: text('java.net.URL'),
    redirectLocation: text('redirectLocation'),
    filename: text('responseFile') ?? '',
  });
  for (const child of children) {
    if (/^(?:httpS|s)ample$/.test(child.tagName)) (result.subResults ??= []).push(fromElement(child));
    if (child.tagName !== 'assertionResult') continue;
    const part = (name: string): string | null =>
      childElements(child).find(({ tagName }) => tagName === name)?.textContent ?? null;
    result.addAssertionResult({
      name: part('name') ?? '',
      failure: part('failure') === 'true',
      error: part('error') === 'true',
      message: part('failureMessage'),
    });
  }
  result.success = attribute('s') === 'true';
  return result;
}

const FLAGS_OF_NAMES: Readonly<Record<string, string>> = {
  t: 'time',
  it: 'idleTime',
  lt: 'latency',
  ct: 'connectTime',
  ts: 'timestamp',
  s: 'success',
  lb: 'label',
  rc: 'code',
  rm: 'message',
  tn: 'threadName',
  dt: 'dataType',
  de: 'encoding',
  by: 'bytes',
  sby: 'sentBytes',
  sc: 'sampleCount',
  ng: 'threadCounts',
  hn: 'hostname',
  assertionResult: 'assertions',
  sample: 'subresults',
  httpSample: 'subresults',
  responseHeader: 'responseHeaders',
  requestHeader: 'requestHeaders',
  responseData: 'responseData',
  responseFile: 'fileName',
  samplerData: 'samplerData',
  cookies: 'samplerData',
  'java.net.URL': 'url',
};

test('every recorded XML file is written again byte for byte', async () => {
  for (const file of xmlFiles) {
    const expected = readFileSync(join(fixtures, file), 'utf8').replaceAll(' hn="vm"', ` hn="${hostname()}"`);
    const root = new DOMParser().parseFromString(expected, 'text/xml').documentElement;
    if (root === null) throw new Error(`${file} has no element`);
    const names = [...expected.matchAll(/ (\w+)="|<([\w.]+)/g)].map(
      ([, attribute, tag]) => attribute ?? tag ?? '',
    );
    const flags = new Map(names.flatMap((name) => FLAGS_OF_NAMES[name] ?? []).map((flag) => [flag, true]));
    const saveConfig = new Map([...flags, ['xml', true]]);
    const events = childElements(root).map((element) => ({ result: fromElement(element), variables: [] }));
    const written = await write(
      (name) => testResults(folder).collector(collector(name, { saveConfig })),
      events,
    );
    expect(written, file).toBe(expected);
  }
  expect(xmlFiles.length).toBeGreaterThan(150);
});
