import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { DurationCounts } from '../results/duration-counts.ts';
import { WebSocketConnection } from '../websocket/connection.ts';
import type { Frame } from '../websocket/frame.ts';
import { OPCODE } from '../websocket/frame-writer.ts';
import { serverAddress, type ServerAddress } from '../websocket/server-address.ts';
import type { ProbeFindings, ProbeTask } from './probe.ts';

const EVERY_MS = 100;
const CONNECT_TIMEOUT_MS = 10_000;
/** A server that answers nothing is not sent more than this. */
const MOST_OUTSTANDING = 100;
/** How long the last answers are waited for. */
const LAST_WAIT_MS = 500;

const port = parentPort!;

const URL_PARTS = /^(wss?):\/\/(\[[^\]]*\]|[^:/]*):(\d+)(.*)$/s;

function addressOf(url: string): ServerAddress {
  const [, scheme, host = '', portNumber, target = '/'] = URL_PARTS.exec(url) ?? [];
  return serverAddress(scheme === 'wss', host, Number(portNumber), target);
}

/** One connection on which something is sent at a steady rate, and what came back. */
class Probe {
  readonly #connection: WebSocketConnection;
  readonly #text: string | undefined;
  readonly #latency = new DurationCounts();
  /** Send times of what was not answered yet, by number, the oldest first. */
  readonly #outstanding = new Map<number, number>();
  #number = 0;
  #problem: string | undefined;

  constructor(connection: WebSocketConnection, text: string | undefined) {
    this.#connection = connection;
    this.#text = text;
  }

  /** Sends and reads until it is told to end. */
  async run(ended: Promise<unknown>): Promise<void> {
    const timer = setInterval(() => this.#send(), EVERY_MS);
    const lost = this.#read();
    await Promise.race([ended, lost]);
    clearInterval(timer);
    const answered = this.#outstanding.size === 0 ? undefined : this.#lastAnswers();
    await Promise.race([answered, lost]);
    this.#connection.close();
  }

  get findings(): ProbeFindings {
    return {
      latency: this.#latency.sparse(),
      unanswered: this.#outstanding.size,
      problem: this.#problem,
    };
  }

  #send(): void {
    if (this.#outstanding.size >= MOST_OUTSTANDING) return;
    const number = this.#number++;
    this.#outstanding.set(number, systemClock.nowUs());
    try {
      if (this.#text === undefined) this.#connection.send(OPCODE.ping, Buffer.from(String(number)));
      else this.#connection.sendText(this.#text);
    } catch (error) {
      this.#fails(error);
    }
  }

  /** Reads to the end of the connection. */
  async #read(): Promise<void> {
    for (;;) {
      const frame = await this.#connection.receive(0);
      if (frame.failure !== undefined) return this.#fails(frame.failure);
      if (frame.kind === 'close')
        return this.#fails(new Error(`the server closed it (${frame.closeCode ?? 'no code'})`));
      if (frame.kind === 'ping') this.#connection.send(OPCODE.pong, frame.data);
      else this.#answers(frame);
    }
  }

  #answers(frame: Frame): void {
    const isPong = frame.kind === 'pong';
    if (!frame.final || isPong !== (this.#text === undefined)) return;
    // Messages say nothing of what they answer: the one that waits longest.
    const [oldest] = this.#outstanding.keys();
    const number = isPong ? Number(frame.text) : oldest;
    const sentUs = number === undefined ? undefined : this.#outstanding.get(number);
    if (number === undefined || sentUs === undefined) return;
    this.#outstanding.delete(number);
    this.#latency.record(Math.max(0, Math.round(frame.arrivalUs - sentUs)));
  }

  async #lastAnswers(): Promise<void> {
    const deadline = performance.now() + LAST_WAIT_MS;
    while (this.#outstanding.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
  }

  #fails(error: unknown): void {
    this.#problem ??= error instanceof Error ? error.message : String(error);
  }
}

async function probe({ target, text, proxy }: ProbeTask, ended: Promise<unknown>): Promise<ProbeFindings> {
  const connection = new WebSocketConnection(addressOf(target.url), systemClock);
  try {
    await connection.connect({
      headers: target.headers,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      readTimeoutMs: CONNECT_TIMEOUT_MS,
      proxy,
      tlsSessions: undefined,
    });
  } catch (error) {
    await ended;
    const problem = error instanceof Error ? error.message : String(error);
    return { latency: [], unanswered: 0, problem };
  }
  const running = new Probe(connection, text);
  await running.run(ended);
  await ended;
  return running.findings;
}

const ended = new Promise((resolve) => {
  port.once('message', resolve);
});
// The task comes from the thread that started this one.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
port.postMessage(await probe(workerData as ProbeTask, ended));
port.close();
