import net from 'node:net';
import { atMost, deadline, LAST_SEND_MS, reasonOf, type Report, type Sender } from '../sender.ts';

const CONNECT_TIMEOUT_MS = 1000;
const CLOSE_MS = 500;
/** Bytes that wait for a slow server; more are not sent. */
const MOST_WAITING = 4 << 20;

/** Writes figures to a TCP port, over one connection that is opened again when it was lost. */
export class TcpSender implements Sender {
  readonly #host: string;
  readonly #port: number;
  readonly #report: Report;
  #socket: net.Socket | undefined;

  constructor(host: string, port: number, report: Report) {
    this.#host = host;
    this.#port = port;
    this.#report = report;
  }

  send(payload: string | Buffer): void {
    if (this.#socket?.writable !== true) this.#socket = this.#connect();
    const socket = this.#socket;
    if (socket.writableLength < MOST_WAITING) socket.write(payload);
    else this.#report('it is too slow: figures of an interval are lost');
  }

  async close(last: string | Buffer): Promise<void> {
    this.send(last);
    const socket = this.#socket;
    if (socket === undefined) return;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await atMost(
      LAST_SEND_MS,
      Promise.race([closed, new Promise<void>((resolve) => socket.end(() => resolve()))]),
    );
    // All is on its way; a server that ends the connection too has got it.
    await atMost(CLOSE_MS, closed);
    socket.destroy();
  }

  #connect(): net.Socket {
    const socket = net.connect({ host: this.#host, port: this.#port, keepAlive: true });
    const connected = deadline(CONNECT_TIMEOUT_MS, () =>
      socket.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`)),
    );
    socket.once('connect', connected);
    socket.on('error', (error) => this.#report(reasonOf(error)));
    socket.once('close', () => {
      connected();
      if (this.#socket === socket) this.#socket = undefined;
    });
    // What a server says is of no interest, but its end must be noticed.
    socket.resume();
    return socket;
  }
}
