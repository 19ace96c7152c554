import { fieldsOf, sockJsContent, type Field } from './fields.ts';
import { isSpecific, isTimestamp } from './value.ts';

/** Messages that are looked back at. */
const WINDOW = 6;
/** A longer message is not kept to look back at. */
const MAX_CHARACTERS = 4_096;

/** A message of the dialogue, taken apart when it is first looked into. */
class Utterance {
  readonly text: string;
  readonly #content: string;
  /** Position in the dialogue. */
  readonly order: number;
  /** Of a reply: position of the request it was read for. */
  readonly readFor: number | undefined;
  readonly framed: boolean;
  #fields: ReadonlyMap<string, Field> | undefined;

  constructor(text: string, order: number, readFor: number | undefined) {
    const content = sockJsContent(text);
    this.text = text;
    this.#content = content ?? text;
    this.framed = content !== undefined;
    this.order = order;
    this.readFor = readFor;
  }

  get fields(): ReadonlyMap<string, Field> {
    return (this.#fields ??= new Map(fieldsOf(this.#content).map((field) => [field.at, field])));
  }
}

export interface Discovery {
  request: Field;
  requestFramed: boolean;
  reply: Field;
  replyFramed: boolean;
  /** Both stand under the same name. */
  sameName: boolean;
}

/**
 * The latest messages of one connection, in which a value may be found that differs from request to request and
 * that replies repeat.
 */
export class Window {
  #requests: Utterance[] = [];
  #replies: Utterance[] = [];
  #order = 0;
  #latestReply: string | undefined;

  request(text: string): void {
    this.#order++;
    this.#latestReply = undefined;
    if (text.length > MAX_CHARACTERS) return;
    this.#requests = [...this.#requests.slice(1 - WINDOW), new Utterance(text, this.#order, undefined)];
  }

  /**
   * Adds a reply, once, however often it is looked at.
   * @param own it was read by the sample that sent the latest request.
   */
  reply(text: string, own: boolean): void {
    if (text === this.#latestReply) return;
    this.#latestReply = text;
    const readFor = own ? this.#order : undefined;
    this.#order++;
    if (text.length > MAX_CHARACTERS) return;
    this.#replies = [...this.#replies.slice(1 - WINDOW), new Utterance(text, this.#order, readFor)];
  }

  /** Replies before the latest one. */
  get earlierReplies(): string[] {
    return this.#replies.slice(0, -1).map(({ text }) => text);
  }

  /**
   * A place in requests and a place in replies such that at least two replies repeat the values of different
   * requests there, and none has another value there. Names must agree, or the values must be such that no other
   * message has them by chance: two counters that run side by side are no ids.
   */
  discover(): Discovery | undefined {
    const request = this.#requests.at(-1);
    const reply = this.#replies.at(-1);
    if (request === undefined || reply === undefined) return undefined;
    let best: Discovery | undefined;
    let bestScore = 1;
    for (const from of request.fields.values()) {
      const sent = this.#valuesAt(from.at);
      if (sent.size < 2) continue;
      for (const to of reply.fields.values()) {
        const sameName = from.key !== '' ? from.key === to.key : from.at === to.at;
        const closeness = (from.at === to.at ? 0.5 : 0) - (from.depth + to.depth) / 100;
        const score = this.#score(sent, to, sameName) + closeness;
        if (score <= bestScore) continue;
        bestScore = score;
        best = {
          request: from,
          requestFramed: request.framed,
          reply: to,
          replyFramed: reply.framed,
          sameName,
        };
      }
    }
    return best;
  }

  /** The values at that place of the requests, with the positions of these; none when a value comes twice. */
  #valuesAt(at: string): Map<string, number> {
    const values = new Map<string, number>();
    for (const { fields, order } of this.#requests) {
      const value = fields.get(at)?.value;
      if (value === undefined) continue;
      if (values.has(value)) return new Map();
      values.set(value, order);
    }
    return values;
  }

  /** 0: no reply place for these values; otherwise 2 or more. */
  #score(sent: ReadonlyMap<string, number>, to: Field, sameName: boolean): number {
    const repeated = new Set<string>();
    let paired = 0;
    let specific = true;
    for (const { fields, order, readFor } of this.#replies) {
      const value = fields.get(to.at)?.value;
      if (value === undefined) continue;
      const sentAt = sent.get(value) ?? Infinity;
      specific &&= isSpecific(value);
      if (sentAt > order || isTimestamp(value) || !(sameName || specific)) return 0;
      repeated.add(value);
      if (sentAt === readFor) paired++;
    }
    if (repeated.size < 2) return 0;
    return 2 + paired + (sameName ? 0.5 : 0) + (specific ? 0.25 : 0);
  }
}
