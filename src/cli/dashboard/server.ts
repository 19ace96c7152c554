import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { END_EVENT, LIVE_EVENTS, UPDATE_EVENT } from '../../report/html/page-data.ts';
import { CannotRunError, reasonOf } from '../exit-code.ts';
import { isOwnHost, type Address } from '../address.ts';

/** Pages that follow the run at a time. */
const MAX_FOLLOWERS = 32;
/** How long the last figures may take to get to a page. */
const LAST_WORD_MS = 1000;

const HEADERS: http.OutgoingHttpHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** What is shown. */
export interface DashboardContent {
  /** The whole page, as the run is now. */
  page(): string;
  /** The same as an update for a page that is there. */
  update(): string;
}

/** Serves the page of a run, and tells those who follow it what is new (server-sent events). It cannot be written to. */
export class DashboardServer {
  readonly #address: Address;
  readonly #content: DashboardContent;
  readonly #server: http.Server;
  readonly #followers = new Set<http.ServerResponse>();

  constructor(address: Address, content: DashboardContent) {
    this.#address = address;
    this.#content = content;
    this.#server = http.createServer((request, response) => this.#answer(request, response));
  }

  /**
   * @returns the address of the page.
   * @throws CannotRunError when the port is not to be had.
   */
  async listen(): Promise<string> {
    const { host, port } = this.#address;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => {
        reject(new CannotRunError(`The dashboard cannot be served at ${host}:${port}: ${reasonOf(error)}.`));
      });
      this.#server.listen(port, host, resolve);
    });
    const { address, family, port: taken } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/`;
  }

  get hasFollowers(): boolean {
    return this.#followers.size > 0;
  }

  /** Tells all followers. One that has not read the update before is left out: the next one says it all. */
  update(data: string): void {
    for (const follower of this.#followers)
      if (follower.writableLength === 0) tell(follower, UPDATE_EVENT, data);
  }

  /** Tells the followers the last figures and that there will be no more, and stops serving. */
  async end(data: string): Promise<void> {
    this.#server.close();
    const told = Array.from(this.#followers, (follower) => {
      tell(follower, UPDATE_EVENT, data);
      tell(follower, END_EVENT, '');
      return new Promise((resolve) => follower.end(resolve));
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, LAST_WORD_MS);
    });
    await Promise.race([Promise.all(told), late]);
    clearTimeout(timer);
    this.#server.closeAllConnections();
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const refuse = (status: number, reason: string): void => {
      response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain', Connection: 'close' });
      response.end(`${reason}\n`);
    };
    if (!isOwnHost(request.headers.host, this.#address))
      return refuse(403, 'Refused by this name: use the address, or give the name in --dashboard NAME:PORT.');
    if (request.method !== 'GET') return refuse(405, 'There is nothing to write to.');
    const path = request.url?.split('?', 1)[0];
    if (path === '/') {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
      response.end(this.#content.page());
    } else if (path !== `/${LIVE_EVENTS}`) refuse(404, 'There is no such page.');
    else if (this.#followers.size >= MAX_FOLLOWERS) refuse(503, 'Too many pages follow the run.');
    else this.#follow(response);
  }

  #follow(response: http.ServerResponse): void {
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    this.#followers.add(response);
    response.once('close', () => this.#followers.delete(response));
    tell(response, UPDATE_EVENT, this.#content.update());
  }
}

/** @param data one line. */
const tell = (response: http.ServerResponse, event: string, data: string): void =>
  void response.write(`event: ${event}\ndata: ${data}\n\n`);
