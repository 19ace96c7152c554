import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SampleEvent, SampleResult } from '../../src/types.ts';
import { ALL_FLAGS, collector, sample, testResults } from '../support/results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xml-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const save = (name: string): string => `jmeter.save.saveservice.${name}`;

/** What an XML file holds between its start and end tags. */
async function records(
  results: readonly (SampleResult | SampleEvent)[],
  properties: Record<string, string> = {},
  saveConfig?: ReadonlyMap<string, boolean>,
): Promise<string> {
  const run = testResults(folder, { [save('output_format')]: 'xml', ...properties });
  const sink =
    saveConfig === undefined
      ? run.file('out.xml')
      : run.collector(collector('out.xml', { saveConfig: new Map([...saveConfig, ['xml', true]]) }));
  for (const result of results) sink.sample('result' in result ? result : { result, variables: [] });
  await sink.close();
  const text = readFileSync(join(folder, 'out.xml'), 'utf8');
  rmSync(join(folder, 'out.xml'));
  const [, inside] =
    /^<\?xml [^>]*\?>\n<testResults version="1\.2">\n(.*)\n<\/testResults>\n$/s.exec(text) ?? [];
  if (inside === undefined) throw new Error(`no XML results: ${text}`);
  return inside;
}

test('the default attributes', async () => {
  expect(await records([sample({ endUs: 1_796_044_708_070_000, bytes: 3, sentBytes: 4 })])).toBe(
    '<sample t="2" it="0" lt="0" ct="0" ts="1796044708068" s="true" lb="a" rc="200" rm="OK" tn="TG 1-1" dt="text" by="3" sby="4" ng="1" na="1"/>\n',
  );
});

test('everything on: attributes and children in their order', async () => {
  const result = sample({
    success: false,
    responseHeaders: 'Upgrade: websocket',
    responseData: 'hello é\n',
    samplerData: 'Connect URL:\nws://x/\n',
    filename: 'r_1.unknown',
    encoding: 'UTF-8',
    url: 'ws://x/?a=1&b=<2>',
  });
  result.addAssertionResult({ name: 'Ok', failure: false, error: false, message: null });
  result.addAssertionResult({ name: 'No', failure: true, error: false, message: 'Test failed: "x"' });
  expect(
    await records([{ result, variables: ['v1', undefined] }], { sample_variables: 'a_b,no' }, ALL_FLAGS),
  ).toBe(
    `<sample t="0" it="0" lt="0" ct="0" ts="1796044708068" s="false" lb="a" rc="200" rm="OK" tn="TG 1-1" dt="text" de="UTF-8" by="0" sby="0" sc="1" ec="1" ng="1" na="1" hn="${hostname()}" a__b="v1" no="">
  <assertionResult>
    <name>Ok</name>
    <failure>false</failure>
    <error>false</error>
  </assertionResult>
  <assertionResult>
    <name>No</name>
    <failure>true</failure>
    <error>false</error>
    <failureMessage>Test failed: &quot;x&quot;</failureMessage>
  </assertionResult>
  <responseHeader class="java.lang.String">Upgrade: websocket</responseHeader>
  <requestHeader class="java.lang.String"></requestHeader>
  <responseData class="java.lang.String">hello é
</responseData>
  <responseFile class="java.lang.String">r_1.unknown</responseFile>
  <samplerData class="java.lang.String">Connect URL:
ws://x/
</samplerData>
  <java.net.URL>ws://x/?a=1&amp;b=&lt;2&gt;</java.net.URL>
</sample>
`,
  );
});

test('characters are escaped as JMeter escapes them, in attributes and in text', async () => {
  const odd = 'ctl\u0001\u007f\u0085 emoji😀 unas\u0378 \ufffe tab\t cr\r lf\n q" a\' <&> ]]> nbsp\u00a0';
  const flags = new Map([
    ['label', true],
    ['responseData', true],
  ]);
  expect(await records([sample({ label: odd, responseData: odd })], {}, flags)).toBe(
    '<sample lb="ctl&#x1;&#x7f;&#x85; emoji😀 unas&#x378; &#xfffe; tab&#x9; cr&#xd; lf&#xa; q&quot; a&apos; &lt;&amp;&gt; ]]&gt; nbsp\u00a0">\n' +
      '  <responseData class="java.lang.String">ctl&#x1;&#x7f;&#x85; emoji😀 unas&#x378; &#xfffe; tab\t cr&#xd; lf\n q&quot; a&apos; &lt;&amp;&gt; ]]&gt; nbsp\u00a0</responseData>\n' +
      '</sample>\n',
  );
});

test('null is empty, unlike in CSV', async () => {
  expect(await records([sample({ responseCode: null, responseMessage: null })])).toContain('rc="" rm=""');
});

