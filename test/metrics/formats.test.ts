import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FAMILIES } from '../../src/metrics/families.ts';
import { otlpJson } from '../../src/metrics/otlp.ts';
import { prometheusName, prometheusText } from '../../src/metrics/prometheus-text.ts';
import { observe, Registry } from '../../src/metrics/registry.ts';

test("Prometheus' text: names with units, values of labels escaped", () => {
  const registry = new Registry();
  registry.number('connectionsOpen').value = 7;
  registry.number('sent', { label: 'say "hi"\\\nand\u00e9' }).value = 1.5;
  expect(prometheusText(registry.families())).toBe(
    [
      '# HELP wsmeter_sent_bytes_total Bytes that samples sent.',
      '# TYPE wsmeter_sent_bytes_total counter',
      String.raw`wsmeter_sent_bytes_total{label="say \"hi\"\\\nandé"} 1.5`,
      '# HELP wsmeter_connections_open WebSocket connections that are open now.',
      '# TYPE wsmeter_connections_open gauge',
      'wsmeter_connections_open 7',
      '',
    ].join('\n'),
  );
});

test('every metric has a name that both Prometheus and OpenTelemetry take, and no other has', () => {
  const families = Object.values(FAMILIES);
  for (const family of families) {
    expect(family.name).toMatch(/^wsmeter(?:\.[a-z]+(?:_[a-z]+)*)+$/);
    expect(prometheusName(family)).toMatch(/^wsmeter(?:_[a-z]+)+$/);
  }
  expect(new Set(families.map(prometheusName)).size).toBe(families.length);
});

test('docs/metrics.md tells of every metric, by both names', () => {
  const document = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/metrics.md'), 'utf8');
  const told = Array.from(
    document.matchAll(/^\| `(wsmeter_\w+)` +\| `(wsmeter\.[\w.]+)` +\| (\w+) /gm),
    ([, prometheus, name, type]) => ({ prometheus, name, type }),
  );
  expect(told).toEqual(
    Object.values(FAMILIES).map((family) => ({
      prometheus: prometheusName(family),
      name: family.name,
      type: family.type,
    })),
  );
});

test('OTLP: counters, gauges and histograms as opentelemetry-proto has them', () => {
  const registry = new Registry();
  registry.number('samples', { label: 'echo', result: 'success' }).value = 3;
  registry.number('threadsActive').value = 2;
  const series = registry.histogram('handshakeDuration');
  observe(series, 700);
  observe(series, 61_000_000);
  const json = otlpJson(
    registry.families(),
    { 'service.name': 'wsmeter' },
    { startMs: 1_796_044_700_000, nowMs: 1_796_044_701_234.5 },
  );
  const time = { startTimeUnixNano: '1796044700000000000', timeUnixNano: '1796044701234000000' };
  const text = (key: string, stringValue: string): unknown => ({ key, value: { stringValue } });
  expect(JSON.parse(json)).toEqual({
    resourceMetrics: [
      {
        resource: { attributes: [text('service.name', 'wsmeter')] },
        scopeMetrics: [
          {
            scope: { name: 'wsmeter' },
            metrics: [
              {
                name: 'wsmeter.samples',
                description: FAMILIES.samples.help,
                unit: '1',
                sum: {
                  aggregationTemporality: 2,
                  isMonotonic: true,
                  dataPoints: [
                    { attributes: [text('label', 'echo'), text('result', 'success')], ...time, asDouble: 3 },
                  ],
                },
              },
              {
                name: 'wsmeter.handshake.duration',
                description: FAMILIES.handshakeDuration.help,
                unit: 's',
                histogram: {
                  aggregationTemporality: 2,
                  dataPoints: [
                    {
                      attributes: [],
                      ...time,
                      count: '2',
                      sum: 61.0007,
                      bucketCounts: '0001000000000000001'.split(''),
                      explicitBounds: [
                        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
                        2.5, 5, 10, 30, 60,
                      ],
                    },
                  ],
                },
              },
              {
                name: 'wsmeter.threads.active',
                description: FAMILIES.threadsActive.help,
                unit: '1',
                gauge: { dataPoints: [{ attributes: [], ...time, asDouble: 2 }] },
              },
            ],
          },
        ],
      },
    ],
  });
});
