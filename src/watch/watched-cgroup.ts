import fs from 'node:fs';
import path from 'node:path';
import { CannotWatchError, type Usage, type Watchable } from './resource-usage.ts';

/** Limits above are no limits: version 1 writes the greatest multiple of a page that fits. */
const NO_LIMIT_BYTES = 2 ** 60;

const readNumber = (file: string): number => {
  const value = Number(fs.readFileSync(file, 'latin1').trim());
  if (Number.isFinite(value)) return value;
  throw new Error(`${file} holds no number`);
};

const optional = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** A figure of a file with lines of names and numbers. */
const field = (file: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(fs.readFileSync(file, 'latin1'))?.[1] ?? 0);

/** Where a version of cgroups keeps its figures. */
interface Layout {
  readonly memory: string;
  readonly limit: string;
  /** Name, in memory.stat, of file pages that the kernel takes back when memory is short. */
  readonly reclaimable: string;
  cpuUs(folder: string): number;
}

const LAYOUTS: readonly Layout[] = [
  {
    memory: 'memory.current',
    limit: 'memory.max',
    reclaimable: 'inactive_file',
    cpuUs: (folder) => field(path.join(folder, 'cpu.stat'), 'usage_usec'),
  },
  {
    memory: 'memory.usage_in_bytes',
    limit: 'memory.limit_in_bytes',
    reclaimable: 'total_inactive_file',
    // Version 1 has a tree of folders for each kind of figure.
    cpuUs: (folder) => readNumber(path.join(folder.replace('/memory/', '/cpuacct/'), 'cpuacct.usage')) / 1000,
  },
];

/**
 * Watches a control group, such as that of a container: memory that counts against its limit, less file pages that the
 * kernel takes back when it needs them; sockets' buffers are in it. And CPU; 0 where its figures are not found.
 * @param folder its folder below /sys/fs/cgroup; with version 1 that of its memory figures.
 * @throws CannotWatchError when the folder has no such figures.
 */
export function watchCgroup(folder: string): Watchable {
  const layout = LAYOUTS.find(({ memory }) => fs.existsSync(path.join(folder, memory)));
  if (layout === undefined)
    throw new CannotWatchError(
      `${folder} is not the folder of a control group with memory figures (memory.current); a container's is below /sys/fs/cgroup`,
    );
  const limit = optional(() => readNumber(path.join(folder, layout.limit)));
  return {
    name: `cgroup ${folder}`,
    limitBytes: limit === undefined || limit > NO_LIMIT_BYTES ? undefined : limit,
    read: (): Usage | undefined =>
      optional(() => ({
        memoryBytes:
          readNumber(path.join(folder, layout.memory)) -
          field(path.join(folder, 'memory.stat'), layout.reclaimable),
        cpuUs: optional(() => layout.cpuUs(folder)) ?? 0,
      })),
  };
}
