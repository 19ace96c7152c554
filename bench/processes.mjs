// Starting the parties of a benchmark and reading what they cost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const program = path.join(root, 'dist/cli/main.js');

/** Starts the embedded server in its own process. */
export async function startServer() {
  const child = spawn(process.execPath, [path.join(root, 'bench/server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { port: Number(String(port)), stop: () => child.kill() };
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

/** Resident memory of a process in KiB, from /proc. */
export function residentKib(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `--name value` pairs over defaults; all are numbers. */
export function options(defaults) {
  const args = process.argv.slice(2);
  const values = { ...defaults };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, '');
    const value = Number(args[i + 1]);
    if (!(name in defaults) || !Number.isFinite(value)) {
      console.error(`Usage: --${Object.keys(defaults).join(' N --')} N`);
      process.exit(2);
    }
    values[name] = value;
  }
  return values;
}
