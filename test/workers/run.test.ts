import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { element, flag, group, javaRequest, loop, plan, text } from '../support/plan-text.ts';

const program = path.resolve(import.meta.dirname, '../../dist/cli/main.js');

/** Runs a plan on workers with the built program; gives the rows as label and thread name. */
async function run(
  xml: string,
  workers: number,
  files: Record<string, string> = {},
): Promise<{ rows: string[]; out: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
  writeFileSync(path.join(folder, 'plan.jmx'), xml);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const args = [
    '-n',
    '-t',
    'plan.jmx',
    '-l',
    'out.jtl',
    `-Jwsmeter.workers=${workers}`,
    '-Jjmeterengine.nongui.port=0',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder });
  const [, ...lines] = readFileSync(path.join(folder, 'out.jtl'), 'utf8').trimEnd().split('\n');
  return { rows: lines.map((line) => `${line.split(',')[2]} ${line.split(',')[5]}`), out: stdout };
}

const csv = (recycle: boolean): string =>
  element(
    'CSVDataSet',
    'csv',
    text('filename', 'data.csv') +
      text('variableNames', 'v') +
      flag('recycle', recycle) +
      flag('stopThread', !recycle) +
      text('shareMode', 'shareMode.all'),
  );

describe('a run on several workers', () => {
  it('has the same rows as on one', async () => {
    const xml = plan([
      group('s', [javaRequest('setup')], { tag: 'SetupThreadGroup' }),
      group('g', [loop('l', '3', [javaRequest('a'), javaRequest('b ${__threadNum}')])], {
        threads: 5,
        loops: 2,
      }),
      group('h', [javaRequest('c')], { threads: 2 }),
      group('t', [javaRequest('last')], { tag: 'PostThreadGroup' }),
    ]);
    const [one, three] = [await run(xml, 1), await run(xml, 3)];
    expect(three.rows.toSorted()).toEqual(one.rows.toSorted());
    expect(three.rows[0]).toBe('setup s 1-1');
    expect(three.rows.at(-1)).toBe('last t 1-1');
    expect(three.out).toMatch(/summary = {5}64 in/);
  });

  it('counts, reads data files and limits throughput as one', async () => {
    const xml = plan([
      group('g', [csv(false), javaRequest('${__counter(FALSE)}|${v}')], { threads: 4, loops: -1 }),
    ]);
    const data = Array.from({ length: 40 }, (_, i) => `row${i}`);
    const { rows } = await run(xml, 3, { 'data.csv': `${data.join('\n')}\n` });
    const labels = rows.map((row) => row.split(' ')[0]!.split('|'));
    expect(labels.map(([n]) => Number(n)).toSorted((a, b) => a - b)).toEqual(data.map((_, i) => i + 1));
    expect(new Set(labels.map(([, v]) => v))).toEqual(new Set(data));
  });

  it('gives all threads the same initial variables, and properties set in a setUp group', async () => {
    const xml = plan(
      [
        group('s', [javaRequest('${__setProperty(p,from-setup)}x')], { tag: 'SetupThreadGroup' }),
        group('g', [javaRequest('${__P(p)}/${id}')], { threads: 4 }),
      ],
      '',
      { id: '${__UUID()}' },
    );
    const { rows } = await run(xml, 2);
    const labels = new Set(rows.slice(1).map((row) => row.split(' ')[0]));
    expect([...labels]).toEqual([expect.stringMatching(/^from-setup\/[0-9a-f-]{36}$/)]);
  });

  it('meets at a Synchronizing Timer across workers', async () => {
    const timer = element(
      'SyncTimer',
      'sync',
      '<intProp name="groupSize">4</intProp><longProp name="timeoutInMs">0</longProp>',
    );
    const { rows } = await run(plan([group('g', [timer, javaRequest('a')], { threads: 4, loops: 3 })]), 2);
    expect(rows).toHaveLength(12);
  });

  it('stops on all of them when one sample says so', async () => {
    const bad = javaRequest('bad', { fails: true, sleepMs: 50 });
    const xml = plan([
      group('g', [javaRequest('work', { sleepMs: 10 })], { threads: 4, loops: -1 }),
      group('h', [bad], { properties: text('ThreadGroup.on_sample_error', 'stoptest') }),
    ]);
    const { rows } = await run(xml, 2);
    expect(rows).toContain('bad h 2-1');
    expect(rows.length).toBeLessThan(200);
  });
});
