// Starting the parties of a benchmark and reading what they cost. Linux: figures come from /proc.
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The program under test: WSMETER names another build. */
export const program = path.resolve(process.env.WSMETER ?? path.join(root, 'dist/cli/main.js'));

/** Process groups to end with this process. */
const groups = new Set();
process.on('exit', () => {
  for (const group of groups) kill(group, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

function kill(group, signal) {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Starts a command in a process group of its own. `stop` and `go` freeze and thaw the whole group, `end` kills it;
 * `hasEnded` tells whether the command ended by itself, `output` what it printed last.
 */
export function start(command, spawnOptions = {}) {
  const child = spawn(command[0], command.slice(1), {
    ...spawnOptions,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = child.pid;
  groups.add(group);
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output = (output + String(data)).slice(-2000)));
  return {
    pid: group,
    stop: () => kill(group, 'SIGSTOP'),
    go: () => kill(group, 'SIGCONT'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output,
    async end() {
      kill(group, 'SIGKILL');
      await ended;
      groups.delete(group);
    },
  };
}

/** Starts the echo server (server.mjs) in a process of its own; `counts` asks it for its messages and connections. */
export async function startServer() {
  const child = fork(path.join(root, 'bench/server.mjs'), [], { detached: true });
  groups.add(child.pid);
  const [port] = await once(child, 'message');
  return {
    port,
    async counts() {
      child.send('counts');
      return (await once(child, 'message'))[0];
    },
    stop: () => child.kill(),
  };
}

/** Seconds of CPU that the processes of a group have used so far, user and system. */
export function groupCpuSeconds(group) {
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    let stat;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    } catch {
      continue; // It ended meanwhile.
    }
    // After the name, which is in parentheses: state, parent, group, …; user and system time are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[2]) === group) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / 100;
}

/**
 * Runs a command to its end and gives the seconds of CPU it used, children included (bash's `times`).
 * Throws when it fails.
 */
export async function cpuSecondsOf(command, cwd) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null';
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (data) => (text += data));
  const [code] = await once(child, 'close');
  const match = /(?:^|\n)(\d+\.\d+) (\d+\.\d+)\n$/.exec(text);
  if (code !== 0 || match === null) throw new Error(`${command.join(' ')} ended with ${code}: ${text}`);
  return Number(match[1]) + Number(match[2]);
}

/** Bundles a micro-benchmark of bench/micro, runs it and gives what it printed. */
export function micro(name) {
  const folder = path.join(root, 'node_modules/.bench/micro');
  const source = path.join(root, `bench/micro/${name}.ts`);
  const bundler = path.join(root, 'node_modules/.bin/rolldown');
  execFileSync(bundler, [source, '-p', 'node', '-f', 'esm', '-d', folder], { cwd: root, stdio: 'pipe' });
  return execFileSync(process.execPath, [path.join(folder, `${name}.js`)], { encoding: 'utf8' });
}

/** Resident memory of a process in KiB. */
export function residentKib(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Options of the command line over defaults, whose types they have: numbers, texts, and flags that are false at first. */
export function options(defaults) {
  const fail = () => {
    const usage = Object.entries(defaults).map(([name, value]) =>
      value === false ? `[--${name}]` : `[--${name} ${value}]`,
    );
    console.error(`Usage: node ${path.relative('', process.argv[1])} ${usage.join(' ')}`);
    process.exit(2);
  };
  const known = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: value === false ? 'boolean' : 'string' },
  ]);
  let given;
  try {
    given = parseArgs({ options: Object.fromEntries(known) }).values;
  } catch {
    fail();
  }
  const values = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    values[name] = typeof defaults[name] === 'number' ? Number(value) : value;
    if (Number.isNaN(values[name])) fail();
  }
  return values;
}
