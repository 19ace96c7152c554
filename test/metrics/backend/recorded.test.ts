import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BackendArguments } from '../../../src/metrics/backend/arguments.ts';
import type { BackendSample } from '../../../src/metrics/backend/backend-sample.ts';
import type { BackendClient, ClientEnvironment } from '../../../src/metrics/backend/client.ts';
import { GraphiteClient, graphiteText } from '../../../src/metrics/backend/graphite-client.ts';
import { InfluxClient } from '../../../src/metrics/backend/influx-client.ts';
import { RunProperties } from '../../../src/engine/properties.ts';
import { readPlan } from '../../../src/jmx/read-plan.ts';
import type { JmxElement } from '../../../src/jmx/element.ts';
import { readJtl, type JtlRow } from '../../../src/results/jtl-reader.ts';
import { graphiteFigures, influxFigures } from './figures.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/metrics');

interface Sent {
  readonly atMs: number;
  readonly body: string;
}

const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));

/** When the figures were made: InfluxDB's lines tell, others are those of the moment when they came. */
const madeMs = ({ atMs, body }: Sent): number => Number(/ (\d{13})0{6}\n$/.exec(body)?.[1] ?? atMs);

/** The arguments of the plan's Backend Listener. */
function listenerArguments(element: JmxElement): BackendArguments {
  const listener = find(element, 'BackendListener');
  const property = listener?.properties.get('arguments');
  if (property?.kind !== 'element') throw new Error('no Backend Listener');
  const pairs = property.element.properties.get('Arguments.arguments');
  if (pairs === undefined || !('items' in pairs)) throw new Error('no arguments');
  return new BackendArguments(
    pairs.items.map((item) => {
      if (item.kind !== 'element') throw new Error('no argument');
      const text = (name: string): string => {
        const value = item.element.properties.get(name);
        return value !== undefined && 'value' in value ? value.value : '';
      };
      return [text('Argument.name'), text('Argument.value')] as const;
    }),
  );
}

function find(element: JmxElement, className: string): JmxElement | undefined {
  if (element.testclass.endsWith(className)) return element;
  for (const child of element.children) {
    const found = find(child, className);
    if (found !== undefined) return found;
  }
  return undefined;
}

function sampleOf(row: JtlRow): BackendSample {
  const sentBytes = row.sentBytes ?? 0;
  const receivedBytes = row.bytes ?? 0;
  const { failureMessage = '', responseCode = '', responseMessage = '' } = row;
  const isAssertion = failureMessage !== '';
  return {
    label: row.label ?? '',
    threadName: row.threadName ?? '',
    startMs: row.timeStamp ?? 0,
    elapsedMs: row.elapsed ?? 0,
    latencyMs: row.Latency ?? 0,
    connectMs: row.Connect ?? 0,
    error:
      row.success === true
        ? undefined
        : {
            code: isAssertion ? 'Assertion failed' : responseCode || '0',
            message: (isAssertion ? failureMessage.trim() : responseMessage) || 'None',
          },
    sampleCount: 1,
    hits: 1,
    sentBytes,
    receivedBytes,
    cumulated: { hits: 1, sentBytes, receivedBytes },
    activeThreads: 1,
  };
}

/** Gives a client the rows of a recorded results file, and takes what it has to send whenever JMeter sent. */
async function replay(
  name: string,
  open: (values: BackendArguments, environment: ClientEnvironment) => BackendClient,
): Promise<{ sent: Sent[]; made: string[]; refused: string[] }> {
  const folder = path.join(FIXTURES, name);
  const { properties } = readJson(path.join(folder, 'case.json')) as { properties: Record<string, string> };
  const sent = readJson(path.join(folder, 'sent.json')) as Sent[];
  const refused: string[] = [];
  const client = open(listenerArguments(readPlan(path.join(folder, 'plan.jmx'))), {
    properties: new RunProperties(Object.entries(properties)),
    threads: () => ({ started: 1, finished: 0 }),
    refusePercentile: (text) => refused.push(text),
  });
  const rows: JtlRow[] = [];
  await readJtl(path.join(folder, 'golden.csv'), (row) => {
    rows.push(Object.assign(Object.create(Object.getPrototypeOf(row) as object) as JtlRow, row));
  });
  const samples = rows.map(sampleOf);
  const made = sent.map((each, i) => {
    const ms = madeMs(each);
    while (samples[0] !== undefined && samples[0].startMs + samples[0].elapsedMs <= ms)
      client.add(samples.shift()!);
    const moment = i === 0 ? 'start' : i === sent.length - 1 ? 'end' : 'interval';
    return String(client.payload(moment, ms));
  });
  expect(samples).toEqual([]);
  return { sent, made, refused };
}

describe('what JMeter made of the same samples', () => {
  test.each(['influx-intervals', 'influx-timed', 'influx-estimator', 'influx-udp'])('%s', async (name) => {
    const { sent, made, refused } = await replay(
      name,
      (values, environment) => new InfluxClient(values, environment),
    );
    for (const [i, { body }] of sent.entries()) {
      const expected = influxFigures(body);
      const actual = influxFigures(made[i]!);
      // How many threads ran is seen at another moment there.
      for (const figures of [expected, actual])
        for (const key of figures.keys()) if (key.includes('=internal')) figures.delete(key);
      expect(actual, `${i + 1}`).toEqual(expected);
    }
    expect(refused).toEqual(name === 'influx-udp' ? [] : ['x']);
  });

  test('graphite-intervals', async () => {
    const { sent, made } = await replay(
      'graphite-intervals',
      (values, environment) => new GraphiteClient(values, environment, graphiteText),
    );
    expect(sent.length).toBeGreaterThan(3);
    for (const [i, { body }] of sent.entries()) {
      const expected = graphiteFigures(body);
      const actual = graphiteFigures(made[i]!);
      for (const figures of [expected, actual])
        for (const name of figures.keys()) if (name.startsWith('jmeter.test.')) figures.delete(name);
      expect(actual, `${i + 1}`).toEqual(expected);
    }
  });
});
