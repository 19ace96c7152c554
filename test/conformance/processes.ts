import { spawn, type ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import type { Poke } from './case.ts';

/** What is compared with the recordings: the built program, or the JMeter that the environment names. */
const PROGRAM: readonly [string, ...string[]] =
  process.env['JMETER'] === undefined
    ? [process.execPath, path.resolve(import.meta.dirname, '../../dist/cli/main.js')]
    : [process.env['JMETER']];

export interface Outcome {
  /** undefined when the run had to be killed. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program. */
export async function runProgram(
  args: readonly string[],
  cwd: string,
  limitMs: number,
  poke?: Poke,
): Promise<Outcome> {
  const [command, ...first] = PROGRAM;
  const program = spawn(command, [...first, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let poked = poke === undefined;
  let killed = false;
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (poked || poke === undefined || !stdout.includes(poke.when)) return;
    poked = true;
    setTimeout(() => stopFromOutside(program, stdout, poke), poke.afterMs);
  });
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const limit = setTimeout(() => {
    killed = true;
    program.kill('SIGKILL');
  }, limitMs);
  await once(program, 'close');
  clearTimeout(limit);
  return { code: killed ? undefined : (program.exitCode ?? undefined), stdout, stderr };
}

function stopFromOutside(program: ChildProcess, stdout: string, poke: Poke): void {
  for (const step of poke.do) {
    if (step.signal !== undefined) program.kill(`SIG${step.signal}`);
    const port = /message on port (\d+)/.exec(stdout)?.[1];
    if (step.udp === undefined || port === undefined) continue;
    const socket = dgram.createSocket('udp4');
    socket.send(step.udp, Number(port), '127.0.0.1', () => socket.close());
  }
}

/** Starts a helper server and waits for its first line. */
export async function startHelper(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const helper = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  helper.stderr.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const first = await Promise.race([once(helper.stdout, 'data'), once(helper, 'exit')]);
  if (helper.exitCode !== null) throw new Error(`${script} ended: ${output}`);
  if (!String(first[0]).includes('ready')) throw new Error(`${script} is not ready: ${String(first[0])}`);
  return helper;
}

export async function stopHelper(helper: ChildProcess): Promise<void> {
  if (helper.exitCode !== null) return;
  helper.kill();
  await once(helper, 'exit');
}

/**
 * Ports of that many digits which nothing listens on: recorded sizes depend on the number of digits. Below 7000 are some
 * that fetch refuses.
 */
export async function freePorts(count: number, digits: 4 | 5): Promise<number[]> {
  const [low, high] = digits === 4 ? [7000, 9999] : [20_000, 32_000];
  const ports: number[] = [];
  while (ports.length < count) {
    const port = low + Math.floor(Math.random() * (high - low));
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
