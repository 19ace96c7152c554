import type { WebSocketCase } from './case.ts';
import { byThread, labels, type Jtl, type Row } from './jtl.ts';

type Rule = WebSocketCase['compare'];

/** Differences between recorded and actual rows, as sentences. Times are not compared. */
export function compareRows(rule: Rule, golden: Jtl, actual: Jtl): string[] {
  if (rule.mode === 'counts') return compareCounts(rule.countKeys ?? [], golden.rows, actual.rows);
  const differences: string[] = [];
  const expected = byThread(golden.rows);
  const got = byThread(actual.rows);
  for (const thread of new Set([...expected.keys(), ...got.keys()])) {
    if (rule.skipThreads?.includes(thread) === true) continue;
    const [e, g] = [expected.get(thread) ?? [], got.get(thread) ?? []];
    differences.push(
      ...compareThread(
        rule,
        rule.subRows === 'ignore' ? withoutSubRows(e) : e,
        rule.subRows === 'ignore' ? withoutSubRows(g) : g,
        thread,
      ),
    );
  }
  return differences;
}

function compareCounts(keys: readonly string[], golden: readonly Row[], actual: readonly Row[]): string[] {
  const count = (rows: readonly Row[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const key = keys.map((k) => row[k]).join(' | ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const [expected, got] = [count(golden), count(actual)];
  return [...new Set([...expected.keys(), ...got.keys()])]
    .filter((key) => expected.get(key) !== got.get(key))
    .map((key) => `count of [${key}]: expected ${expected.get(key) ?? 0}, got ${got.get(key) ?? 0}`);
}

/** Leaves out rows labelled `<label of a row before>-<number>`. */
function withoutSubRows(rows: readonly Row[]): Row[] {
  const parents = new Set<string>();
  return rows.filter((row) => {
    const label = row['label'] ?? '';
    const parent = /^(.*)-\d+$/.exec(label)?.[1];
    if (parent !== undefined && parents.has(parent)) return false;
    parents.add(label);
    return true;
  });
}

function compareThread(rule: Rule, golden: readonly Row[], actual: readonly Row[], thread: string): string[] {
  const differences: string[] = [];
  if (golden.length !== actual.length)
    differences.push(
      `${thread}: expected ${golden.length} rows (${labels(golden)}), got ${actual.length} (${labels(actual)})`,
    );
  golden.forEach((expected, i) => {
    const got = actual[i];
    if (got === undefined) return;
    const label = expected['label'] ?? '';
    const soft = rule.soft?.[label] ?? [];
    const where = `${thread} row ${i + 1} [${label}]`;
    for (const column of rule.exact) {
      if (soft.includes(column)) continue;
      const admissible = rule.anyOf?.[label]?.[column] ?? [expected[column] ?? ''];
      if (!admissible.includes(got[column] ?? ''))
        differences.push(
          `${where} ${column}: expected ${admissible.map((v) => JSON.stringify(v)).join(' or ')}, ` +
            `got ${JSON.stringify(got[column])}`,
        );
    }
    differences.push(...compareTimes(expected, got, soft).map((text) => `${where} ${text}`));
  });
  return differences;
}

/** What holds for times whatever the machine: none where nothing was started, and a connect time only where one was opened. */
function compareTimes(expected: Row, got: Row, soft: readonly string[]): string[] {
  const zero = (column: string): string[] =>
    soft.includes(column) || got[column] === '0' ? [] : [`${column}: expected 0, got ${got[column]}`];
  if (expected['timeStamp'] === '0') return ['elapsed', 'Latency', 'Connect'].flatMap(zero);
  const opened = expected['responseCode'] === '101' || expected['Connect'] !== '0';
  const connect = Number(got['Connect']);
  return [
    ...(expected['Latency'] === '0' ? zero('Latency') : []),
    ...(opened ? [] : zero('Connect')),
    ...(opened && !soft.includes('Connect') && !(connect >= 0 && connect <= Number(got['elapsed']))
      ? [`Connect ${connect} is not within elapsed ${got['elapsed']}`]
      : []),
  ];
}

/** What the server saw of one connection, as far as it is compared. */
interface SeenConnection {
  readonly kind: string;
  readonly http?: string;
  readonly proxy?: unknown;
  readonly request?: string;
  readonly headers?: unknown;
  readonly protocol?: string;
  readonly in?: readonly Readonly<Record<string, unknown>>[];
}

export interface ServerLog {
  readonly connections?: readonly SeenConnection[];
}

/** Differences in what the server saw: the connections as a set, each with its request, headers in order and frames. */
export function compareWire(golden: ServerLog, actual: ServerLog): string[] {
  if (golden.connections === undefined) return [];
  const unexpected = (actual.connections ?? []).map(describeConnection);
  const missing = golden.connections.map(describeConnection).filter((connection) => {
    const at = unexpected.indexOf(connection);
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((c) => `the server did not see ${c}`),
    ...unexpected.map((c) => `the server saw unexpected ${c}`),
  ];
}

function describeConnection({
  kind,
  http,
  proxy,
  request,
  headers,
  protocol,
  in: frames = [],
}: SeenConnection): string {
  const seen = frames.map(({ op, len, text, hex, code, reason, masked, fin }) => ({
    op,
    len,
    text,
    hex,
    code,
    reason,
    masked,
    fin,
  }));
  return JSON.stringify({ kind, http, proxy, request, headers, protocol, frames: seen });
}
