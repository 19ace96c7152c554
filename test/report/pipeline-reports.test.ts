import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { annotations } from '../../src/report/annotations.ts';
import { Criteria } from '../../src/report/criteria/criteria.ts';
import { parseCriterion } from '../../src/report/criteria/parse-criterion.ts';
import type { Verdict } from '../../src/report/criteria/verdict.ts';
import { junitXml } from '../../src/report/junit.ts';
import { summaryMarkdown } from '../../src/report/markdown.ts';
import { ReportCollector, type ReportData } from '../../src/report/report-collector.ts';
import type { JtlRow } from '../../src/results/jtl-reader.ts';
import { give, inSecond, row } from '../support/rows.ts';

const NASTY = '<b>&"\'|`]]>\n@team https://x.test www.x.test [a](b) \u0000\u0008 \ud800 é漢😀';

function report(rows: readonly JtlRow[], ...criteria: string[]): { data: ReportData; verdicts: Verdict[] } {
  const collector = give(new ReportCollector(), rows);
  return {
    data: collector.data(),
    verdicts: give(new Criteria(criteria.map(parseCriterion)), rows).verdicts(),
  };
}

const rows = [
  ...Array.from({ length: 9 }, (_, i) => inSecond(i)),
  inSecond(9, { success: false, responseCode: '500', responseMessage: 'Boom' }),
  row({ label: 'other', elapsed: 1500 }),
];

describe('JUnit XML', () => {
  test('has a case for each label and each criterion', () => {
    const { data, verdicts } = report(rows, 'p95 of echo>5ms', 'fail>50%');
    expect(junitXml(data, verdicts, { name: 'plan.jmx', samplesFail: true })).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="plan.jmx" tests="4" failures="2" errors="0" time="9.010">
  <testsuite name="samples" tests="2" failures="1" errors="0" skipped="0" time="9.010" timestamp="2026-11-30T13:18:20">
    <testcase classname="wsmeter.samples" name="echo" time="0.010">
      <failure type="failed samples" message="1 of 10 samples failed (10%)">echo: 1 of 10 samples failed (10%)</failure>
      <system-out>10 samples, 1 failed; median 10 ms, p95 10 ms, p99 10 ms, max 10 ms</system-out>
    </testcase>
    <testcase classname="wsmeter.samples" name="other" time="1.500">
      <system-out>1 samples, 0 failed; median 1,500 ms, p95 1,500 ms, p99 1,500 ms, max 1,500 ms</system-out>
    </testcase>
  </testsuite>
  <testsuite name="criteria" tests="2" failures="1" errors="0" skipped="0" time="0.000" timestamp="2026-11-30T13:18:20">
    <testcase classname="wsmeter.criteria" name="p95 of echo&gt;5ms" time="0.000">
      <failure type="criterion" message="is 10 ms">p95 of echo&gt;5ms: is 10 ms</failure>
      <system-out>p95 of echo&gt;5ms: is 10 ms</system-out>
    </testcase>
    <testcase classname="wsmeter.criteria" name="fail&gt;50%" time="0.000">
      <system-out>fail&gt;50%: is 9.09%</system-out>
    </testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  test('leaves the verdict to criteria when they decide', () => {
    const { data, verdicts } = report(rows, 'fail>50%');
    expect(junitXml(data, verdicts, { name: 'x', samplesFail: false })).not.toContain('<failure');
  });

  test('fails without a sample', () => {
    const { data } = report([]);
    expect(junitXml(data, [], { name: 'x', samplesFail: false })).toContain('<failure type="no sample"');
  });

  test('is well-formed whatever labels, messages and file names hold', () => {
    const { data, verdicts } = report(
      [row({ label: NASTY, success: false })],
      `${NASTY.slice(0, 8)}: fail>0`,
    );
    const xml = junitXml(data, verdicts, { name: NASTY, samplesFail: true });
    const document = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(`${level}: ${message}`);
      },
    }).parseFromString(xml, 'text/xml');
    const name = document.getElementsByTagName('testcase')[0]?.getAttribute('name');
    expect(name).toBe(NASTY.replace('\u0000\u0008', '\ufffd\ufffd').replace('\ud800', '\ufffd'));
  });
});

describe('the summary in Markdown', () => {
  test('has criteria, samples and errors', () => {
    const { data, verdicts } = report(rows, 'p95 of echo>5ms', 'fail>50%', 'hits>1, continue as non-failed');
    expect(summaryMarkdown(data, verdicts, { title: 'plan.jmx', isFailed: true })).toBe(`## ❌ plan.jmx

**11** samples in 9 s, **1** failed (9.09%), median 10 ms, p95 1,500 ms

### Criteria

| Criterion | Verdict | Value |
| --- | ---: | ---: |
| p95 of echo&gt;5ms | ❌ failed | is 10 ms |
| fail&gt;50% | ✅ held | is 9.09% |
| hits&gt;1, continue as non\\-failed | ⚠️ noticed | is 11 |

### Samples

| Label | Samples | Failed | Median ms | p95 ms | p99 ms | Max ms | Per second |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| echo | 10 | 1 (10%) | 10 | 10 | 10 | 10 | 1.11 |
| other | 1 | 0 | 1,500 | 1,500 | 1,500 | 1,500 | 0.67 |
| **Total** | **11** | **1 (9.09%)** | **10** | **1,500** | **1,500** | **1,500** | **1.22** |

### Errors

| Kind | Code | Message | Count |
| --- | ---: | ---: | ---: |
| status 500 | 500 | Boom | 1 |

`);
  });

  test('lets nothing out of a cell: no markup, table, mention or link', () => {
    const { data } = report([row({ label: NASTY, success: false, responseMessage: NASTY })]);
    const line = summaryMarkdown(data, [], { title: 'x', isFailed: true })
      .split('\n')
      .find((each) => each.includes('team'));
    expect(line).toContain(
      '| &lt;b&gt;&amp;"\'\\|\\`\\]\\]&gt; @\u200bteam https:\u200b//x.test www\u200b.x.test \\[a\\]\\(b\\)',
    );
  });

  test('stays far below what GitHub takes', () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      row({ label: `${i}${'x'.repeat(500)}`, success: false, responseMessage: `${i}${'y'.repeat(500)}` }),
    );
    const text = summaryMarkdown(report(many).data, [], { title: 'x', isFailed: true });
    expect(text.length).toBeLessThan(50_000);
    expect(text).toContain('… and 1,951 more labels');
  });
});

describe('annotations', () => {
  test('name failed criteria, then what failed', () => {
    const { data, verdicts } = report(rows, 'p95 of echo>5ms', 'fail>50%', 'hits>1, continue as non-failed');
    expect(annotations(data, verdicts, true)).toBe(
      '::error title=Criterion failed::p95 of echo>5ms: is 10 ms\n' +
        '::notice title=Criterion noticed::hits>1, continue as non-failed: is 11\n' +
        '::error title=1 samples failed (9.09%25)%3A status 500::500: Boom\n',
    );
    expect(annotations(data, [], false)).toBe('');
    expect(annotations(report([]).data, [], false)).toBe('::error title=No sample::There is no sample.\n');
  });

  test('are no more than GitHub shows, each on one line', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      row({ success: false, responseMessage: `${i}\r\n::error::forged%0A` }),
    );
    const lines = annotations(report(many).data, [], true).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.every((line) => line.startsWith('::error title=1 samples failed'))).toBe(true);
    expect(lines[0]).toContain('%0D%0A::error::forged%250A');
  });
});
