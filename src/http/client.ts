import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../types.ts';
import type { ClientCertificate, TlsSessions } from '../websocket/transport.ts';
import { openTcp, openTls, type Abort, type Endpoint } from './connect.ts';
import { exchange, type ExchangeObserver, type WireRequest, type WireResponse } from './exchange.ts';
import { noResponse } from './failures.ts';
import { hostText, portOf, type JavaUrl } from './java-url.ts';
import { basicCredentials, tunnelHeaders, type Headers } from './request-headers.ts';
import { openTunnel } from './tunnel.ts';

/** A proxy for HTTP requests. */
export interface HttpProxy extends Endpoint {
  /** Empty: it is given no password. */
  readonly user: string;
  readonly password: string;
}

/** How a request gets its connection. */
export interface ConnectionSettings {
  readonly proxy: HttpProxy | undefined;
  /** Limit for TCP to each address, and for TLS; 0: none. */
  readonly connectTimeoutMs: number;
  readonly readTimeoutMs: number;
  readonly certificate: () => Promise<ClientCertificate | undefined>;
  /** Requests for a tunnel have a User-Agent. */
  readonly namesItself: boolean;
}

/** How long connections are kept (the properties httpclient4.*). */
export interface KeepingRules {
  readonly timeToLiveMs: number;
  /** For servers that do not say how long; 0: for ever. */
  readonly idleTimeoutMs: number;
  /** Whether a connection still stands is looked at only when it was idle for longer. */
  readonly validateAfterMs: number;
}

/** One connection, and whether the next request may take it. */
interface Connection {
  readonly socket: Socket;
  readonly openedMs: number;
  idleSinceMs: number;
  expiresMs: number;
  /** The server has ended it. */
  ended: boolean;
}

/** Makes the request, which looks different to a proxy. */
export type RequestMaker = (proxied: boolean, proxyAuthorization: string | undefined) => WireRequest;

/** An answer and the headers of the request that it answers. */
export interface Exchanged {
  readonly response: WireResponse;
  readonly requestHeaders: Headers;
}

/** The way to a server: requests that have it in common share connections. */
interface Way {
  readonly key: string;
  readonly url: JavaUrl;
  readonly settings: ConnectionSettings;
  readonly observer: ExchangeObserver;
}

/** The HTTP connections of one virtual user, kept as HttpClient 4.5 does for JMeter: one per server and way to it. */
export class HttpClient {
  readonly #clock: Clock;
  readonly #rules: KeepingRules;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #connections = new Map<string, Connection>();
  /** Ways on which the proxy asked for a password. */
  readonly #challenged = new Set<string>();
  readonly #tlsSessions: TlsSessions = new Map();
  readonly #abort: Abort = { onAbort: undefined };
  #opened: Socket | undefined;

