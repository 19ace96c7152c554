import fs from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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
  type WebSocketCase,
} from './case.ts';
import { compareRows, compareWire, type ServerLog } from './compare-websocket.ts';
import { readJtl, type Row } from './jtl.ts';
import { freePorts, runProgram, startHelper, stopHelper } from './processes.ts';

const SERVER = path.join(FIXTURES, 'servers', 'websocket-server.mjs');

const COLUMNS = [
  'time',
  'label',
  'response_code',
  'response_message',
  'thread_name',
  'data_type',
  'successful',
  'assertion_results_failure_message',
  'subresults',
  'bytes',
  'sent_bytes',
  'thread_counts',
  'url',
  'filename',
  'latency',
  'encoding',
  'sample_count',
  'hostname',
  'idle_time',
  'connect_time',
].map((column) => `-Jjmeter.save.saveservice.${column}=true`);

/** Ports in the recordings: server, TLS, black hole, proxy, and one that nothing listens on. */
const RECORDED_PORTS = ['8765', '8766', '8767', '8768', '8769'] as const;
/**
 * Recordings that pair a reply with the wrong request, so that JMeter's rows come without correlation only, and the
 * samples that correlation fails there by their replies, by mode. In all others it fails none.
 */
const STALE: Readonly<
  Record<string, { readonly flag: readonly string[]; readonly match?: readonly string[] }>
> = {
  '041-rr-stale-once': { flag: ['req-2', 'req-3', 'req-4'], match: [] },
  // With match its timeouts race its replies.
  '042-rr-stale-serial': { flag: ['req-2', 'late 2', 'late 3'] },
  '043-rr-stale-think': { flag: ['req-2', 'req-3', 'req-4'], match: [] },
  '050-rr-ping-first': { flag: ['read b'], match: ['read b'] },
  '059-rr-reorder': { flag: ['second of the pair'], match: ['second of the pair'] },
  '203-article-c-stale': { flag: ['req-2', 'req-3'], match: [] },
};
const LIMIT_MS = 90_000;

/** One server process and the ports it was given. */
interface Server {
  readonly process: ChildProcess;
  readonly ports: ReadonlyMap<string, string>;
}

/** Plain servers that wait for the next case. */
const idle: Server[] = [];
afterAll(async () => {
  await Promise.all(idle.map((server) => stopHelper(server.process)));
});

describe.concurrent('recorded WebSocket plans', () => {
  for (const folder of caseFolders('ws'))
    for (const [mode, expected] of Object.entries(STALE[path.basename(folder)] ?? {}))
      test(
        `${path.basename(folder)}: what correlation in mode ${mode} fails`,
        { timeout: LIMIT_MS + 30_000, retry: RETRIES },
        async () => {
          const failed = await withServer(folder, (meta, ports) =>
            inScratch(folder, meta, ports, [`-Jwsmeter.correlation=${mode}`], ({ results }) =>
              Promise.resolve(wrongReplies(readJtl(results).rows)),
            ),
          );
          expect(failed).toEqual(expected);
        },
      );
  for (const folder of caseFolders('ws')) {
    const id = path.basename(folder);
    const name = id in deviations ? `${id} (differs: ${deviations[id]?.reason})` : id;
    test(name, { timeout: LIMIT_MS + 30_000, retry: RETRIES }, async () => {
      expect(unexplained(id, await differencesOf(folder))).toEqual([]);
    });
  }
});

/** Labels of the samples that were failed by their reply. */
const wrongReplies = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ failureMessage = '' }) =>
      /^(?:Late|Duplicate|Unmatched) reply:|^Reply out of order:/.test(failureMessage),
    )
    .map(({ label = '' }) => label);

const differencesOf = (folder: string): Promise<string[]> =>
  withServer(folder, (meta, ports) => differencesWith(folder, meta, ports));

