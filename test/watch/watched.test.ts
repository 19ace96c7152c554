import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CannotWatchError } from '../../src/watch/resource-usage.ts';
import { watchCgroup } from '../../src/watch/watched-cgroup.ts';
import { watchProcess } from '../../src/watch/watched-process.ts';
import { removeScratch, scratch } from '../support/program.ts';

describe.skipIf(process.platform !== 'linux')('a watched process', () => {
  test('has the memory and CPU that the system says', () => {
    const watched = watchProcess(process.pid);
    const before = watched.read()!;
    const { rss } = process.memoryUsage();
    expect(Math.abs(before.memoryBytes - rss) / rss).toBeLessThan(0.1);
    const { user, system } = process.cpuUsage();
    expect(Math.abs(before.cpuUs - user - system)).toBeLessThan(100_000);
    const keep = Buffer.alloc(64 << 20, 1);
    expect(watched.read()!.memoryBytes - before.memoryBytes).toBeGreaterThan(keep.length / 2);
  });

  test('is gone when it has ended', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const watched = watchProcess(child.pid!);
    expect(watched.read()?.memoryBytes).toBeGreaterThan(0);
    child.kill();
    await once(child, 'close');
    expect(watched.read()).toBeUndefined();
  });

  test('must be there', () => {
    expect(() => watchProcess(2 ** 22 + 1)).toThrow(
      new CannotWatchError('There is no process 4194305 on this machine'),
    );
  });
});

/** A folder with figures as a version of cgroups has them. */
function cgroup(files: Readonly<Record<string, string>>): string {
  const folder = scratch();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

describe('a watched control group', () => {
  test('of version 2 has its memory without reclaimable file pages, its CPU and its limit', () => {
    const folder = cgroup({
      'memory.current': '5000000\n',
      'memory.stat': 'anon 3000000\nfile 1500000\ninactive_file 1000000\n',
      'memory.max': '1073741824\n',
      'cpu.stat': 'usage_usec 123456\nuser_usec 100000\n',
    });
    const watched = watchCgroup(folder);
    expect(watched.read()).toEqual({ memoryBytes: 4_000_000, cpuUs: 123_456 });
    expect(watched.limitBytes).toBe(1 << 30);
    fs.writeFileSync(path.join(folder, 'memory.max'), 'max\n');
    expect(watchCgroup(folder).limitBytes).toBeUndefined();
    removeScratch(folder);
    expect(watched.read()).toBeUndefined();
  });

  test('of version 1 has its CPU figures in a tree of their own', () => {
    const root = cgroup({
      'memory/app/memory.usage_in_bytes': '5000000\n',
      'memory/app/memory.stat': 'inactive_file 1\ntotal_inactive_file 1000000\n',
      'memory/app/memory.limit_in_bytes': '9223372036854771712\n',
      'cpuacct/app/cpuacct.usage': '123456000\n',
    });
    const watched = watchCgroup(path.join(root, 'memory/app'));
    expect(watched.read()).toEqual({ memoryBytes: 4_000_000, cpuUs: 123_456 });
    expect(watched.limitBytes).toBeUndefined();
    removeScratch(root);
  });

  test('must be one', () => {
    expect(() => watchCgroup('/')).toThrow(/^\/ is not the folder of a control group/);
  });
});
