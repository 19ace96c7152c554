import type { Socket } from 'node:net';
import { JavaException } from '../java/exception.ts';
import type { Clock, HandshakeTimes, Traffic } from '../types.ts';
import { IoError, ioText } from './errors.ts';
import { failedFrame, type Frame } from './frame.ts';
import { FrameReader, MAX_PAYLOAD_BYTES, type FrameSink, type MessageInflater } from './frame-reader.ts';
import {
  closeFrame,
  keepLatestFrame,
  OPCODE,
  payloadFrame,
  textFrame,
  type ClientOpcode,
} from './frame-writer.ts';
import { Inbox, type FrameReceiver } from './inbox.ts';
import { openTransport, type TransportOptions, type TransportOwner } from './open-transport.ts';
import { ResponseHeadReader, type ResponseHead } from './response-head.ts';
import type { ServerAddress } from './server-address.ts';
import { upgradeRequest, type CustomHeaders } from './upgrade-request.ts';
import { HandshakeClock } from './handshake-clock.ts';
import type { TransportStep } from './transport.ts';
import { checkUpgrade, checkUpgradeStatus } from './upgrade-response.ts';

/** What Node says for bytes; its types do not know it. */
const NO_ENCODING = 'buffer' as BufferEncoding;
/** Unread frames may take so much before the socket is not read any more; reading goes on at half of it. */
const MAX_UNREAD_BYTES = 64 * 1024;

/**
 * How far a connection has come, as the plugin's client counts: after an I/O error it still is `connected`.
 * `closing`: this side has sent a close frame.
 */
export type ConnectionState = 'new' | 'connected' | 'closed by server' | 'closing' | 'closed';

/** How the other side ended a connection, and when. */
export interface ConnectionEnd {
  readonly by: 'server' | 'reset';
  readonly code: number | undefined;
  readonly atUs: number;
}

export interface ConnectOptions extends TransportOptions {
  readonly headers: CustomHeaders;
}

/** What the opening handshake gave. */
export interface Upgrade {
  readonly requestSize: number;
  readonly handshake: HandshakeTimes;
  readonly head: ResponseHead;
}

/** Where the reads and writes of a socket that was reset stand: Linux reports the reset once. */
type Reset = 'unreported' | 'reported to a read' | 'reported to a write';

/** One WebSocket connection of a client, seen as frames. */
export class WebSocketConnection implements TransportOwner, FrameSink {
  readonly address: ServerAddress;
  readonly #clock: Clock;
  readonly #inbox: Inbox;
  #state: ConnectionState = 'new';
  #socket: Socket | undefined;
  #head: ResponseHeadReader | undefined;
  #reader: FrameReader | undefined;
  /** While the connection is being opened. */
  #handshake: HandshakeClock | undefined;
  #paused = false;
  /** What the next read fails with once all frames have been read. */
  #ended: IoError | undefined;
  #reset: Reset | undefined;
  #openedUs = 0;
  #end: ConnectionEnd | undefined;
  /** Frames that the kernel has not taken yet. */
  #writing = 0;
  /** Who waits for that. */
  #flushed: { readonly resolve: () => void; readonly reject: (error: IoError) => void } | undefined;
  #sentMessages = 0;
  #sentBytes = 0;
  #receivedMessages = 0;
  #receivedBytes = 0;

