import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  caseFolders,
  copyInputs,
  deviations,
  FIXTURES,
  invert,
  makeScratch,
  readText,
  removeScratch,
  replacePorts,
  RETRIES,
  unexplained,
  type CoreCase,
  type RecordedRun,
} from './case.ts';
import { compareCore } from './compare-core.ts';
import { readJtl, type Jtl } from './jtl.ts';
import { freePorts, runProgram, startHelper, stopHelper } from './processes.ts';

const ALL_COLUMNS = [
  'url',
  'filename',
  'encoding',
  'sample_count',
  'hostname',
  'idle_time',
  'connect_time',
  'thread_counts',
  'latency',
  'bytes',
  'sent_bytes',
  'assertion_results_failure_message',
].map((column) => `-Jjmeter.save.saveservice.${column}=true`);

/** The port of the echo server in the plans. */
const ECHO_PORT = '18990';
/** A run may take this much longer than the recorded one. */
const SLACK_MS = 20_000;

/** Runs of one case at once, where none needs what another left. */
const RUNS_AT_ONCE = 3;

interface Recording {
  readonly runs: readonly { readonly exitCode: number | string; readonly wallSeconds: number }[];
}

const recordingOf = (folder: string): Recording => JSON.parse(readText(folder, 'run.json'));
const secondsOf = (folder: string): number =>
  recordingOf(folder).runs.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);

describe.concurrent('recorded plans without a WebSocket server of their own', () => {
  // The longest first: else the others wait for it at the end.
  const folders = caseFolders('core').map((folder) => ({ folder, seconds: secondsOf(folder) }));
  for (const { folder } of folders.toSorted((a, b) => b.seconds - a.seconds)) {
    const id = path.basename(folder);
    const name = id in deviations ? `${id} (differs: ${deviations[id]?.reason})` : id;
    test(name, { timeout: 180_000, retry: RETRIES }, async () => {
      expect(unexplained(id, await differencesOf(folder))).toEqual([]);
    });
  }
});

async function differencesOf(folder: string): Promise<string[]> {
  const rule: CoreCase = JSON.parse(readText(folder, 'case.json'));
  const recording = recordingOf(folder);
  const ports = new Map<string, string>();
  let server;
  try {
    if (rule.server !== undefined) {
      const [port] = await freePorts(1, 5);
      ports.set(ECHO_PORT, String(port));
      server = await startHelper(path.join(FIXTURES, 'servers', rule.server), [], { PORT: String(port) });
    }
    const differences: string[][] = rule.runs.map(() => []);
    const left = [...rule.runs.entries()];
    /** Runs in one folder, one after the other. */
    const runInTurn = async (): Promise<void> => {
      const scratch = makeScratch(rule.id);
      try {
        copyInputs(folder, scratch, madeByJMeter(rule), ports);
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const [n, run] = next;
          const found = await differencesOfRun(rule, run, n, recording.runs[n], { folder, scratch, ports });
          differences[n] = found.map((text) => (rule.runs.length > 1 ? `run ${n + 1}: ${text}` : text));
        }
      } finally {
        removeScratch(scratch);
      }
    };
    await Promise.all(Array.from({ length: areAlone(rule) ? RUNS_AT_ONCE : 1 }, runInTurn));
    return differences.flat();
  } finally {
    if (server !== undefined) await stopHelper(server);
  }
}

/** True when every run starts from the case's inputs alone, and leaves nothing but its results. */
const areAlone = ({ runs, outputs }: CoreCase): boolean =>
  runs.length > 1 &&
  outputs === undefined &&
  runs.every(({ fresh, cmd }) => fresh !== false && cmd === undefined);

async function differencesOfRun(
  rule: CoreCase,
  run: RecordedRun,
  n: number,
  recorded: Recording['runs'][number] | undefined,
  place: { folder: string; scratch: string; ports: ReadonlyMap<string, string> },
): Promise<string[]> {
  const { folder, scratch, ports } = place;
  if ((run.fresh ?? true) && n > 0)
    for (const file of ['out.jtl', 'jmeter.log']) fs.rmSync(path.join(scratch, file), { force: true });

  // JMeter itself did not end and was killed: so is this run, and its rows are compared.
  const endless = typeof recorded?.exitCode === 'string';
  const limitMs = endless ? (run.timeout ?? 12) * 1000 : (recorded?.wallSeconds ?? 20) * 2000 + SLACK_MS;
  const outcome = await runProgram(argumentsOf(run), scratch, limitMs, run.poke);
  if (outcome.code === undefined && !endless) return [`did not end in ${limitMs / 1000} s`];

  const differences: string[] = [];
  if (typeof recorded?.exitCode === 'number' && outcome.code !== recorded.exitCode)
    differences.push(
      `exit code: expected ${recorded.exitCode}, got ${outcome.code}: ${(outcome.stderr || outcome.stdout).trim()}`,
    );
  const normalise = (text: string): string => replacePorts(text.replaceAll(scratch, '<CASE>'), invert(ports));
  const results = run.lfile ?? 'out.jtl';
  if (run.golden != null && fs.existsSync(path.join(folder, run.golden)))
    differences.push(
      ...compareFile(rule, path.join(folder, run.golden), path.join(scratch, results), normalise),
    );
  for (const output of rule.outputs ?? []) {
    if ((output.run ?? 0) !== n || !fs.existsSync(path.join(folder, output.golden))) continue;
    const file = path.join(scratch, output.path);
    if (!fs.existsSync(file)) differences.push(`did not write ${output.path}`);
    else if (/\.(?:csv|jtl)$/.test(output.golden))
      differences.push(
        ...compareFile({ ...rule, timing: {} }, path.join(folder, output.golden), file, normalise),
      );
  }
  return differences;
}

function compareFile(
  rule: CoreCase,
  golden: string,
  actual: string,
  normalise: (text: string) => string,
): string[] {
  if (!fs.existsSync(actual)) return [`wrote no ${path.basename(actual)}`];
  if (!golden.endsWith('.csv'))
    return fs.readFileSync(actual, 'utf8').includes('<testResults version="1.2">')
      ? []
      : ['no testResults element in the XML results'];
  const [expected, got] = [readJtl(golden), readJtl(actual, normalise)];
  if (isResults(expected)) return compareCore(rule, expected, got);
  return expected.rows.length === got.rows.length
    ? []
    : [`expected ${expected.rows.length} lines, got ${got.rows.length}`];
}

/** False for recordings without their header or with another delimiter: only their lines are counted. */
const isResults = (jtl: Jtl): boolean => jtl.header.includes('label');

function argumentsOf(run: RecordedRun): string[] {
  if (run.cmd !== undefined) return [...run.cmd];
  const args = ['-n', '-t', run.plan ?? 'plan.jmx', '-j', 'jmeter.log'];
  if (run.l ?? true) args.push('-l', run.lfile ?? 'out.jtl');
  if ((run.columns ?? 'all') === 'all') args.push(...ALL_COLUMNS);
  return [...args, ...run.args];
}

function madeByJMeter(rule: CoreCase): Set<string> {
  const made = new Set(['run.json', 'case.json', 'jmeter.log']);
  for (const run of rule.runs)
    for (const name of [run.golden, run.stdoutFile]) if (name != null) made.add(name);
  for (const output of rule.outputs ?? []) made.add(output.golden);
  return made;
}
