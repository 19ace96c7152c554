import type { ClosedBy } from '../results/connection-statistics.ts';
import type { ConnectionSummary } from '../results/statistics-summary.ts';
import { durationJson, rounded, type DurationJson } from './json.ts';

type Counts = Record<string, number>;

interface ByEnd<T> {
  client: T;
  server: T;
  reset: T;
  threadEnd: T;
}

/** What became of the connections of a run. */
export interface ConnectionsJson {
  opened: number;
  /** Attempts that failed, by the HTTP status of the answer, and the others by their reason. */
  failed: { byStatus: Counts; byReason: Counts };
  /** Most connections open at a time; over several workers at least so many. */
  mostOpen: number;
  closedBy: ByEnd<number>;
  /** Connections by the code of the close frame. */
  closeCodes: Counts;
  /** The same by who closed; without a close frame or a code in it: `none`. */
  closeCodesBy: ByEnd<Counts>;
  /** Durations; null when there was none. Handshake is the whole: name resolution, TCP, TLS, upgrade. */
  handshake: DurationJson | null;
  tcp: DurationJson | null;
  tls: DurationJson | null;
  upgrade: DurationJson | null;
  session: DurationJson | null;
  /** Text and binary messages, and all bytes on the wire, of connections that have ended. */
  sent: { messages: number; bytes: number };
  received: { messages: number; bytes: number };
  /** By intervals; those in which nothing happened are left out. `open` is at the end of the interval. */
  overTime: {
    start: number;
    seconds: number;
    opened: number;
    closed: number;
    failed: number;
    open: number;
  }[];
}

const byEnd = <T>(values: Readonly<Record<ClosedBy, T>>): ByEnd<T> => ({
  client: values.client,
  server: values.server,
  reset: values.reset,
  threadEnd: values['thread-end'],
});

export function connectionsJson(connections: ConnectionSummary): ConnectionsJson {
  const { times, traffic, failed } = connections;
  return {
    opened: connections.opened,
    failed: { byStatus: { ...failed.byStatus }, byReason: { ...failed.byReason } },
    mostOpen: connections.mostOpen,
    closedBy: byEnd(connections.closed),
    closeCodes: { ...connections.closeCodes },
    closeCodesBy: byEnd(connections.closeCodesBy),
    handshake: durationJson(times.handshake),
    tcp: durationJson(times.tcp),
    tls: durationJson(times.tls),
    upgrade: durationJson(times.upgrade),
    session: durationJson(times.session),
    sent: { messages: traffic.sentMessages, bytes: traffic.sentBytes },
    received: { messages: traffic.receivedMessages, bytes: traffic.receivedBytes },
    overTime: connections.overTime.map(({ startUs, widthUs, opened, closed, failed: failures, open }) => ({
      start: Math.floor(startUs / 1000),
      seconds: rounded(widthUs / 1e6),
      opened,
      closed,
      failed: failures,
      open,
    })),
  };
}