/** Does something with the server that a case needs. */
async function withServer<T>(
  folder: string,
  use: (meta: WebSocketCase, ports: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const meta: WebSocketCase = JSON.parse(readText(folder, 'case.json'));
  const { port: _port, ...extra } = meta.server;
  const plain = Object.keys(extra).length === 0;
  const server = (plain ? idle.pop() : undefined) ?? (await startServer(extra));
  try {
    return await use(meta, server.ports);
  } finally {
    if (plain) {
      await fetch(`${address(server.ports)}/__admin/reset`);
      idle.push(server);
    } else await stopHelper(server.process);
  }
}

async function startServer(extra: Readonly<Record<string, number | boolean>>): Promise<Server> {
  const free = await freePorts(RECORDED_PORTS.length, 4);
  const ports = new Map(RECORDED_PORTS.map((recorded, i) => [recorded, String(free[i])]));
  const options = {
    tlsPort: ['--tls-port', ports.get('8766')],
    blackholePort: ['--blackhole-port', ports.get('8767')],
    proxyPort: ['--proxy-port', ports.get('8768')],
    ipv6: ['--ipv6'],
  };
  const args = Object.entries(options).flatMap(([name, given]) => (name in extra ? given : []));
  const process = await startHelper(
    SERVER,
    ['--port', ports.get('8765'), ...args].filter((arg) => arg !== undefined),
  );
  return { process, ports };
}

const address = (ports: ReadonlyMap<string, string>): string => `http://127.0.0.1:${ports.get('8765')}`;

interface CaseRun {
  readonly outcome: Awaited<ReturnType<typeof runProgram>>;
  readonly results: string;
}

/** Runs the plan of a case in a folder of its own, and does something with what it left there. */
async function inScratch<T>(
  folder: string,
  meta: WebSocketCase,
  ports: ReadonlyMap<string, string>,
  more: readonly string[],
  use: (run: CaseRun) => Promise<T>,
): Promise<T> {
  const scratch = makeScratch(meta.id);
  try {
    const made = new Set(['case.json', 'server.json', 'golden.csv', 'golden.xml', 'jmeter.log']);
    copyInputs(folder, scratch, made, ports);
    const results = path.join(scratch, 'out.jtl');
    const log = path.join(scratch, 'jmeter.log');
    const args = ['-n', '-t', path.join(scratch, 'plan.jmx'), '-l', results, '-j', log, ...COLUMNS];
    args.push(`-Jcasedir=${scratch}`, ...meta.jmeterArgs.map((arg) => replacePorts(arg, ports)), ...more);
    const outcome = await runProgram(args, path.resolve(scratch, meta.workingDirectory ?? '.'), LIMIT_MS);
    return await use({ outcome, results });
  } finally {
    removeScratch(scratch);
  }
}

function differencesWith(
  folder: string,
  meta: WebSocketCase,
  ports: ReadonlyMap<string, string>,
): Promise<string[]> {
  const more = meta.id in STALE ? ['-Jwsmeter.correlation=off'] : [];
  return inScratch(folder, meta, ports, more, async ({ outcome, results }) => {
    if (outcome.code === undefined) return [`did not end in ${LIMIT_MS / 1000} s`];
    if (!fs.existsSync(results)) return [`no results; exit code ${outcome.code}: ${outcome.stderr}`];
    const normalise = (text: string): string => replacePorts(text, invert(ports));
    return [
      ...(outcome.code === 0 ? [] : [`exit code ${outcome.code}: ${outcome.stderr}`]),
      ...compareRows(meta.compare, readJtl(path.join(folder, 'golden.csv')), readJtl(results, normalise)),
      ...(await wireDifferences(path.join(folder, 'server.json'), ports, normalise)),
    ];
  });
}

/** Compares what the server saw; it may hear of the end of the program a little later. */
async function wireDifferences(
  golden: string,
  ports: ReadonlyMap<string, string>,
  normalise: (text: string) => string,
): Promise<string[]> {
  if (!fs.existsSync(golden)) return [];
  const expected: ServerLog = JSON.parse(readText(golden));
  for (let attempt = 1; ; attempt++) {
    const text = await (await fetch(`${address(ports)}/__admin/log`)).text();
    const seen: ServerLog = JSON.parse(normalise(text));
    const differences = compareWire(expected, seen);
    if (differences.length === 0 || attempt === 10) return differences;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
