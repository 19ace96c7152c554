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
  unexplained,
  type WebSocketCase,
} from './case.ts';
import { comparableRows, compareRequests, compareXml, type HttpServerLog } from './compare-http.ts';
import { compareRows } from './compare-websocket.ts';
import { readJtl } from './jtl.ts';
import { freePorts, runProgram, startHelper, stopHelper } from './processes.ts';

const SERVER = path.join(FIXTURES, 'servers', 'http-server.mjs');

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

const XML = ['output_format=xml', 'response_data=true', 'samplerData=true', 'requestHeaders=true']
  .concat(['responseHeaders=true', 'assertions=true'])
  .map((setting) => `-Jjmeter.save.saveservice.${setting}`);

/** Ports in the recordings: server, TLS, black hole, proxy, and one that nothing listens on. */
const RECORDED_PORTS = ['8775', '8776', '8777', '8778', '8779'] as const;
const LIMIT_MS = 60_000;

describe.concurrent('recorded HTTP plans', () => {
  for (const folder of caseFolders('http')) {
    const id = path.basename(folder);
    const name = id in deviations ? `${id} (differs: ${deviations[id]?.reason})` : id;
    test(name, { timeout: 2 * LIMIT_MS + 30_000 }, async () => {
      expect(unexplained(id, await differencesOf(folder))).toEqual([]);
    });
  }
});

async function differencesOf(folder: string): Promise<string[]> {
  const meta: WebSocketCase & { readonly noWire?: true } = JSON.parse(readText(folder, 'case.json'));
  const free = await freePorts(RECORDED_PORTS.length, 4);
  const ports = new Map(RECORDED_PORTS.map((recorded, i) => [recorded, String(free[i])]));
  const options = {
    port: ['--port', ports.get('8775')],
    tlsPort: ['--tls-port', ports.get('8776')],
    blackholePort: ['--blackhole-port', ports.get('8777')],
    proxyPort: ['--proxy-port', ports.get('8778')],
    clientCert: ['--client-cert'],
  };
  const args = Object.entries(options).flatMap(([name, given]) => (name in meta.server ? given : []));
  const server = await startHelper(
    SERVER,
    args.filter((arg) => arg !== undefined),
  );
  const scratch = makeScratch(meta.id);
  try {
    const made = new Set(['case.json', 'server.json', 'golden.csv', 'golden.xml', 'jmeter.log']);
    copyInputs(folder, scratch, made, ports);
    const normalise = (text: string): string =>
      replacePorts(text.replaceAll(scratch, '<CASE>'), invert(ports));
    const run = (results: string, more: readonly string[]): Promise<string[]> =>
      runPlan(scratch, results, [...more, ...meta.jmeterArgs.map((arg) => replacePorts(arg, ports))]);

    const differences = await run('out.csv', []);
    const golden = comparableRows(readJtl(path.join(folder, 'golden.csv')));
    const actual = comparableRows(readJtl(path.join(scratch, 'out.csv'), normalise));
    differences.push(...compareRows(meta.compare, golden, actual));
    if (meta.noWire !== true) {
      const log = await (await fetch(`http://127.0.0.1:${ports.get('8775')}/__admin/log`)).text();
      const seen: HttpServerLog = JSON.parse(normalise(log));
      const expected: HttpServerLog = JSON.parse(readText(folder, 'server.json'));
      differences.push(...compareRequests(expected, seen));
    }
    if (fs.existsSync(path.join(folder, 'golden.xml'))) {
      differences.push(...(await run('out.xml', XML)));
      const xml = normalise(readText(scratch, 'out.xml'));
      differences.push(...compareXml(readText(folder, 'golden.xml'), xml));
    }
    return differences;
  } finally {
    await stopHelper(server);
    removeScratch(scratch);
  }
}

async function runPlan(scratch: string, results: string, args: readonly string[]): Promise<string[]> {
  const outcome = await runProgram(
    ['-n', '-t', 'plan.jmx', '-l', results, '-j', 'jmeter.log', ...COLUMNS, ...args],
    scratch,
    LIMIT_MS,
  );
  if (outcome.code === undefined) return [`did not end in ${LIMIT_MS / 1000} s`];
  return outcome.code === 0 ? [] : [`exit code ${outcome.code}: ${outcome.stderr}`];
}
