import { expect, test } from 'vitest';
import { BackendArguments } from '../../../src/metrics/backend/arguments.ts';
import type { BackendSample } from '../../../src/metrics/backend/backend-sample.ts';
import {
  GraphiteClient,
  graphitePickle,
  graphiteText,
} from '../../../src/metrics/backend/graphite-client.ts';
import { InfluxClient } from '../../../src/metrics/backend/influx-client.ts';
import type { BackendClient, ClientEnvironment } from '../../../src/metrics/backend/client.ts';
import { RunProperties } from '../../../src/engine/properties.ts';

const environment: ClientEnvironment = {
  properties: new RunProperties([]),
  threads: () => ({ started: 0, finished: 0 }),
  refusePercentile: () => {},
};
const sample = (label: string, error?: BackendSample['error']): BackendSample => ({
  label,
  threadName: 'thread',
  startMs: 0,
  elapsedMs: 1,
  latencyMs: 0,
  connectMs: 0,
  error,
  sampleCount: 1,
  hits: 1,
  sentBytes: 0,
  receivedBytes: 0,
  cumulated: { hits: 1, sentBytes: 0, receivedBytes: 0 },
  activeThreads: 1,
});
const linesOf = (client: BackendClient): string[] =>
  String(client.payload('interval', 1_796_044_700_000)).split('\n').slice(0, -1);

test('a backslash at the end of what a server sent escapes nothing', () => {
  const client = new InfluxClient(new BackendArguments([['application', 'a']]), environment);
  client.add(sample('x', { code: '500', message: 'no\\\\' }));
  expect(linesOf(client)).toContain(
    'jmeter,application=a,transaction=x,responseCode=500,responseMessage=no count=1 1796044700000000000',
  );
});

test('labels and messages that never repeat are bounded', () => {
  const client = new InfluxClient(new BackendArguments([]), environment);
  for (let i = 0; i < 3000; i++) client.add(sample(`label ${i}`));
  for (let i = 0; i < 1000; i++) client.add(sample('label 0', { code: '500', message: `${i}` }));
  const lines = linesOf(client);
  expect(lines.filter((line) => line.includes('statut=ok'))).toHaveLength(2000);
  expect(lines.find((line) => line.includes('transaction=all'))).toContain('count=4000,countError=1000,');
  expect(lines.filter((line) => line.includes('responseMessage='))).toHaveLength(501);
  expect(lines.find((line) => line.includes('(other\\ errors)'))).toContain(' count=500 ');
});

test("Graphite: a label cannot end a line, nor a pickle's text", () => {
  const values = new BackendArguments([
    ['summaryOnly', 'false'],
    ['useRegexpForSamplersList', 'true'],
    ['samplersList', '(?s).*'],
  ]);
  const text = new GraphiteClient(values, environment, graphiteText);
  text.add(sample("a\nb'.c"));
  expect(linesOf(text)).toContain("jmeter.a-b'_c.ok.count 1 1796044700");
  const pickle = new GraphiteClient(values, environment, graphitePickle);
  pickle.add(sample("it's"));
  expect(linesOf(pickle)).toContain(String.raw`tta(S'jmeter.it\'s.ok.count'`);
});
