import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogFile, type LogLevelSetting } from '../../src/cli/log-file.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Logs one line at each level for two classes and gives what reached the file, without the times. */
function logged(...levels: LogLevelSetting[]): string[] {
  const file = path.join(folder, 'jmeter.log');
  const log = new LogFile(file, levels);
  for (const level of ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const) {
    log.log(level, 'o.a.j.t.JMeterThread', 'a');
    log.log(level, 'o.a.j.e.StandardJMeterEngine', 'b');
  }
  log.close();
  return fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice('2026-11-30 13:18:27,123 '.length))
    .filter((line) => !line.includes('LogLevel'));
}

describe('the log file', () => {
  test('has lines as JMeter writes them', () => {
    const file = path.join(folder, 'jmeter.log');
    const log = new LogFile(file, []);
    log.log('INFO', 'o.a.j.t.JMeterThread', 'Thread started: TG 1-1');
    log.close();
    expect(fs.readFileSync(file, 'utf8')).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO o\.a\.j\.t\.JMeterThread: Thread started: TG 1-1\n$/,
    );
  });

  test('starts anew and makes its folders', () => {
    const file = path.join(folder, 'logs', 'deep', 'jmeter.log');
    for (const message of ['first', 'second']) {
      const log = new LogFile(file, []);
      log.log('INFO', 'x', message);
      log.close();
    }
    expect(fs.readFileSync(file, 'utf8')).toMatch(/^.{24}INFO x: second\n$/);
  });

  test('leaves out what is below INFO', () => {
    expect(logged()).toHaveLength(6);
  });

  test('takes a level for everything', () => {
    expect(logged({ category: '', level: 'ERROR' })).toEqual([
      'ERROR o.a.j.t.JMeterThread: a',
      'ERROR o.a.j.e.StandardJMeterEngine: b',
    ]);
    expect(logged({ category: '', level: 'debug' })).toHaveLength(8);
  });

  test.each([
    'org.apache.jmeter.threads',
    'org.apache.jmeter.threads.JMeterThread',
    'jmeter.threads',
    'jmeter.threads.JMeterThread',
  ])('takes a level for %s', (category) => {
    expect(logged({ category, level: 'ERROR' }).filter((line) => line.endsWith('a'))).toEqual([
      'ERROR o.a.j.t.JMeterThread: a',
    ]);
    expect(logged({ category, level: 'ERROR' }).filter((line) => line.endsWith('b'))).toHaveLength(3);
  });

  test('says so when a level is unknown, and keeps the one before', () => {
    const file = path.join(folder, 'jmeter.log');
    new LogFile(file, [
      { category: '', level: 'FOO' },
      { category: 'jorphan', level: 'BAR' },
    ]).close();
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain("WARN o.a.j.JMeter: Invalid log level, 'FOO', for the root logger.\n");
    expect(text).toContain("WARN o.a.j.JMeter: Invalid log level, 'BAR' for 'jorphan'.\n");
  });

  test('says which file it cannot write', () => {
    expect(() => new LogFile(folder, [])).toThrow(`The log file ${folder} cannot be written`);
  });
});
