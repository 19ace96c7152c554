import type { ClientRequest } from 'node:http';
import { atMost, deadline, LAST_SEND_MS, reasonOf, type Report, type Sender } from './sender.ts';

/** Requests that may be under way at a time. */
const MOST_REQUESTS = 2;

/** As much of an answer is told. */
const LONGEST_ANSWER = 200;

/** Where figures are posted to. */
export interface HttpTarget {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
  /** Longest time without a byte. */
  readonly readTimeoutMs: number;
}

/** Posts figures to an HTTP server. */
export class HttpSender implements Sender {
  readonly #target: HttpTarget;
  readonly #report: Report;
  readonly #underWay = new Set<Promise<void>>();
  readonly #end = new AbortController();

  constructor(target: HttpTarget, report: Report) {
    this.#target = target;
    this.#report = report;
  }

  send(payload: string | Buffer): void {
    if (this.#underWay.size < MOST_REQUESTS) this.#start(payload);
    else this.#report('it is too slow: figures of an interval are lost');
  }

  async close(last: string | Buffer): Promise<void> {
    if (last.length > 0) this.#start(last);
    await atMost(LAST_SEND_MS, Promise.all(this.#underWay));
    this.#end.abort();
    // Nobody waits any longer, but what was lost is told.
    await Promise.all(this.#underWay);
  }

  #start(payload: string | Buffer): void {
    const sent = this.#post(payload).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  async #post(payload: string | Buffer): Promise<void> {
    try {
      const { status, body } = await post(this.#target, Buffer.from(payload), this.#end.signal);
      if (status < 200 || status > 399) this.#report(`it answered ${status} ${body}`.trimEnd());
    } catch (error) {
      this.#report(this.#end.signal.aborted ? `no answer within ${LAST_SEND_MS} ms` : reasonOf(error));
    }
  }
}

/**
 * Posts over a connection of its own: what is sent every few seconds would find a kept one closed by its server.
 * @returns the status and the beginning of what stands below it.
 */
async function post(
  target: HttpTarget,
  body: Buffer,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const isSecure = target.url.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { ...target.headers, 'Content-Length': body.length };
    const sent = request(target.url, { method: 'POST', agent: false, headers, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (text.length < LONGEST_ANSWER) text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text.slice(0, LONGEST_ANSWER) }),
      );
      response.on('error', reject);
    });
    limitTime(sent, target, isSecure);
    sent.on('error', reject);
    sent.end(body);
  });
}

function limitTime(request: ClientRequest, target: HttpTarget, isSecure: boolean): void {
  const { connectTimeoutMs, readTimeoutMs } = target;
  const connected = deadline(connectTimeoutMs, () =>
    request.destroy(new Error(`no connection within ${connectTimeoutMs} ms`)),
  );
  request.once('socket', (socket) =>
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      connected();
      request.setTimeout(readTimeoutMs, () =>
        request.destroy(new Error(`no answer within ${readTimeoutMs} ms`)),
      );
    }),
  );
  request.once('close', connected);
}
