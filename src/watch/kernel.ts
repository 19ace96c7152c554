import fs from 'node:fs';

/** What Linux counts for all programs of this machine, or of this container. */
const COUNTERS = {
  listenOverflows: ['/proc/net/netstat', 'TcpExt', 'ListenOverflows'],
  listenDrops: ['/proc/net/netstat', 'TcpExt', 'ListenDrops'],
  retransmits: ['/proc/net/snmp', 'Tcp', 'RetransSegs'],
  sentSegments: ['/proc/net/snmp', 'Tcp', 'OutSegs'],
} as const;

type Counter = keyof typeof COUNTERS;

/** The state of the kernel at one moment. */
export interface KernelState {
  readonly counters: Readonly<Record<Counter, number>>;
  /** Connections that have ended and whose ports are not free yet (TIME_WAIT). */
  readonly timeWait: number;
  /** Local ports that connections may use. */
  readonly ports: number;
  /** Longest listen queue that a server can ask for (net.core.somaxconn). */
  readonly somaxconn: number;
  /** Files and sockets that this process may have open, and has. */
  readonly fileLimit: number;
  readonly filesOpen: number;
}

/** What changed in the kernel during a run, and what head-room there was. */
export interface KernelSummary {
  readonly listenOverflows: number;
  /** Attempts dropped at a listening socket, overflows included. */
  readonly listenDrops: number;
  readonly retransmits: number;
  readonly sentSegments: number;
  readonly somaxconn: number;
  readonly ports: number;
  readonly timeWaitBefore: number;
  readonly timeWaitAfter: number;
  readonly fileLimit: number;
  readonly filesBefore: number;
}

/** A table of /proc/net: a line of names and a line of values, both behind the same word. */
function fromTable(text: string, table: string, name: string): number {
  const [names, values] = text
    .split('\n')
    .filter((line) => line.startsWith(`${table}: `))
    .map((line) => line.split(' '));
  return Number(values?.[names?.indexOf(name) ?? -1] ?? 0);
}

/** @returns undefined where there is no /proc to read it from. */
export function readKernel(): KernelState | undefined {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? fs.readFileSync(file, 'latin1');
    texts.set(file, text);
    return text;
  };
  try {
    const counters = Object.entries(COUNTERS).map(
      ([key, [file, table, name]]) => [key, fromTable(read(file), table, name)] as const,
    );
    const [first = 0, last = 0] = read('/proc/sys/net/ipv4/ip_local_port_range').split(/\s+/).map(Number);
    return {
      counters: Object.fromEntries(counters) as Record<Counter, number>,
      timeWait: Number(/^TCP: .*\btw (\d+)/m.exec(read('/proc/net/sockstat'))?.[1] ?? 0),
      ports: last - first + 1,
      somaxconn: Number(read('/proc/sys/net/core/somaxconn')),
      fileLimit: Number(/^Max open files +(\d+)/m.exec(read('/proc/self/limits'))?.[1] ?? Infinity),
      filesOpen: fs.readdirSync('/proc/self/fd').length,
    };
  } catch {
    return undefined;
  }
}

/** @returns undefined where one of the two could not be read. */
export function kernelSummary(
  before: KernelState | undefined,
  after: KernelState | undefined,
): KernelSummary | undefined {
  if (before === undefined || after === undefined) return undefined;
  const grown = (counter: Counter): number => Math.max(0, after.counters[counter] - before.counters[counter]);
  return {
    listenOverflows: grown('listenOverflows'),
    listenDrops: grown('listenDrops'),
    retransmits: grown('retransmits'),
    sentSegments: grown('sentSegments'),
    somaxconn: after.somaxconn,
    ports: after.ports,
    timeWaitBefore: before.timeWait,
    timeWaitAfter: after.timeWait,
    fileLimit: after.fileLimit,
    filesBefore: before.filesOpen,
  };
}
