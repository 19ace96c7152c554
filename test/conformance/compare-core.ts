import type { CoreCase } from './case.ts';
import { byThread, labels, type Jtl, type Row } from './jtl.ts';

/** Differences between a recorded results file and another, as sentences; none: equal under the case's rule. */
export function compareCore(rule: CoreCase, golden: Jtl, actual: Jtl): string[] {
  const differences: string[] = [];
  if (golden.rows.length > 0 && golden.header.join() !== actual.header.join())
    differences.push(`header: expected ${golden.header.join()}, got ${actual.header.join()}`);
  const columns = rule.exact.filter((column) => golden.header.includes(column));

  if (dependsOnTime(rule)) differences.push(...compareLabels(rule, golden.rows, actual.rows));
  else if (rule.order === 'total') differences.push(...comparePairs(columns, golden.rows, actual.rows, ''));
  else if (rule.order === 'per-thread') {
    const expected = byThread(golden.rows);
    const got = byThread(actual.rows);
    for (const thread of new Set([...expected.keys(), ...got.keys()]))
      differences.push(
        ...comparePairs(columns, expected.get(thread) ?? [], got.get(thread) ?? [], `${thread}: `),
      );
  } else differences.push(...compareSets(columns, golden.rows, actual.rows));

  differences.push(...compareRanges(rule, actual.rows));
  return differences;
}

/** True when the number of rows is a matter of timing: then only ranges and labels hold. */
const dependsOnTime = (rule: CoreCase): boolean =>
  rule.timing?.rows !== undefined || (rule.noVerify === true && rule.order === 'none');

/** A cell without the time that it quotes: a Duration Assertion's message names the elapsed time of its own row. */
function timeless(row: Row, column: string): string | undefined {
  const elapsed = Number(row['elapsed']).toLocaleString('en-US');
  return row[column]?.replace(`It took ${elapsed} milliseconds`, 'It took <elapsed> milliseconds');
}

function comparePairs(
  columns: readonly string[],
  golden: readonly Row[],
  actual: readonly Row[],
  where: string,
): string[] {
  const differences: string[] = [];
  if (golden.length !== actual.length)
    differences.push(
      `${where}expected ${golden.length} rows (${labels(golden)}), got ${actual.length} (${labels(actual)})`,
    );
  golden.forEach((expected, i) => {
    const got = actual[i];
    if (got === undefined) return;
    for (const column of columns)
      if (timeless(expected, column) !== timeless(got, column))
        differences.push(
          `${where}row ${i + 1} [${expected['label']}] ${column}: ` +
            `expected ${JSON.stringify(expected[column])}, got ${JSON.stringify(got[column])}`,
        );
  });
  return differences;
}

function compareSets(columns: readonly string[], golden: readonly Row[], actual: readonly Row[]): string[] {
  const key = (row: Row): string => JSON.stringify(columns.map((column) => timeless(row, column)));
  const unexpected = actual.map(key);
  const missing = golden.map(key).filter((row) => {
    const at = unexpected.indexOf(row);
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  if (missing.length + unexpected.length === 0) return [];
  return [
    `missing ${missing.length}: ${missing[0] ?? ''}; unexpected ${unexpected.length}: ${unexpected[0] ?? ''}`,
  ];
}

function compareLabels(rule: CoreCase, golden: readonly Row[], actual: readonly Row[]): string[] {
  if (rule.timing?.labelsIn !== undefined || rule.timing?.labelPatterns !== undefined) return [];
  const known = new Set(golden.map((row) => row['label']));
  const stranger = actual.find((row) => !known.has(row['label']));
  return stranger === undefined ? [] : [`label ${stranger['label']} not expected`];
}

function compareRanges(rule: CoreCase, rows: readonly Row[]): string[] {
  const { rows: range, labelsIn, labelPatterns, maxAllThreads } = rule.timing ?? {};
  const differences: string[] = [];
  if (range !== undefined && (rows.length < range[0] || rows.length > range[1]))
    differences.push(`${rows.length} rows, not in [${range.join()}]`);
  if (labelsIn !== undefined)
    for (const row of rows)
      if (!labelsIn.includes(row['label'] ?? '')) differences.push(`label ${row['label']} not expected`);
  labelPatterns?.forEach((pattern, i) => {
    const label = rows[i]?.['label'] ?? '';
    if (pattern !== null && !new RegExp(pattern).test(label))
      differences.push(`row ${i + 1} label ${JSON.stringify(label)} does not match ${pattern}`);
  });
  const most = Math.max(0, ...rows.map((row) => Number(row['allThreads'])));
  if (maxAllThreads !== undefined && most > maxAllThreads)
    differences.push(`allThreads reached ${most}, at most ${maxAllThreads}`);
  return differences;
}
