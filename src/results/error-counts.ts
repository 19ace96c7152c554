import type { SampleResult } from '../types.ts';
import { ownText } from './own-text.ts';

/** Failed samples of one kind. */
export interface ErrorKind {
  readonly responseCode: string;
  /** What an assertion said, else the response message; cut when long. */
  readonly message: string;
  readonly count: number;
}

/** Kinds that are kept apart; messages may hold ids and never repeat. */
const MAX_KINDS = 200;
const MAX_MESSAGE = 300;
/** What differs between messages about wrong replies of one kind. */
export const WHEN_SENT = /, which was sent .*$/;

/** Counts of failed samples by response code and message. Further kinds than there is room for are counted in one. */
export class ErrorCounts {
  readonly #kinds = new Map<string, { responseCode: string; message: string; count: number }>();
  /** Failed samples of kinds that are not kept apart. */
  others = 0;

  add(result: SampleResult): void {
    const said = result.failureMessage || (result.responseMessage ?? '');
    const message = result.correlation?.fails === true ? said.replace(WHEN_SENT, '') : said;
    this.#count(result.responseCode ?? '', message.slice(0, MAX_MESSAGE), 1);
  }

  /** The most frequent first. */
  kinds(): ErrorKind[] {
    return [...this.#kinds.values()].map((kind) => ({ ...kind })).toSorted((a, b) => b.count - a.count);
  }

  merge(kinds: readonly ErrorKind[], others: number): void {
    for (const { responseCode, message, count } of kinds) this.#count(responseCode, message, count);
    this.others += others;
  }

  #count(responseCode: string, message: string, count: number): void {
    const key = `${responseCode}\n${message}`;
    const kind = this.#kinds.get(key);
    if (kind !== undefined) kind.count += count;
    else if (this.#kinds.size < MAX_KINDS) {
      this.#kinds.set(key, { responseCode: ownText(responseCode), message: ownText(message), count });
    } else this.others += count;
  }
}