test('names of variables become names of attributes', async () => {
  const names = 'a_b,a$b,x y,no,1x,q"<r,é-1.2';
  const text = await records([{ result: sample(), variables: names.split(',') }], {
    sample_variables: names,
  });
  expect(text).toContain(
    ' a__b="a_b" a_-b="a$b" x_.0020y="x y" no="no" _.0031x="1x" q_.0022_.003cr="q&quot;&lt;r" é-1.2="é-1.2"/>',
  );
});

test('sub-results are elements inside, at any depth, and can be left out', async () => {
  const chain = (depth: number): SampleResult => {
    const result = sample({ label: `L${depth}` });
    if (depth < 14) result.addSubResult(chain(depth + 1), false);
    return result;
  };
  const flags = new Map([['label', true]]);
  const nested = await records([chain(0)], {}, new Map([...flags, ['subresults', true]]));
  expect(nested.startsWith('<sample lb="L0">\n  <sample lb="L1">\n    <sample lb="L2">\n')).toBe(true);
  expect(nested).toContain(`${'  '.repeat(14)}<sample lb="L14"/>\n${'  '.repeat(13)}</sample>\n`);
  expect(await records([chain(0)], {}, flags)).toBe('<sample lb="L0"/>\n');
});

test('response data: bytes are not shown, and only failed samples have any when it is for errors', async () => {
  const flags = new Map([['responseDataOnError', true]]);
  const failed = sample({ success: false, responseData: 'body', samplerData: 'sent' });
  expect(await records([sample({ responseData: 'body', samplerData: 'sent' }), failed], {}, flags)).toBe(
    '<sample/>\n<sample>\n  <responseData class="java.lang.String">body</responseData>\n' +
      '  <samplerData class="java.lang.String">sent</samplerData>\n</sample>\n',
  );
  const binary = sample({ dataType: 'bin', responseData: Uint8Array.of(1, 2) });
  expect(await records([binary, sample({ dataType: '' })], {}, new Map([['responseData', true]]))).toBe(
    ['bin', '']
      .map(
        (type) =>
          `<sample>\n  <responseData class="java.lang.String">Non-TEXT response data, cannot record: (${type})</responseData>\n</sample>\n`,
      )
      .join(''),
  );
});

test('functional mode saves response and request data whatever the flags say', async () => {
  expect(
    await records([sample({ responseData: 'x', samplerData: 'y' })], { functional: 'true' }, new Map()),
  ).toBe(
    '<sample>\n  <responseData class="java.lang.String">x</responseData>\n' +
      '  <samplerData class="java.lang.String">y</samplerData>\n</sample>\n',
  );
});

test('HTTP samples have an element name of their own and their request in parts', async () => {
  const result = sample({
    isHttp: true,
    url: 'http://h/a',
    samplerData: 'POST http://h/a\n\nPOST data:\nq=1\n&r\n\nCookie Data:\nk=v\n',
  });
  const flags = new Map([
    ['samplerData', true],
    ['url', true],
  ]);
  expect(await records([result], {}, flags)).toBe(
    '<httpSample>\n  <cookies class="java.lang.String">k=v</cookies>\n  <method class="java.lang.String">POST</method>\n' +
      '  <queryString class="java.lang.String">q=1\n&amp;r</queryString>\n  <java.net.URL>http://h/a</java.net.URL>\n</httpSample>\n',
  );
});

test('time stamps stay milliseconds, with timestamp_format=none in a listener too', async () => {
  const flags = new Map([['timestamp', true]]);
  expect(await records([sample()], { [save('timestamp_format')]: 'yyyy' }, flags)).toBe(
    '<sample ts="1796044708068"/>\n',
  );
  expect(await records([sample()], { [save('timestamp_format')]: 'none' }, flags)).toBe(
    '<sample ts="1796044708068"/>\n',
  );
  expect(await records([sample()], { [save('timestamp_format')]: 'none' })).not.toContain('ts=');
});

test('a processing instruction stands behind the XML declaration', async () => {
  const run = testResults(folder, {
    [save('output_format')]: 'xml',
    [save('xml_pi')]: '<?xml-stylesheet type="text/xsl" href="x.xsl"?>',
  });
  await run.file('out.xml').close();
  expect(readFileSync(join(folder, 'out.xml'), 'utf8')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="x.xsl"?>\n<testResults version="1.2">\n\n</testResults>\n',
  );
});

test('only the lower-case word xml asks for XML', async () => {
  const sink = testResults(folder, { [save('output_format')]: 'XML' }).file('out.csv');
  await sink.close();
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toMatch(/^timeStamp,/);
});
