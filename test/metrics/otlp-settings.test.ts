import { describe, expect, test } from 'vitest';
import { otlpSettings } from '../../src/metrics/otlp-settings.ts';

describe('where metrics are exported to', () => {
  test.each([
    ['', {}, 'http://localhost:4318/v1/metrics'],
    ['http://collector:4318', {}, 'http://collector:4318/v1/metrics'],
    ['https://host/otlp/', {}, 'https://host/otlp/v1/metrics'],
    ['http://host/v1/metrics', {}, 'http://host/v1/metrics'],
    ['', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://base' }, 'http://base/v1/metrics'],
    ['', { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://whole/path' }, 'http://whole/path'],
    [
      'http://given',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://base', OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://whole' },
      'http://given/v1/metrics',
    ],
  ])('%j with %j', (url, env, expected) => {
    expect(otlpSettings(url, env).url.href).toBe(expected);
  });

  test.each(['localhost:4318', 'grpc://host:4317'])('%j is no address', (text) => {
    expect(() => otlpSettings('', { OTEL_EXPORTER_OTLP_ENDPOINT: text })).toThrow(
      `--otlp: "${text}" is no URL of http or https.`,
    );
  });
});

test('without settings there are no headers, and metrics go every ten seconds', () => {
  expect(otlpSettings('', {})).toMatchObject({
    headers: {},
    intervalMs: 10_000,
    timeoutMs: 10_000,
    resource: { 'service.name': 'wsmeter' },
  });
});

test("settings are OpenTelemetry's; nonsense counts as not set", () => {
  const settings = otlpSettings('', {
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b%2C, other = x=y ,nonsense,bad=%zz',
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'api-key=own',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,team=b',
    OTEL_SERVICE_NAME: 'c',
  });
  expect(settings).toMatchObject({
    headers: { 'api-key': 'own', other: 'x=y', bad: '%zz' },
    intervalMs: 500,
    timeoutMs: 10_000,
    resource: { 'service.name': 'c', team: 'b' },
  });
});