  constructor(clock: Clock, rules: KeepingRules) {
    this.#clock = clock;
    this.#rules = rules;
    // Asked for when the agent has none: then one has just been opened.
    this.#agent.createConnection = () => {
      const socket = this.#opened;
      this.#opened = undefined;
      if (socket === undefined) throw new Error('No connection was opened');
      return socket;
    };
    // How long a connection is kept is decided here alone.
    this.#agent.keepSocketAlive = () => true;
  }

  /** Sends one request and takes its answer. @throws JavaException as HttpClient does */
  async exchange(
    url: JavaUrl,
    settings: ConnectionSettings,
    make: RequestMaker,
    observer: ExchangeObserver,
  ): Promise<Exchanged> {
    const { proxy } = settings;
    const via = proxy === undefined ? '' : ` via ${proxy.user}@${proxy.host}:${proxy.port}`;
    const key = `${url.protocol}://${url.userInfo ?? ''}@${hostText(url)}${via}`;
    const way: Way = { key, url, settings, observer };
    const proxied = proxy !== undefined && url.protocol === 'http';
    for (let attempt = 1; ; attempt++) {
      const request = make(proxied, proxied ? this.#proxyAuthorization(way) : undefined);
      const refused = this.#isKept(way) ? undefined : await this.#open(way);
      if (refused !== undefined) {
        observer.firstByte(refused.response.endUs);
        return refused;
      }
      const response = await exchange(request, this.#agent, key, this.#clock, this.#abort, observer).catch(
        (error: unknown) => {
          this.#connections.delete(key);
          throw error;
        },
      );
      this.#keepOrClose(key, response);
      if (attempt > 1 || !proxied || !this.#asksForPassword(way, response))
        return { response, requestHeaders: request.headers };
    }
  }

  /** Gives up what is under way. */
  interrupt(): void {
    this.#abort.onAbort?.();
  }

  /** Forgets connections, TLS sessions and proxies: a new visitor comes. */
  reset(): void {
    for (const { socket } of this.#connections.values()) socket.destroy();
    this.#connections.clear();
    this.#challenged.clear();
    this.#tlsSessions.clear();
  }

  close(): void {
    this.reset();
    this.#agent.destroy();
  }

  /** True when the agent has a connection for that way. @throws JavaException when the server has ended it unseen */
  #isKept({ key, url }: Way): boolean {
    const kept = this.#connections.get(key);
    if (kept === undefined) return false;
    const nowMs = this.#clock.nowUs() / 1000;
    const ended = kept.ended || !kept.socket.writable;
    if (!ended && kept.expiresMs > nowMs) return true;
    kept.socket.destroy();
    this.#connections.delete(key);
    if (ended && kept.expiresMs > nowMs && nowMs - kept.idleSinceMs <= this.#rules.validateAfterMs)
      throw noResponse(`${url.host}:${portOf(url)}`);
    return false;
  }

  /** Makes a connection. Gives the answer of a proxy that makes no tunnel. */
  async #open(way: Way): Promise<Exchanged | undefined> {
    const { url, settings } = way;
    const { proxy, connectTimeoutMs } = settings;
    const server = { host: url.host, port: portOf(url) };
    const secure = url.protocol === 'https';
    let socket: Socket;
    try {
      socket = await openTcp(proxy ?? server, connectTimeoutMs, this.#abort);
      if (secure && proxy === undefined) socket = await this.#openTls(socket, server, settings);
    } finally {
      way.observer.connected(this.#clock.nowUs());
    }
    if (secure && proxy !== undefined) {
      const refused = await this.#openTunnel(way, socket);
      if (refused !== undefined)
        return this.#asksForPassword(way, refused.response) ? this.#open(way) : refused;
      socket = await this.#openTls(socket, server, settings);
    }
    const nowMs = this.#clock.nowUs() / 1000;
    const connection: Connection = {
      socket,
      openedMs: nowMs,
      idleSinceMs: nowMs,
      expiresMs: Infinity,
      ended: false,
    };
    socket.once('close', () => {
      connection.ended = true;
    });
    this.#connections.set(way.key, connection);
    this.#opened = socket;
    return undefined;
  }

  async #openTls(tcp: Socket, server: Endpoint, settings: ConnectionSettings): Promise<Socket> {
    const certificate = await settings.certificate();
    const options = { timeoutMs: settings.connectTimeoutMs, certificate, sessions: this.#tlsSessions };
    return openTls(tcp, server, options, this.#abort);
  }

  async #openTunnel(way: Way, socket: Socket): Promise<Exchanged | undefined> {
    const { url, settings } = way;
    const headers = tunnelHeaders(hostText(url), settings.namesItself, this.#proxyAuthorization(way));
    const request = {
      server: `${url.host}:${portOf(url)}`,
      headers,
      readTimeoutMs: settings.readTimeoutMs,
    };
    const response = await openTunnel(socket, request, this.#clock, this.#abort);
    return response && { response, requestHeaders: headers };
  }

  /** The credentials for a proxy that has asked for them. */
  #proxyAuthorization({ key, settings: { proxy } }: Way): string | undefined {
    return proxy !== undefined && this.#challenged.has(key)
      ? basicCredentials(proxy.user, proxy.password)
      : undefined;
  }

  /** True when the proxy wants a password that it has not been given yet; the next request has it. */
  #asksForPassword({ key, settings: { proxy } }: Way, { status, headers }: WireResponse): boolean {
    if (status !== 407 || proxy === undefined || proxy.user === '' || this.#challenged.has(key)) return false;
    const basic = headers.some(
      ([name, value]) => name.toLowerCase() === 'proxy-authenticate' && /^\s*basic\b/i.test(value),
    );
    if (basic) this.#challenged.add(key);
    return basic;
  }

  #keepOrClose(key: string, response: WireResponse): void {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    if (!response.reusable || !connection.socket.writable) {
      this.#connections.delete(key);
      connection.socket.destroy();
      return;
    }
    const nowMs = response.endUs / 1000;
    const { timeToLiveMs, idleTimeoutMs } = this.#rules;
    const keepMs = keepAliveMs(response.headers) ?? (idleTimeoutMs > 0 ? idleTimeoutMs : Infinity);
    connection.idleSinceMs = nowMs;
    connection.expiresMs = Math.min(
      nowMs + keepMs,
      timeToLiveMs > 0 ? connection.openedMs + timeToLiveMs : Infinity,
    );
  }
}

/** How long the server wants to keep a connection (`Keep-Alive: timeout=5`). */
function keepAliveMs(headers: Headers): number | undefined {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'keep-alive') continue;
    const seconds = /\btimeout\s*=\s*"?(\d+)/i.exec(value)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
