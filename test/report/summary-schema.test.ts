import fs from 'node:fs';
import path from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { group, javaRequest, plan } from '../support/plan-text.ts';
import { execute, removeScratch, scratch } from '../support/program.ts';
// @ts-expect-error It is a program, too, and has no types.
import { SCHEMA_FILE, summarySchema } from './summary-schema.mjs';

const PLANS = path.resolve(import.meta.dirname, '../../plans');
const text = fs.readFileSync(SCHEMA_FILE as string, 'utf8');

/** The schema without room for fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  return copy['type'] === 'object' && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

describe('docs/summary.schema.json', () => {
  let folder: string;
  let server: DemoServer;
  beforeAll(async () => {
    server = await startServer();
    folder = scratch({
      'nothing.jmx': plan([group('TG', [])]),
      'failed.jmx': plan([
        group('TG', [javaRequest('a', { sleepMs: 300, fails: true }), javaRequest('b', { fails: true })]),
      ]),
    });
  });
  afterAll(async () => {
    removeScratch(folder);
    await server.close();
  });

  test('says what the program writes', async () => {
    // `npm run docs` makes it anew.
    expect(text).toBe(await (summarySchema as () => Promise<string>)());
  });

  const example = (name: string): string => path.join(PLANS, name);
  test.concurrent.each<[string, string, string[]]>([
    ['a run without a sample', 'nothing.jmx', []],
    ['failed samples', 'failed.jmx', []],
    ['several workers', example('echo.jmx'), ['--workers', '2', '-Jloops=2']],
    ['push delays', example('ticker.jmx'), ['--push-delay', '$.sentAt']],
    ['wrong push delays', example('ticker.jmx'), ['--push-delay', '$.n unit=s']],
    ['late and missing replies', example('stale-reply.jmx'), []],
    ['messages that are passed over', example('push-in-between.jmx'), ['-Jwsmeter.correlation=match']],
    ['a connection that is dropped', example('drop.jmx'), []],
    ['a probe', example('ticker.jmx'), ['--probe']],
    [
      'a server under watch, in rounds',
      example('echo.jmx'),
      ['--watch-pid', String(process.pid), '--memory-limit', '8g', '--rounds', '3', '-Jloops=2'],
    ],
  ])('holds for %s', async (_, file, options) => {
    const name = `${path.basename(file, '.jmx')}-${options.join('').replaceAll(/\W/g, '')}.json`;
    const outcome = await execute(['run', file, `-Jport=${server.port}`, '--json', name, ...options], folder);
    expect([0, 3], outcome.stderr).toContain(outcome.code);
    const summary: unknown = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
    expect(summary).toMatchObject({ version: 1 });
    for (const schema of [JSON.parse(text) as unknown, closed(JSON.parse(text))]) {
      const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
      const isValid = ajv.validate(schema as AnySchemaObject, summary);
      expect(ajv.errors).toBeNull();
      expect(isValid).toBe(true);
    }
  });

  test('refuses another version and a missing figure', () => {
    const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
    const other = { version: 2, total: { label: 'TOTAL' } };
    expect(ajv.validate(JSON.parse(text) as AnySchemaObject, other)).toBe(false);
    const errors = ajv.errors!.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
    expect(errors).toContain('/version must be equal to constant');
    expect(errors).toContain("/total must have required property 'count'");
    expect(errors).toContain(" must have required property 'connections'");
  });
});
