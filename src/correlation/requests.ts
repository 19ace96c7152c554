import { RequestIndex, RequestList, type IdSpace, type Request } from './request.ts';

/** Unanswered requests of one connection; when there are more, the oldest are forgotten. */
export const MAX_OPEN = 1_024;
/** Characters that the unanswered requests keep in all (ids, and texts while no id is known). */
export const MAX_OPEN_CHARACTERS = 32_768;
/** Answered requests that are remembered, so that a second reply is told from an unknown one. */
export const MAX_ANSWERED = 16;
const MAX_ANSWERED_CHARACTERS = 2_048;
/** Requests that are remembered after a frame was accepted that may have been their reply. */
const MAX_SETTLED = 8;
/** The latest answered requests that keep the text of their reply. */
const MAX_REPLIES = 8;
const MAX_REPLY_CHARACTERS = 1_024;

/** Requests after which an index that nobody used is given up. */
const KEEP_INDEX = 256;

/** An id that is cut out of a long text keeps that text in memory; a copy does not. */
const detached = (id: string | undefined): string | undefined =>
  id === undefined || id.length < 13 ? id : ` ${id}`.slice(1);

/**
 * The requests of one connection and their states. Each call takes the same time however many requests there are.
 * Only a look-up after many requests without one takes longer, because it builds the index: a connection whose
 * replies come in order never needs it.
 */
export class Requests {
  /** Those that a reply is still waited for, the oldest first. */
  readonly waiting = new RequestList();
  readonly #givenUp = new RequestList();
  readonly #settled = new RequestList();
  readonly #answered = new RequestList();
  readonly #forget: (request: Request) => void;
  #index: RequestIndex | undefined;
  /** Requests since the index was last used. */
  #unused = 0;
  /** The oldest answered request that may keep its reply; how many do; characters of their replies. */
  #oldestReply: Request | undefined;
  #replies = 0;
  #replyCharacters = 0;

  /** @param forget is told of each unanswered request that there is no more room for. */
  constructor(forget: (request: Request) => void) {
    this.#forget = forget;
  }

  add(request: Request): void {
    request.state = 'waiting';
    request.list = this.waiting;
    this.waiting.add(request);
    if (++this.#unused > KEEP_INDEX) this.#index = undefined;
    this.#index?.add(request);
    this.#makeRoom();
  }

  /** The latest request of that space with that id. */
  find(space: IdSpace, id: string): Request | undefined {
    this.#unused = 0;
    if (this.#index === undefined) {
      this.#index = new RequestIndex();
      const known = [...this.#answered, ...this.#settled, ...this.#givenUp, ...this.waiting];
      for (const request of known.toSorted((a, b) => a.sample - b.sample)) this.#index.add(request);
    }
    return this.#index.find(space, id);
  }

  /** Gives the unanswered requests whose id is not known for sure the one that `idOf` finds in their texts. */
  identify(space: IdSpace, idOf: (text: string) => string | undefined): void {
    for (const list of [this.#settled, this.#givenUp, this.waiting])
      for (const request of list) {
        if (request.space?.confirmed === true || request.text === undefined) continue;
        const id = idOf(request.text);
        if (id === undefined) continue;
        this.#index?.remove(request);
        request.space = space;
        request.id = id;
        list.weigh(request);
        this.#index?.add(request);
      }
  }

  /** Nobody waits for the reply any more. */
  giveUp(request: Request): void {
    if (request.state !== 'waiting') return;
    this.#move(request, 'given-up', this.#givenUp, request.space?.confirmed !== true);
    this.#makeRoom();
  }

  /** A frame was accepted for the request, and nothing tells whether it is the reply. */
  settle(request: Request): void {
    if (request.state !== 'waiting') return;
    request.settled = true;
    this.#move(request, 'given-up', this.#settled, request.space?.confirmed !== true);
    this.#trim(this.#settled, MAX_SETTLED);
  }

  /** @param reply the text of the reply, when a repetition of it is to be known again. */
  answer(request: Request, reply: string | undefined): void {
    if (request.state !== 'waiting' && request.state !== 'given-up') return;
    const echo = reply !== undefined && reply === request.text;
    this.#move(request, 'answered', this.#answered, echo);
    this.#keepReply(request, echo ? undefined : reply);
    this.#trim(this.#answered, MAX_ANSWERED);
  }

  /** The requests that nobody waits for and nothing answered. */
  get unanswered(): Request[] {
    return [...this.#settled, ...this.#givenUp, ...this.waiting];
  }

  #move(request: Request, state: Request['state'], list: RequestList, keepText: boolean): void {
    request.list?.remove(request);
    request.state = state;
    request.list = list;
    request.id = detached(request.id);
    if (!keepText && request.text !== undefined) {
      this.#index?.removeText(request);
      request.text = undefined;
    }
    list.add(request);
  }

  #keepReply(request: Request, reply: string | undefined): void {
    if (reply !== undefined && reply.length <= MAX_REPLY_CHARACTERS) {
      request.reply = reply;
      this.#replyCharacters += reply.length;
    }
    this.#oldestReply ??= request;
    this.#replies++;
    while (this.#replies > MAX_REPLIES || this.#replyCharacters > MAX_REPLY_CHARACTERS) this.#dropReply();
  }

  #dropReply(): void {
    const oldest = this.#oldestReply;
    if (oldest === undefined) return;
    this.#replyCharacters -= oldest.reply?.length ?? 0;
    this.#replies--;
    oldest.reply = undefined;
    this.#oldestReply = oldest.next;
  }

  #makeRoom(): void {
    const { waiting } = this;
    const givenUp = this.#givenUp;
    while (
      waiting.size + givenUp.size > MAX_OPEN ||
      waiting.characters + givenUp.characters > MAX_OPEN_CHARACTERS
    ) {
      const oldest = givenUp.first ?? waiting.first;
      if (oldest === undefined) return;
      this.#drop(oldest);
      this.#forget(oldest);
    }
  }

  #trim(list: RequestList, size: number): void {
    while (list.first !== undefined && (list.size > size || list.characters > MAX_ANSWERED_CHARACTERS))
      this.#drop(list.first);
  }

  #drop(request: Request): void {
    if (request === this.#oldestReply) this.#dropReply();
    request.list?.remove(request);
    request.list = undefined;
    request.state = 'forgotten';
    this.#index?.remove(request);
  }
}
