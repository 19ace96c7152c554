// Memory of open connections: wsmeter opens them, one request and reply each, and holds them; the embedded server
// runs in another process. See README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { options, program, residentKib, root, startServer } from './processes.mjs';

const { connections } = options({ connections: 10_000 });
const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-bench-'));
const server = await startServer();

/** Runs the plan until every thread has had its reply; gives resident memory then and the failed samples. */
async function hold(threads) {
  const results = path.join(folder, `${threads}.jtl`);
  const files = ['-t', path.join(root, 'bench/hold.jmx'), '-l', results, '-j', path.join(folder, 'log')];
  const properties = [`-Jport=${server.port}`, `-Jthreads=${threads}`];
  const child = spawn(process.execPath, [program, '-n', ...files, ...properties], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const rows = () => readFileSync(results, 'utf8').trimEnd().split('\n').slice(1);
  while (!existsSync(results) || statSync(results).size === 0 || rows().length < 2 * threads) {
    if (child.exitCode !== null) throw new Error(`The run ended early with ${child.exitCode}`);
    await sleep(500);
  }
  const failed = rows().filter((row) => row.includes(',false,')).length;
  const kib = residentKib(child.pid);
  child.kill('SIGKILL');
  await ended;
  return { kib, failed };
}

try {
  const one = await hold(1);
  const all = await hold(connections);
  console.log(`${connections} connections, one request and reply each: ${all.failed} failed samples`);
  console.log(
    `${(one.kib / 1024).toFixed(1)} MiB with one connection, ${(all.kib / 1024).toFixed(1)} MiB with all`,
  );
  console.log(`${((all.kib - one.kib) / (connections - 1)).toFixed(1)} KiB per connection`);
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
