import { BOUNDS_S, FAMILIES, type Family } from './families.ts';
import type { FamilyData, HistogramSeries, Labels } from './registry.ts';

const UNITS: Readonly<Record<Family['unit'], string>> = { s: '_seconds', By: '_bytes', '1': '' };

/** The name of a metric as Prometheus wants it: with its unit, and counters with `_total`. */
export const prometheusName = ({ name, unit, type }: Family): string =>
  `${name.replaceAll('.', '_')}${UNITS[unit]}${type === 'counter' ? '_total' : ''}`;

const escaped = (text: string): string =>
  text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);

/** `{label="echo",result="success"}`; nothing without labels. */
function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', String.raw`\"`)}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function* histogramLines(name: string, { labels, buckets, sumUs }: HistogramSeries): Generator<string> {
  let count = 0;
  for (const [i, inBucket] of buckets.entries()) {
    count += inBucket;
    yield `${name}_bucket${labelText({ ...labels, le: String(BOUNDS_S[i] ?? '+Inf') })} ${count}`;
  }
  yield `${name}_sum${labelText(labels)} ${sumUs / 1e6}`;
  yield `${name}_count${labelText(labels)} ${count}`;
}

function* familyLines({ name: key, numbers, histograms }: FamilyData): Generator<string> {
  const family: Family = FAMILIES[key];
  const name = prometheusName(family);
  yield `# HELP ${name} ${escaped(family.help)}`;
  yield `# TYPE ${name} ${family.type}`;
  for (const { labels, value } of numbers) yield `${name}${labelText(labels)} ${value}`;
  for (const series of histograms) yield* histogramLines(name, series);
}

/** Metrics in Prometheus' text format 0.0.4. */
export const prometheusText = (families: readonly FamilyData[]): string =>
  `${families.flatMap((family) => [...familyLines(family)]).join('\n')}\n`;
