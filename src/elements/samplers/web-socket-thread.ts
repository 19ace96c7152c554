import type { Dialogue } from '../../correlation/dialogue.ts';
import { Ledger } from '../../correlation/ledger.ts';
import type { VirtualUser } from '../../types.ts';
import type { WebSocketConnection } from '../../websocket/connection.ts';
import type { Frame } from '../../websocket/frame.ts';
import type { TlsSessions } from '../../websocket/transport.ts';
import { requestTextFor, type RequestText } from './web-socket-request-text.ts';

const STOP_REASON = 'test thread finished';
const NORMAL_CLOSURE = 1000;

/** A connection of a thread and what is known about it. */
export class Session {
  readonly connection: WebSocketConnection;
  /** Where what correlation learns is kept; undefined when the sampler that opened it has correlation off. */
  readonly #dialogue: Dialogue | undefined;
  /** Made with the first request that is to be paired. */
  ledger: Ledger | undefined;
  /** Frames that a `match` sampler left unread; each is counted once. */
  passedOver: WeakSet<Frame> | undefined;
  /** Sampler data of those who use the connection. */
  readonly requestText: RequestText;
  /** So many frames at the head of the inbox are pushes that `match` samplers left there. */
  pushes = 0;

  constructor(connection: WebSocketConnection, dialogue: Dialogue | undefined) {
    this.connection = connection;
    this.#dialogue = dialogue;
    this.requestText = requestTextFor(connection.address.url);
  }

  /** The ledger of this connection, for a sampler that has correlation on. */
  ledgerFor(user: VirtualUser, dialogue: Dialogue): Ledger {
    if (this.ledger === undefined) {
      this.ledger = new Ledger(this.#dialogue ?? dialogue, user);
      this.ledger.startSample();
    }
    return this.ledger;
  }
}

/** The WebSocket of one thread (JMeter keeps it in a ThreadLocal), shared by all samplers in it. */
export class ThreadWebSocket {
  /** What the next sampler uses; undefined: there is no connection. */
  session: Session | undefined;
  /** A connection that samplers do not know any more, with TCP still open; at most one is kept so. */
  #forgotten: WebSocketConnection | undefined;
  #tlsSessions: TlsSessions | undefined;
  readonly #user: VirtualUser;

  constructor(user: VirtualUser) {
    this.#user = user;
  }

  /** TLS sessions for resumption. */
  get tlsSessions(): TlsSessions {
    return (this.#tlsSessions ??= new Map());
  }

  /** The connection gives way to a new one: TCP ends without a close frame. */
  replace(): void {
    if (this.session !== undefined) {
      this.session.connection.close();
      this.#report('client', undefined);
    }
    this.#dropForgotten();
  }

  /** Samplers have no connection any more. TCP stays open until the next one is forgotten or opened. */
  forget(): void {
    if (this.session === undefined) return;
    this.session.connection.abandon();
    this.#dropForgotten();
    this.#forgotten = this.session.connection;
    this.#report('client', undefined);
  }

  /** The closing handshake is done: TCP ends. @param code of the close frame that came. */
  closed(code: number | undefined): void {
    this.session?.connection.close();
    this.#report('client', code);
  }

  /** Does what `websocket.thread.stop.policy` says. @param category of the sampler, for the log. */
  threadFinished(category: string): void {
    if (this.session === undefined) return;
    const { connection } = this.session;
    const policy = this.#user.shared.properties.get('websocket.thread.stop.policy')?.toLowerCase();
    if (policy === 'wsclose')
      try {
        connection.sendClose(NORMAL_CLOSURE, STOP_REASON);
      } catch (error) {
        this.#user.log.log('ERROR', category, `Closing WebSocket connection failed: ${String(error)}`);
      }
    if (policy === 'wsclose' || policy === 'tcpclose') connection.close();
    else connection.abandon();
    this.#report('thread-end', undefined);
  }

  #dropForgotten(): void {
    this.#forgotten?.close();
    this.#forgotten = undefined;
  }

  /** Ends the session; what the server did counts before what this side does. */
  #report(by: 'client' | 'thread-end', code: number | undefined): void {
    const { session } = this;
    this.session = undefined;
    if (session === undefined) return;
    session.ledger?.close();
    const { end, openedUs, traffic } = session.connection;
    this.#user.emit({
      type: 'connection-closed',
      by: end?.by ?? by,
      code: end === undefined ? code : end.code,
      sessionUs: (end?.atUs ?? this.#user.clock.nowUs()) - openedUs,
      traffic,
    });
  }
}

/** The WebSocket of that thread. */
export function webSocketOf(user: VirtualUser): ThreadWebSocket {
  if (user.connection instanceof ThreadWebSocket) return user.connection;
  const made = new ThreadWebSocket(user);
  user.connection = made;
  return made;
}
