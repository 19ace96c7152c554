import { systemClock } from '../clock.ts';
import type { HandshakeTimes, RunEvent, Traffic } from '../types.ts';
import { DurationCounts } from './duration-counts.ts';
import { openConnections } from './open-connections.ts';
import { ownText } from './own-text.ts';
import { Timeline, type TimelineData } from './timeline.ts';

type Closed = Extract<RunEvent, { type: 'connection-closed' }>;
export type ClosedBy = Closed['by'];

/** Close codes, statuses and reasons that are kept apart; a server can make up as many as it likes. */
const MAX_KINDS = 100;
const MAX_REASON = 120;
/** Width of the intervals of a short run, and how many there are at most. */
const INTERVAL_US = 250_000;
const MAX_INTERVALS = 400;

const OTHERS = 'others';
/** What stands for a connection that ended without a close code. */
export const NO_CODE = 'none';

/** Durations that are measured of each connection. */
export const CONNECTION_TIMES = ['handshake', 'tcp', 'tls', 'upgrade', 'session'] as const;
export type ConnectionTime = (typeof CONNECTION_TIMES)[number];

export interface ConnectionCounts {
  readonly opened: number;
  readonly closed: Readonly<Record<ClosedBy, number>>;
  /** Connections by the code of the close frame that ended them. */
  readonly closeCodes: Readonly<Record<string, number>>;
  /** The same by who closed; connections without a code are under `none`. */
  readonly closeCodesBy: Readonly<Record<ClosedBy, Readonly<Record<string, number>>>>;
  /** Attempts that failed, by the HTTP status of the answer, and the others by their reason. */
  readonly failed: {
    readonly byStatus: Readonly<Record<string, number>>;
    readonly byReason: Readonly<Record<string, number>>;
  };
  /** Most connections that were open at a time; over several workers: at least so many. */
  readonly mostOpen: number;
  /** Of connections that have ended. */
  readonly traffic: Traffic;
}

export type ConnectionFigure = 'opened' | 'closed' | 'failed';

/** The figures as plain data, for another process. */
export interface ConnectionData extends ConnectionCounts {
  readonly times: Readonly<Record<ConnectionTime, number[]>>;
  readonly timeline: TimelineData<ConnectionFigure>;
}

type Counts = Record<string, number>;

function count(counts: Counts, kind: string, by = 1): void {
  if (Object.hasOwn(counts, kind)) counts[kind]! += by;
  else if (Object.keys(counts).length < MAX_KINDS) counts[ownText(kind)] = by;
  else counts[OTHERS] = (counts[OTHERS] ?? 0) + by;
}

/** Counts without a prototype: reasons come from servers. */
const noCounts = (): Counts => Object.create(null) as Counts;

/** What became of the connections of a run. */
export class ConnectionStatistics {
  #opened = 0;
  #open = 0;
  #mostOpen = 0;
  readonly #closed = { client: 0, server: 0, reset: 0, 'thread-end': 0 };
  readonly #codes = { client: noCounts(), server: noCounts(), reset: noCounts(), 'thread-end': noCounts() };
  readonly #byStatus = noCounts();
  readonly #byReason = noCounts();
  readonly #traffic = { sentMessages: 0, sentBytes: 0, receivedMessages: 0, receivedBytes: 0 };
  readonly #times: Partial<Record<ConnectionTime, DurationCounts>> = {};
  readonly #timeline = new Timeline<ConnectionFigure>(
    { opened: 'sum', closed: 'sum', failed: 'sum' },
    INTERVAL_US,
    MAX_INTERVALS,
  );

  readonly #nowUs: () => number;

  /** @param nowUs the clock by which events get their place in time. */
  constructor(nowUs = (): number => systemClock.nowUs()) {
    this.#nowUs = nowUs;
  }

  /** @param handshake undefined when nobody took its times. */
  opened(handshake: HandshakeTimes | undefined): void {
    this.#opened++;
    this.#mostOpen = Math.max(this.#mostOpen, ++this.#open);
    this.#timeline.add(this.#nowUs(), { opened: 1 });
    if (handshake === undefined) return;
    this.#record('handshake', handshake.wholeUs);
    this.#record('tcp', handshake.tcpUs);
    if (handshake.tlsUs !== undefined) this.#record('tls', handshake.tlsUs);
    this.#record('upgrade', handshake.upgradeUs);
  }

  closed({ by, code, sessionUs, traffic }: Closed): void {
    this.#open--;
    this.#closed[by]++;
    count(this.#codes[by], code === undefined ? NO_CODE : String(code));
    this.#timeline.add(this.#nowUs(), { closed: 1 });
    this.#record('session', sessionUs);
    if (traffic !== undefined) this.#addTraffic(traffic);
  }

  failed(status: number | undefined, reason: string): void {
    if (status === undefined) count(this.#byReason, reason.slice(0, MAX_REASON));
    else count(this.#byStatus, String(status));
    this.#timeline.add(this.#nowUs(), { failed: 1 });
  }

  counts(): ConnectionCounts {
    const codes = Object.values(this.#codes).flatMap((each) => Object.entries(each));
    const closeCodes = noCounts();
    for (const [code, times] of codes) if (code !== NO_CODE) count(closeCodes, code, times);
    return {
      opened: this.#opened,
      closed: { ...this.#closed },
      closeCodes: { ...closeCodes },
      closeCodesBy: {
        client: { ...this.#codes.client },
        server: { ...this.#codes.server },
        reset: { ...this.#codes.reset },
        'thread-end': { ...this.#codes['thread-end'] },
      },
      failed: { byStatus: { ...this.#byStatus }, byReason: { ...this.#byReason } },
      mostOpen: this.#mostOpen,
      traffic: { ...this.#traffic },
    };
  }

  data(): ConnectionData {
    const times = CONNECTION_TIMES.map((name) => [name, this.#times[name]?.sparse() ?? []] as const);
    return {
      ...this.counts(),
      times: Object.fromEntries(times) as Record<ConnectionTime, number[]>,
      timeline: this.#timeline.data(),
    };
  }

  merge(data: ConnectionData): void {
    this.#opened += data.opened;
    this.#mostOpen = Math.max(this.#mostOpen, data.mostOpen);
    for (const by of Object.keys(this.#closed) as ClosedBy[]) {
      this.#closed[by] += data.closed[by];
      for (const [code, times] of Object.entries(data.closeCodesBy[by])) count(this.#codes[by], code, times);
    }
    for (const [status, times] of Object.entries(data.failed.byStatus)) count(this.#byStatus, status, times);
    for (const [reason, times] of Object.entries(data.failed.byReason)) count(this.#byReason, reason, times);
    this.#addTraffic(data.traffic);
    for (const name of CONNECTION_TIMES)
      if (data.times[name].length > 0) (this.#times[name] ??= new DurationCounts()).merge(data.times[name]);
    this.#timeline.merge(data.timeline);
    this.#mostOpen = Math.max(
      this.#mostOpen,
      ...openConnections(this.#timeline.data()).map(({ open }) => open),
    );
  }

  #addTraffic(traffic: Traffic): void {
    for (const key of Object.keys(this.#traffic) as (keyof Traffic)[]) this.#traffic[key] += traffic[key];
  }

  #record(name: ConnectionTime, us: number): void {
    (this.#times[name] ??= new DurationCounts()).record(Math.max(0, Math.round(us)));
  }
}
