import fs from 'node:fs';
import { CannotWatchError, type Usage, type Watchable } from './resource-usage.ts';

/** Clock ticks of /proc (USER_HZ) last so long on every Linux. */
const TICK_US = 10_000;

/** Fields of /proc/PID/stat behind the name, which may contain anything: utime, stime and starttime. */
const UTIME = 11;
const STIME = 12;
const START_TIME = 19;

function readStat(pid: number): string[] {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * Watches one process of this machine: resident memory (VmRSS) and CPU. Its children are not in it.
 * @throws CannotWatchError when there is no such process.
 */
export function watchProcess(pid: number): Watchable {
  const name = `process ${pid}`;
  let started: string | undefined;
  try {
    started = readStat(pid)[START_TIME];
  } catch {
    throw new CannotWatchError(
      fs.existsSync('/proc/self/stat')
        ? `There is no process ${pid} on this machine`
        : 'Processes can be watched on Linux only',
    );
  }
  return {
    name,
    limitBytes: undefined,
    read(): Usage | undefined {
      try {
        const stat = readStat(pid);
        // The number may belong to another process by now.
        if (stat[START_TIME] !== started) return undefined;
        const status = fs.readFileSync(`/proc/${pid}/status`, 'latin1');
        const residentKib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
        if (residentKib === undefined) return undefined;
        return {
          memoryBytes: Number(residentKib) * 1024,
          cpuUs: (Number(stat[UTIME]) + Number(stat[STIME])) * TICK_US,
        };
      } catch {
        return undefined;
      }
    },
  };
}
