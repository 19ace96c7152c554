import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadProperties, type PropertySettings } from '../../src/cli/properties/load-properties.ts';

let folder: string;
let before: string;
beforeEach(() => {
  before = process.cwd();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  fs.rmSync(folder, { recursive: true });
});

const jmeter = (name: string, value: string) => ({ kind: 'jmeter', name, value }) as const;
const system = (name: string, value: string) => ({ kind: 'system', name, value }) as const;

async function load(settings: Partial<PropertySettings>) {
  const lines: string[] = [];
  const unreadable: string[] = [];
  const properties = await loadProperties(
    { baseFile: undefined, sources: [], ...settings },
    { log: (level, _category, message) => lines.push(`${level} ${message}`) },
    (file) => unreadable.push(file),
  );
  return { get: (name: string) => properties.get(name), lines, unreadable };
}

describe('the properties of a run', () => {
  test("start with JMeter's own", async () => {
    const { get } = await load({});
    expect(get('summariser.name')).toBe('summary');
    expect(get('jmeter.version')).toBe('5.6.3');
    expect(get('user.dir')).toBe(process.cwd());
    expect(get('START.MS')).toMatch(/^\d{13}$/);
    expect(get('START.YMD')).toMatch(/^\d{8}$/);
    expect(get('START.HMS')).toMatch(/^\d{6}$/);
  });

  test('take the command line in its order: a later file wins over an earlier -J and the other way round', async () => {
    fs.writeFileSync('q.properties', 'x=file');
    const file = { kind: 'jmeter-file', file: 'q.properties' } as const;
    expect((await load({ sources: [jmeter('x', 'option'), file] })).get('x')).toBe('file');
    expect((await load({ sources: [file, jmeter('x', 'option')] })).get('x')).toBe('option');
  });

  test('take user.properties and system.properties of the working directory, below the command line', async () => {
    fs.writeFileSync('user.properties', 'x=user\ny=user');
    fs.writeFileSync('system.properties', 'x=system\nz=system');
    const { get } = await load({ sources: [jmeter('y', 'option')] });
    expect([get('x'), get('y'), get('z')]).toEqual(['user', 'option', 'system']);
  });

  test('look a name up in the system properties when JMeter has none', async () => {
    const { get } = await load({ sources: [system('x', 's'), system('y', 's'), jmeter('y', 'j')] });
    expect([get('x'), get('y')]).toEqual(['s', 'j']);
  });

  test('lose a property that is set to nothing, with a warning in the log', async () => {
    const { get, lines } = await load({
      sources: [jmeter('x', '1'), jmeter('x', ''), system('user.dir', '')],
    });
    expect([get('x'), get('user.dir')]).toEqual([undefined, undefined]);
    expect(lines).toContain('WARN Removing JMeter property: x');
  });

  test('come from the file of -p instead; without its user.properties no such file is read', async () => {
    fs.writeFileSync('user.properties', 'x=user');
    fs.writeFileSync('p.properties', 'a=p');
    const { get } = await load({ baseFile: 'p.properties' });
    expect([get('a'), get('x'), get('summariser.name')]).toEqual(['p', undefined, undefined]);
    fs.writeFileSync('p.properties', 'user.properties=user.properties');
    expect((await load({ baseFile: 'p.properties' })).get('x')).toBe('user');
  });

  test('stop with one line when the file of -p is missing', async () => {
    await expect(load({ baseFile: 'missing.properties' })).rejects.toThrow(
      'Could not read JMeter properties file:missing.properties',
    );
  });

  test('go on without a file of -q or -S that is missing, and name it', async () => {
    const { lines, unreadable } = await load({
      sources: [
        { kind: 'jmeter-file', file: 'a' },
        { kind: 'system-file', file: 'b' },
      ],
    });
    expect(unreadable).toEqual(['a', 'b']);
    expect(lines).toContain("WARN Can't find additional property file: a");
  });

  test('keep passwords out of the log', async () => {
    const { lines } = await load({ sources: [jmeter('http.proxyPass', 'geheim')] });
    expect(lines.join()).not.toContain('geheim');
  });
});
