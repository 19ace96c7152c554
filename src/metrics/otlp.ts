import { BOUNDS_S, FAMILIES, type Family } from './families.ts';
import type { FamilyData, Labels } from './registry.ts';

/** AGGREGATION_TEMPORALITY_CUMULATIVE of opentelemetry/proto/metrics/v1/metrics.proto. */
const CUMULATIVE = 2;

/** When the figures begin and end, milliseconds since the epoch. */
export interface Span {
  readonly startMs: number;
  readonly nowMs: number;
}

const attributes = (labels: Labels): unknown[] =>
  Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: value } }));

/** 64-bit numbers are texts in JSON. */
const nanoseconds = (ms: number): string => `${Math.floor(ms)}000000`;

function metric({ name: key, numbers, histograms }: FamilyData, { startMs, nowMs }: Span): unknown {
  const { name, help, unit, type }: Family = FAMILIES[key];
  const about = { name, description: help, unit };
  const time = { startTimeUnixNano: nanoseconds(startMs), timeUnixNano: nanoseconds(nowMs) };
  const dataPoints =
    type === 'histogram'
      ? histograms.map(({ labels, buckets, sumUs }) => ({
          attributes: attributes(labels),
          ...time,
          count: String(buckets.reduce((sum, count) => sum + count, 0)),
          sum: sumUs / 1e6,
          bucketCounts: buckets.map(String),
          explicitBounds: BOUNDS_S,
        }))
      : numbers.map(({ labels, value }) => ({ attributes: attributes(labels), ...time, asDouble: value }));
  if (type === 'gauge') return { ...about, gauge: { dataPoints } };
  const aggregated = { aggregationTemporality: CUMULATIVE, dataPoints };
  return type === 'histogram'
    ? { ...about, histogram: aggregated }
    : { ...about, sum: { ...aggregated, isMonotonic: true } };
}

/**
 * An ExportMetricsServiceRequest in OTLP's JSON encoding.
 * @param resource attributes of what runs.
 */
export const otlpJson = (families: readonly FamilyData[], resource: Labels, span: Span): string =>
  JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: attributes(resource) },
        scopeMetrics: [
          { scope: { name: 'wsmeter' }, metrics: families.map((family) => metric(family, span)) },
        ],
      },
    ],
  });