  constructor(address: ServerAddress, clock: Clock) {
    this.address = address;
    this.#clock = clock;
    this.#inbox = new Inbox(clock);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** When the answer to the upgrade was complete, microseconds since the epoch. */
  get openedUs(): number {
    return this.#openedUs;
  }

  /** How the other side ended it; undefined while it has not. */
  get end(): ConnectionEnd | undefined {
    return this.#end;
  }

  get traffic(): Traffic {
    return {
      sentMessages: this.#sentMessages,
      sentBytes: this.#sentBytes,
      receivedMessages: this.#receivedMessages,
      receivedBytes: this.#receivedBytes,
    };
  }

  /**
   * Opens TCP, TLS and the WebSocket.
   * @throws IoError, UpgradeError, or a JavaException for a header with a line break.
   */
  async connect(options: ConnectOptions): Promise<Upgrade> {
    this.requireNew();
    const request = upgradeRequest(this.address, options.headers, options.proxy !== undefined);
    const inflater = offersDeflate(options.headers) ? await inflaterFor(options.headers) : undefined;
    const times = (this.#handshake = new HandshakeClock(this.#clock));
    try {
      const socket = (this.#socket = await openTransport(this.address, options, this));
      this.#watch(socket);
      const answer = new ResponseHeadReader(options.readTimeoutMs, checkUpgradeStatus);
      this.expectHead(answer);
      this.#reader = new FrameReader(this, inflater);
      times.reached('request');
      socket.write(request.bytes);
      this.#sentBytes += request.bytes.length;
      const head = await answer.head;
      checkUpgrade(head, request.accept);
      this.#state = 'connected';
      return { requestSize: request.bytes.length, handshake: times.opened(this.#openedUs), head };
    } catch (error) {
      this.#state = 'closed';
      this.#socket?.destroy();
      throw error;
    } finally {
      this.#handshake = undefined;
    }
  }

  expectHead(head: ResponseHeadReader): void {
    this.#head = head;
  }

  onStep(step: TransportStep): void {
    this.#handshake?.reached(step);
  }

  /** Apart from `connect`, of which these functions would keep alive what it has at hand. */
  #watch(socket: Socket): void {
    socket.on('error', (error) => this.#onError(error)).on('end', () => this.#onEnd());
  }

  /** @throws JavaException IllegalStateException for a connection that was opened before. */
  requireNew(): void {
    if (this.#state !== 'new')
      throw new JavaException(
        'java.lang.IllegalStateException',
        `Cannot connect when state is ${this.#state === 'closed by server' ? 'CLOSED_SERVER' : 'CLOSED_CLIENT'}`,
      );
  }

  /** Sends a text frame and gives its size on the wire. @throws IoError */
  sendText(text: string): number {
    const size = this.#send(textFrame(text));
    this.#sentMessages++;
    return size;
  }

  /** Sends a frame with that payload and gives its size on the wire. @throws IoError */
  send(opcode: Exclude<ClientOpcode, typeof OPCODE.close>, payload: Uint8Array): number {
    const size = this.#send(payloadFrame(opcode, payload));
    if (opcode === OPCODE.binary) this.#sentMessages++;
    return size;
  }

  /** Starts the closing handshake and gives the size of the close frame. @throws IoError */
  sendClose(status: number, reason: string): number {
    const size = this.#send(closeFrame(status, reason));
    this.#state = 'closing';
    return size;
  }

  /** Resolves when the kernel has taken what was sent; undefined when it has already. Rejects with an IoError. */
  flushing(): Promise<void> | undefined {
    if (this.#writing === 0) return undefined;
    return new Promise((resolve, reject) => {
      this.#flushed = { resolve, reject };
    });
  }

  /**
   * The next frame; one with a `failure` when reading fails; undefined when it has yet to come: the receiver gets it
   * then. The time runs from `nowUs`, and anew whenever some bytes of a frame come, as with Java's socket timeout.
   * @param timeoutMs 0 waits for ever.
   * @param skip leaves so many frames unread and gives the one behind them.
   */
  receiveFor(receiver: FrameReceiver, timeoutMs: number, skip: number, nowUs: number): Frame | undefined {
    const frame = this.#inbox.takeAt(skip);
    if (frame !== undefined) {
      if (this.#paused && this.#inbox.cost <= MAX_UNREAD_BYTES / 2) this.#resume();
      return this.#read(frame);
    }
    if (this.#ended !== undefined) return failedFrame(this.#readFailure(this.#ended), 0, this.#clock.nowUs());
    if (this.#paused) this.#resume();
    this.#inbox.wait(receiver, timeoutMs, skip, nowUs);
    return undefined;
  }

  /** The same as a promise, from now on. */
  receive(timeoutMs: number, skip = 0): Frame | Promise<Frame> {
    const receiver = new PromisedFrame();
    return this.receiveFor(receiver, timeoutMs, skip, this.#clock.nowUs()) ?? receiver.promise;
  }

  /** Puts a frame back that the reader came upon with that `skip`. */
  leave(frame: Frame, skip: number): void {
    this.#inbox.putBack(frame, skip);
  }

  /** Ends TCP. */
  close(): void {
    this.#state = 'closed';
    this.#inbox.close();
    this.#socket?.destroySoon();
  }

  /** Nobody reads it any more; TCP stays open and does not keep the process alive. */
  abandon(): void {
    this.#inbox.close();
    this.#socket?.pause();
    this.#socket?.unref();
  }

  /** A frame has come; see FrameSink. */
  onFrame(frame: Frame): void {
    if (frame.kind === 'close') this.#endedBy('server', frame.closeCode, frame.arrivalUs);
    else if (frame.final && frame.failure === undefined && (frame.kind === 'text' || frame.kind === 'binary'))
      this.#receivedMessages++;
    if (this.#inbox.waiting) this.#read(frame);
    this.#inbox.push(frame);
  }

  /** The reader has come upon that frame. */
  #read(frame: Frame): Frame {
    if (frame.kind === 'close' && this.#state === 'connected') this.#state = 'closed by server';
    return frame;
  }

  #send(frame: Buffer): number {
    const socket = this.#socket;
    if (socket === undefined || socket.destroyed || this.#reset !== undefined) throw this.#writeFailure();
    this.#writing++;
    // `write` ends here too. What it does before, such as counting what waits, is a tenth of what a sample costs.
    socket._write(frame, NO_ENCODING, this.#written);
    // TLS has its own copy of what it was given, the kernel only of what it took.
    if (this.#writing > 0 && !this.address.tls) keepLatestFrame();
    if (socket.errored !== null) {
      if (isReset(socket.errored)) this.#reset ??= 'unreported';
      throw this.#writeFailure();
    }
    this.#sentBytes += frame.length;
    return frame.length;
  }

  /** A frame has been written, or never will be: then there is an error, or the socket is gone. */
  readonly #written = (error?: Error | null): void => {
    this.#writing--;
    if (error != null) this.#socket!.destroy(error);
    if (this.#flushed === undefined) return;
    const { resolve, reject } = this.#flushed;
    if (this.#socket!.destroyed) reject(this.#writeFailure());
    else if (this.#writing === 0) resolve();
    else return;
    this.#flushed = undefined;
  };

  #writeFailure(): IoError {
    const first = this.#reset === 'unreported';
    if (first) this.#reset = 'reported to a write';
    return new IoError(first ? 'Connection reset by peer' : 'Broken pipe');
  }

  #readFailure(ended: IoError): IoError {
    if (this.#reset === 'unreported') this.#reset = 'reported to a read';
    this.#ended = this.#reset === 'reported to a read' ? new IoError('Connection reset') : endOfStream();
    return this.#reset === 'reported to a write' ? this.#ended : ended;
  }

  onBytes(count: number, buffer: Buffer): boolean {
    const nowUs = this.#clock.nowUs();
    this.#receivedBytes += count;
    let at = 0;
    if (this.#head !== undefined) {
      const behind = this.#head.push(buffer, 0, count);
      if (behind === undefined) return true;
      at = behind;
      this.#head = undefined;
      this.#openedUs = nowUs;
    }
    this.#reader?.push(buffer, at, count, nowUs);
    this.#inbox.touch(nowUs);
    this.#paused = this.#inbox.cost > MAX_UNREAD_BYTES;
    return !this.#paused;
  }

  #resume(): void {
    this.#paused = false;
    this.#socket?.resume();
  }

  #onEnd(): void {
    this.#endedBy('server', undefined, this.#clock.nowUs());
    this.#finish(this.#reader?.takeEndFailure() ?? endOfStream());
  }

  #onError(error: NodeJS.ErrnoException): void {
    this.#endedBy('reset', undefined, this.#clock.nowUs());
    if (isReset(error)) this.#reset ??= 'unreported';
    // A write that finds the pipe broken is its own report; reads come upon the end of the stream.
    const failure = error.code === 'EPIPE' ? endOfStream() : new IoError(ioText(error));
    this.#head?.fail(failure);
    this.#finish(failure);
  }

  /** The answer to a close frame of this side is not the server's doing. */
  #endedBy(by: ConnectionEnd['by'], code: number | undefined, atUs: number): void {
    if (this.#state !== 'closing') this.#end ??= { by, code, atUs };
  }

  #finish(failure: IoError): void {
    this.#head?.end();
    this.#ended ??= failure;
    if (this.#inbox.waiting) this.#inbox.fail(this.#readFailure(failure));
  }
}

class PromisedFrame implements FrameReceiver {
  readonly promise: Promise<Frame>;
  #resolve!: (frame: Frame) => void;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  frameArrived(frame: Frame): void {
    this.#resolve(frame);
  }
}

const endOfStream = (): IoError => new IoError('end of stream');

const isReset = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNRESET';

const extensionsOf = (headers: CustomHeaders): string =>
  headers.find(([name]) => name === 'Sec-WebSocket-Extensions')?.[1] ?? '';

/** The plugin inflates when the request names the extension in exactly this spelling, whatever the answer says. */
const offersDeflate = (headers: CustomHeaders): boolean =>
  extensionsOf(headers).includes('permessage-deflate');

async function inflaterFor(headers: CustomHeaders): Promise<MessageInflater> {
  const { Inflater } = await import('./inflater.ts');
  return new Inflater(!extensionsOf(headers).includes('server_no_context_takeover'), MAX_PAYLOAD_BYTES);
}
