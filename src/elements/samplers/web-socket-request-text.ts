import type { Payload } from './web-socket-payload.ts';

/** What samples on connections to one URL show as their request. */
class RequestText {
  readonly url: string;
  /** Without a payload. */
  readonly plain: string;
  readonly #before: string;
  #payload: Payload | undefined;
  #shown = '';

  constructor(url: string) {
    this.url = url;
    this.plain = `Connect URL:\n${url}\n(using existing connection)\n`;
    this.#before = `${this.plain}\nRequest data:\n`;
  }

  /** With that payload; a constant one is put into words once. */
  of(payload: Payload): string {
    if (payload !== this.#payload) {
      this.#payload = payload;
      this.#shown = `${this.#before}${payload.shown}\n`;
    }
    return this.#shown;
  }
}

let latest = new RequestText('');

/** The text for a URL. Most plans have one: its connections share it. */
export function requestTextFor(url: string): RequestText {
  if (latest.url !== url) latest = new RequestText(url);
  return latest;
}

export type { RequestText };
