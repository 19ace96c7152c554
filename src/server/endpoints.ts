import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** One path of the demo server: what it does with an open connection. */
export interface Endpoint {
  readonly path: string;
  /** One line for `wsmeter serve` and `GET /`; the query parameters with their defaults. */
  readonly usage: string;
  readonly summary: string;
  serve(socket: WebSocket, query: URLSearchParams, request: IncomingMessage): void;
  /** Connections this path has at a time; the handshake of one more is refused with 503. */
  limit?(query: URLSearchParams): number;
}

const TEXT = { binary: false };
const BINARY = { binary: true };

/** Unsent bytes of one connection above which the server stops reading from it. */
const HIGH_WATER_BYTES = 1 << 20;
/** Replies that wait on one connection of `/slow` before the server stops reading from it. */
const MAX_WAITING = 1000;
/** A close frame has room for 123 bytes of reason (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123;

/** A whole number from the query within bounds; `fallback` when it is missing or no number. */
function number(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
  const text = query.get(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Math.min(max, Math.max(min, Number(text))) : fallback;
}

/** Sends, and stops reading from a client that does not read: its unsent replies stay bounded. */
function send(socket: WebSocket, data: Buffer | string, isBinary: boolean): void {
  const options = isBinary ? BINARY : TEXT;
  if (socket.bufferedAmount < HIGH_WATER_BYTES) {
    socket.send(data, options);
  } else {
    socket.pause();
    socket.send(data, options, () => socket.resume());
  }
}

/** Close codes that an endpoint may send (RFC 6455, 7.4). */
const isSendableCode = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);

/** Cuts a close reason to what fits, between characters. */
const closeReason = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_REASON_BYTES), { stream: true });

/** Sends `{"n":1,"sentAt":<epoch ms>}` every `every` ms, `count` times. */
function tick(socket: WebSocket, query: URLSearchParams): void {
  const everyMs = number(query, 'every', 1000, 1, 3_600_000);
  const count = number(query, 'count', Infinity, 0, Infinity);
  if (count === 0) return;
  let n = 0;
  const timer = setInterval(() => {
    socket.send(`{"n":${++n},"sentAt":${Date.now()}}`, TEXT);
    if (n >= count) clearInterval(timer);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Replies `delayMs` after each of the first `only` requests and at once after the others, in the order of the requests. */
function replyLate(socket: WebSocket, delayMs: number, only: number): void {
  const waiting: { dueMs: number; data: Buffer; isBinary: boolean }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let requests = 0;

  const flush = (): void => {
    timer = undefined;
    while (waiting[0] !== undefined && waiting[0].dueMs <= performance.now()) {
      const reply = waiting.shift();
      if (reply !== undefined) send(socket, reply.data, reply.isBinary);
    }
    if (waiting[0] !== undefined) timer = setTimeout(flush, waiting[0].dueMs - performance.now());
    if (waiting.length < MAX_WAITING) socket.resume();
  };

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const dueMs = performance.now() + (++requests <= only ? delayMs : 0);
    waiting.push({ dueMs, data, isBinary });
    if (waiting.length >= MAX_WAITING) socket.pause();
    if (timer === undefined) flush();
  });
  socket.on('close', () => clearTimeout(timer));
}

/** Sends every message back `holdMs` late; when another one comes meanwhile, that one first. */
function swapPairs(socket: WebSocket, holdMs: number): void {
  let held: { data: Buffer; isBinary: boolean; timer: NodeJS.Timeout } | undefined;
  const release = (): void => {
    if (held === undefined) return;
    clearTimeout(held.timer);
    send(socket, held.data, held.isBinary);
    held = undefined;
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (held === undefined) {
      held = { data, isBinary, timer: setTimeout(release, holdMs) };
    } else {
      send(socket, data, isBinary);
      release();
    }
  });
  socket.on('close', () => clearTimeout(held?.timer));
}

/** The table of the demo server's paths. */
export const endpoints: readonly Endpoint[] = [
  {
    path: '/echo',
    usage: '/echo',
    summary: 'sends every message back',
    serve: (socket) =>
      socket.on('message', (data: Buffer, isBinary: boolean) => send(socket, data, isBinary)),
  },
  {
    path: '/ticker',
    usage: '/ticker?every=1000&count=N',
    summary: 'pushes {"n":1,"sentAt":<epoch ms>} every so many ms, N times',
    serve: tick,
  },
  {
    path: '/slow',
    usage: '/slow?ms=1000&only=N',
    summary: 'sends every message back, the first N so many ms late, in order',
    serve: (socket, query) =>
      replyLate(
        socket,
        number(query, 'ms', 1000, 0, 3_600_000),
        number(query, 'only', Infinity, 0, Infinity),
      ),
  },
  {
    path: '/swap',
    usage: '/swap?ms=1000',
    summary: 'sends every message back so late; of two that come meanwhile, the second first',
    serve: (socket, query) => swapPairs(socket, number(query, 'ms', 1000, 0, 3_600_000)),
  },
  {
    path: '/drop',
    usage: '/drop?after=1&code=1011&reason=',
    summary: 'sends so many messages back, then closes with that code',
    serve(socket, query) {
      const after = number(query, 'after', 1, 0, Infinity);
      const code = number(query, 'code', 1011, 0, 4999);
      const reason = closeReason(query.get('reason') ?? '');
      let replies = 0;
      const close = (): void => socket.close(isSendableCode(code) ? code : 1011, reason);
      if (after === 0) close();
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (replies >= after) return;
        send(socket, data, isBinary);
        if (++replies === after) close();
      });
    },
  },
  {
    path: '/cap',
    usage: '/cap?max=100&every=1000&count=N',
    summary: 'a ticker for so many connections at a time; the next ones get 503',
    limit: (query) => number(query, 'max', 100, 0, Infinity),
    serve: tick,
  },
  {
    path: '/binary',
    usage: '/binary',
    summary: 'sends the bytes of every message back in a binary one',
    serve: (socket) => socket.on('message', (data: Buffer) => send(socket, data, true)),
  },
  {
    path: '/noise',
    usage: '/noise?ticks=2',
    summary: 'sends every message back behind so many messages "tick 1", "tick 2", …',
    serve(socket, query) {
      const ticks = number(query, 'ticks', 2, 0, 1000);
      let n = 0;
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        for (let i = 0; i < ticks; i++) send(socket, `tick ${++n}`, false);
        send(socket, data, isBinary);
      });
    },
  },
  {
    path: '/ping',
    usage: '/ping?pings=1',
    summary: 'sends every message back behind so many pings "ping 1", "ping 2", …',
    serve(socket, query) {
      const pings = number(query, 'pings', 1, 0, 1000);
      let n = 0;
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        for (let i = 0; i < pings; i++) socket.ping(`ping ${++n}`);
        send(socket, data, isBinary);
      });
    },
  },
  {
    path: '/whoami',
    usage: '/whoami',
    summary: 'answers every message with the path, cookies and headers of the handshake as JSON',
    serve(socket, _query, request) {
      const { cookie, ...headers } = request.headers;
      const answer = JSON.stringify({ path: request.url, cookies: cookie ?? '', headers });
      socket.on('message', () => send(socket, answer, false));
    },
  },
];
