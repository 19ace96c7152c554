import type { Requests } from './requests.ts';

/** Whose ids are compared with each other: those of one rule. */
export interface IdSpace {
  /** Replies were seen to repeat its ids. */
  readonly confirmed: boolean;
}
/** The space of whole texts: an echo is known by them. */
export const TEXTS: IdSpace = { confirmed: false };

/**
 * A request on a connection. A sampler keeps it from `sent` to the end of its sample and looks at nothing in it;
 * later the object may stand for another request.
 */
export class Request {
  label = '';
  /** Number of its sample on the connection. */
  sample = 0;
  sentUs = 0;
  /** The requests it is one of. */
  readonly requests: Requests;
  space: IdSpace | undefined;
  id: string | undefined;
  /** The message itself, while the ids of the dialogue are not known for sure. */
  text: string | undefined;
  /** Parts of the text came from `${…}`. */
  varies = false;
  state: 'waiting' | 'given-up' | 'answered' | 'forgotten' = 'forgotten';
  /** A frame that may be its reply was accepted for it: it is not counted as never answered. */
  settled = false;
  /** Another request had the same id, or the same text: it does not tell them apart. */
  repeatedId = false;
  repeatedText = false;
  /** The reply that it got, as far as it is remembered. */
  reply: string | undefined;
  /** Characters it counts for in its list. */
  characters = 0;
  /** The list it is in, and its neighbours there. */
  list: RequestList | undefined;
  previous: Request | undefined;
  next: Request | undefined;

  constructor(requests: Requests) {
    this.requests = requests;
  }

  /** Makes it a new request. */
  renew(label: string, sample: number, sentUs: number): void {
    this.label = label;
    this.sample = sample;
    this.sentUs = sentUs;
    this.space = this.id = this.text = this.reply = undefined;
    this.state = 'forgotten';
    this.varies = this.settled = this.repeatedId = this.repeatedText = false;
  }
}

/** Requests in the order they were added; adding and removing take the same time however many there are. */
export class RequestList implements Iterable<Request> {
  first: Request | undefined;
  #last: Request | undefined;
  size = 0;
  /** Characters that the requests keep in memory. */
  characters = 0;

  add(request: Request): void {
    request.previous = this.#last;
    request.next = undefined;
    if (this.#last === undefined) this.first = request;
    else this.#last.next = request;
    this.#last = request;
    this.size++;
    request.characters = 0;
    this.weigh(request);
  }

  remove(request: Request): void {
    if (request.previous === undefined) this.first = request.next;
    else request.previous.next = request.next;
    if (request.next === undefined) this.#last = request.previous;
    else request.next.previous = request.previous;
    request.previous = request.next = undefined;
    this.size--;
    this.characters -= request.characters;
  }

  /** Counts the characters of a member again. */
  weigh(request: Request): void {
    this.characters -= request.characters;
    request.characters = (request.id?.length ?? 0) + (request.text?.length ?? 0);
    this.characters += request.characters;
  }

  *[Symbol.iterator](): Iterator<Request> {
    for (let request = this.first; request !== undefined; request = request.next) yield request;
  }
}

/** Finds the latest request with an id. */
export class RequestIndex {
  readonly #spaces = new Map<IdSpace, Map<string, Request>>();

  find(space: IdSpace, id: string): Request | undefined {
    return this.#spaces.get(space)?.get(id);
  }

  add(request: Request): void {
    const { space, id, text } = request;
    const sameId = space === undefined || id === undefined ? undefined : this.#put(space, id, request);
    if (sameId !== undefined) sameId.repeatedId = request.repeatedId = true;
    const sameText = text === undefined ? undefined : this.#put(TEXTS, text, request);
    if (sameText !== undefined) sameText.repeatedText = request.repeatedText = true;
  }

  remove(request: Request): void {
    const { space, id } = request;
    if (space !== undefined && id !== undefined) this.#take(space, id, request);
    this.removeText(request);
  }

  removeText(request: Request): void {
    if (request.text !== undefined) this.#take(TEXTS, request.text, request);
  }

  /** Returns the other request that had the id before. */
  #put(space: IdSpace, id: string, request: Request): Request | undefined {
    let ids = this.#spaces.get(space);
    if (ids === undefined) this.#spaces.set(space, (ids = new Map()));
    const before = ids.get(id);
    ids.set(id, request);
    return before === request ? undefined : before;
  }

  #take(space: IdSpace, id: string, request: Request): void {
    const ids = this.#spaces.get(space);
    if (ids?.get(id) === request) ids.delete(id);
  }
}
