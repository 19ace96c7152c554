import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the recorded cases and their helpers are. */
export const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');

/** Recordings race timeouts against a server's delays; on a busy machine such a race can be lost. */
export const RETRIES = 2;

/** One run of the program in a recorded case without a WebSocket server of its own kind. */
export interface RecordedRun {
  /** The whole command line; absent: the usual one with `args` behind it. */
  readonly cmd?: readonly string[];
  readonly args: readonly string[];
  readonly plan?: string;
  /** False: no `-l`. */
  readonly l?: boolean;
  readonly lfile?: string;
  readonly columns?: 'all' | 'default';
  readonly golden?: string | null;
  readonly stdoutFile?: string | null;
  /** False: the files of the run before stay. */
  readonly fresh?: boolean;
  /** Seconds after which a run that does not end by itself is killed. */
  readonly timeout?: number;
  readonly poke?: Poke;
}

/** How a run is stopped from outside: some time after `when` was printed. */
export interface Poke {
  readonly when: string;
  readonly afterMs: number;
  readonly do: readonly { readonly udp?: string; readonly signal?: 'TERM' | 'INT' }[];
}

/** case.json of a core case. */
export interface CoreCase {
  readonly id: string;
  readonly order: 'total' | 'per-thread' | 'none';
  /** The columns that must be equal. */
  readonly exact: readonly string[];
  readonly runs: readonly RecordedRun[];
  readonly outputs?: readonly { readonly run?: number; readonly path: string; readonly golden: string }[];
  readonly server?: string;
  readonly noVerify?: boolean;
  readonly timing?: {
    readonly rows?: readonly [number, number];
    readonly labelsIn?: readonly string[];
    readonly labelPatterns?: readonly (string | null)[];
    readonly maxAllThreads?: number;
  };
}

/** case.json of a WebSocket case. */
export interface WebSocketCase {
  readonly id: string;
  readonly title: string;
  readonly server: Readonly<Record<string, number | boolean>>;
  readonly jmeterArgs: readonly string[];
  readonly workingDirectory?: string;
  readonly compare: {
    readonly mode: 'perThreadRows' | 'counts';
    readonly exact: readonly string[];
    /** Columns that are not compared, by label. */
    readonly soft?: Readonly<Record<string, readonly string[]>>;
    /** Values that are admissible, by label and column. */
    readonly anyOf?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    readonly subRows?: 'ignore';
    readonly skipThreads?: readonly string[];
    readonly countKeys?: readonly string[];
  };
}

/** The folders of recorded cases under `fixtures/<kind>`, by name. */
export function caseFolders(kind: 'core' | 'http' | 'ws'): string[] {
  const folder = path.join(FIXTURES, kind);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'case.json')))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** A difference on purpose: the differences it explains (a regular expression; absent: all), and why. */
interface Deviation {
  readonly differs?: string;
  readonly reason: string;
}

/** Cases that differ on purpose, by id. */
export const deviations: Readonly<Record<string, Deviation>> = JSON.parse(
  readText(FIXTURES, 'deviations.json'),
);

/** The differences that no deviation explains; a deviation that explains none is one itself. */
export function unexplained(id: string, differences: readonly string[]): readonly string[] {
  const deviation = deviations[id];
  if (deviation === undefined) return differences;
  const explained = new RegExp(deviation.differs ?? '');
  if (!differences.some((text) => explained.test(text)))
    return [`${id} no longer differs: take it out of fixtures/deviations.json`, ...differences];
  return differences.filter((text) => !explained.test(text));
}

export function readText(...file: readonly string[]): string {
  return fs.readFileSync(path.join(...file), 'utf8');
}

/** Makes a scratch folder named like the case. */
export function makeScratch(id: string): string {
  const scratch = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-')), id);
  fs.mkdirSync(scratch);
  return scratch;
}

export function removeScratch(scratch: string): void {
  fs.rmSync(path.dirname(scratch), { recursive: true, force: true });
}

/**
 * Copies the inputs of a case, all but what JMeter made, and puts other ports into its plans.
 * @param made names of recorded outputs to leave out.
 */
export function copyInputs(
  folder: string,
  scratch: string,
  made: ReadonlySet<string>,
  ports: ReadonlyMap<string, string>,
): void {
  fs.cpSync(folder, scratch, { recursive: true, filter: (file) => !made.has(path.relative(folder, file)) });
  for (const name of fs.readdirSync(scratch, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jmx')) continue;
    const file = path.join(scratch, name);
    const text = fs.readFileSync(file, 'latin1');
    fs.writeFileSync(file, replacePorts(text, ports), 'latin1');
  }
}

/** Replaces port numbers that stand alone. */
export function replacePorts(text: string, ports: ReadonlyMap<string, string>): string {
  if (ports.size === 0) return text;
  return text.replace(
    new RegExp(`\\b(?:${[...ports.keys()].join('|')})\\b`, 'g'),
    (port) => ports.get(port) ?? port,
  );
}

/** The same replacement the other way round. */
export const invert = (ports: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...ports].map(([recorded, actual]) => [actual, recorded]));
