import { Request, RequestIndex, RequestList, type IdSpace } from './request.ts';

/** Unanswered requests of one connection; when there are more, the oldest are forgotten. */
export const MAX_OPEN = 1_024;
/** Characters that the unanswered requests keep in all (ids, and texts while no id is known). */
export const MAX_OPEN_CHARACTERS = 32_768;
/** Answered requests that are remembered, so that a second reply is told from an unknown one. */
export const MAX_ANSWERED = 16;
/** Requests that are remembered after a frame was accepted that may have been their reply. */
const MAX_SETTLED = 8;
const MAX_SETTLED_CHARACTERS = 4_096;
/** Those that keep the text of their reply. */
const MAX_REPLIES = 8;
/** The longest text of an answered request, or of its reply, that is remembered. */
const MAX_KEPT_TEXT = 256;
/** Requests after which an index that nobody used is given up. */
const KEEP_INDEX = 256;

/** An id that is cut out of a long text keeps that text in memory; a copy does not. */
const detached = (id: string | undefined): string | undefined =>
  id === undefined || id.length < 13 ? id : ` ${id}`.slice(1);

/** Is told of each unanswered request that there is no more room for. */
export interface RequestsOwner {
  forgotten(request: Request): void;
}

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
  /** A ring. */
  readonly #answered: Request[] = [];
  #answers = 0;
  #spare: Request | undefined;
  readonly #owner: RequestsOwner;
  #index: RequestIndex | undefined;
  /** Requests since the index was last used. */
  #unused = 0;

  constructor(owner: RequestsOwner) {
    this.#owner = owner;
  }

  /**
   * A request that is not yet one of them. One that was forgotten serves again: so the usual exchange leaves nothing
   * to collect.
   */
  create(label: string, sample: number, sentUs: number): Request {
    const request = this.#spare ?? new Request(this);
    this.#spare = undefined;
    request.renew(label, sample, sentUs);
    return request;
  }

  add(request: Request): void {
    request.state = 'waiting';
    request.list = this.waiting;
    this.waiting.add(request);
    if (++this.#unused > KEEP_INDEX) this.#index = undefined;
    this.#index?.add(request);
    if (this.waiting.size > 1 || this.#givenUp.size > 0) this.#makeRoom();
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
    const settled = this.#settled;
    while (
      settled.first !== undefined &&
      (settled.size > MAX_SETTLED || settled.characters > MAX_SETTLED_CHARACTERS)
    )
      this.#drop(settled.first);
  }

  /** @param reply the text of the reply, when a repetition of it is to be known again. */
  answer(request: Request, reply: string | undefined): void {
    if (request.list === undefined) return;
    const echo = reply !== undefined && reply === request.text;
    request.list.remove(request);
    this.#change(request, 'answered', undefined, echo && reply.length <= MAX_KEPT_TEXT);
    const number = this.#answers++;
    const oldest = this.#answered[number % MAX_ANSWERED];
    if (oldest !== undefined) {
      this.#index?.remove(oldest);
      this.#spare = oldest;
    }
    this.#answered[number % MAX_ANSWERED] = request;
    if (echo || reply === undefined || reply.length > MAX_KEPT_TEXT) return;
    request.reply = reply;
    const older = this.#answered[(number - MAX_REPLIES) % MAX_ANSWERED];
    if (older !== undefined) older.reply = undefined;
  }

  /** The requests that nobody waits for and nothing answered. */
  get unanswered(): Request[] {
    return [...this.#settled, ...this.#givenUp, ...this.waiting];
  }

  #move(request: Request, state: Request['state'], list: RequestList, keepText: boolean): void {
    request.list?.remove(request);
    this.#change(request, state, list, keepText);
    list.add(request);
  }

  #change(request: Request, state: Request['state'], list: RequestList | undefined, keepText: boolean): void {
    request.state = state;
    request.list = list;
    request.id = detached(request.id);
    if (keepText || request.text === undefined) return;
    this.#index?.removeText(request);
    request.text = undefined;
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
      this.#owner.forgotten(oldest);
    }
  }

  #drop(request: Request): void {
    request.list?.remove(request);
    request.list = undefined;
    request.state = 'forgotten';
    this.#index?.remove(request);
  }
}
