import { AutoRule, isIdName, refersToRequest, type Dialogue, type ReplyPlace } from './dialogue.ts';
import { inOrder, NOTHING, type Finding } from './finding.ts';
import { Window, type Discovery } from './discover.ts';
import { fieldsOf, isStreamed, sockJsContent, type Field } from './fields.ts';
import { comparable, isReadable, type Message } from './message.ts';
import { placeOf } from './place.ts';
import { TEXTS, type Request } from './request.ts';
import type { Requests } from './requests.ts';
import { isSpecific, shapeOf } from './value.ts';

/** The text of a longer request is not kept, so that an echo of it is not known again. */
const MAX_TEXT = 32_768;

/** A request that a reply seems to answer. */
interface Match {
  readonly request: Request;
  /** Sure enough to fail a sample that expected another reply. */
  readonly sure: boolean;
  /** How it was found; undefined: the reply repeats the whole request. */
  readonly rule: AutoRule | undefined;
  readonly reply: ReplyPlace | undefined;
}

const NO_VALUES: readonly string[] = [];

const echoOf = (request: Request, sure: boolean): Match => ({
  request,
  sure,
  rule: undefined,
  reply: undefined,
});

/**
 * Finds the ids of one connection by itself.
 *
 * The ids of requests are found by well-known names and protocols (`Dialogue.recognise`), by what differs between
 * requests and comes back in replies (`Window.discover`), or a reply repeats its whole request. As soon as replies
 * confirmed where an id stands, only that place is read.
 */
export class AutoPairing {
  // What every exchange needs stands together.
  readonly requests: Requests;
  readonly #dialogue: Dialogue;
  readonly #learner: boolean;
  #sent = 0;
  #latest: Request | undefined;
  /** Different texts that came back as they were sent, and the first of them. */
  #echoes = 0;
  #echoed: string | undefined;
  /** Label of the request that was answered last. */
  #answered: string | undefined;
  /** Replies that no request is known for. */
  #strange = 0;
  #window: Window | undefined;
  /** The rules that found ids on this connection. */
  readonly #rules: AutoRule[] = [];
  /** Place of the latest reply that held something unknown. */
  #unknown: ReplyPlace | undefined;
  /** The message that `find` was asked about last, and what it found. */
  #looked: Message | undefined;
  #match: Match | undefined;

  constructor(dialogue: Dialogue, requests: Requests) {
    this.#dialogue = dialogue;
    this.#learner = dialogue.learner();
    this.requests = requests;
  }

  /** Finds the id in a request that is being sent. */
  request(request: Request, message: Message, dynamic: readonly string[] | boolean): void {
    const values = typeof dynamic === 'boolean' ? NO_VALUES : dynamic;
    request.varies = dynamic === true || values.length > 0;
    // Of a server that is known to echo nothing more is to be found out.
    if (this.#echoes >= 2 && this.#dialogue.rules.length === 0 && typeof message === 'string') {
      if (message.length <= MAX_TEXT) request.text = message;
      return;
    }
    const text = comparable(message);
    if (text === undefined) return;
    const readable = isReadable(message);
    const count = this.#sent++;
    if (readable) this.#identify(request, text);
    const unsure = request.space === undefined || !request.space.confirmed;
    const look =
      unsure && readable && this.#learner && this.#echoes < 2 && this.#dialogue.mayLook(request.label, count);
    if (look) {
      if (request.space === undefined && this.#dialogue.recognise(text, values) !== undefined)
        this.#identify(request, text);
      this.#window ??= new Window();
      this.#window.request(text);
    } else this.#window = undefined;
    const keepText = unsure ? look || this.#mayEcho : !this.#dialogue.answered.has(request.label);
    if (keepText && text.length <= MAX_TEXT) request.text = text;
    this.#latest = request;
  }

  /**
   * Is the reply plainly that to the request of the sampler that reads it? The usual case, and quickly told; learns
   * from it. False says nothing.
   */
  isOwn(text: string, own: Request): boolean {
    if (own.requests !== this.requests) return false;
    if (own.text === text) {
      if (this.#echoes < 4 || own.space !== undefined || own.label !== this.#answered)
        this.#learnFrom(echoOf(own, true), text, own);
      return true;
    }
    const rule = own.space;
    const reply = rule instanceof AutoRule && rule.confirmed ? rule.replies[0] : undefined;
    if (reply === undefined || reply.place.find(text) !== own.id) return false;
    reply.support++;
    return true;
  }

  /** Is there still something to learn from what `${…}` gives in requests with that label? */
  learnsFrom(label: string): boolean {
    if (this.#echoes >= 2 || !this.#learner) return false;
    return this.#latest?.label !== label || this.#latest.space?.confirmed !== true;
  }

  /** @param own the request of the sampler that reads the reply. */
  find(message: Message, own: Request | undefined): Finding {
    const text = comparable(message);
    if (text === undefined) return NOTHING;
    const match = this.#matchOf(text, own);
    this.#looked = message;
    this.#match = match;
    const finding = match === undefined ? NOTHING : this.#finding(match, text, own);
    if (finding.request !== undefined || own?.requests !== this.requests || !this.tells(own)) return finding;
    return { kind: 'unmatched', request: undefined, fails: false };
  }

  /** The frame that `find` was asked about is gone, taken by the sampler or discarded: learns from it. */
  took(message: Message, own: Request | undefined): void {
    const match = this.#match;
    const text = this.#looked === message ? comparable(message) : undefined;
    this.#looked = this.#match = undefined;
    if (text !== undefined) this.#learnFrom(match, text, own);
  }

  /** Is it known that the reply to this request can be told from others? */
  tells(request: Request): boolean {
    if (request.space !== undefined) return request.space.confirmed;
    return (
      this.#echoes >= 2 && request.text !== undefined && this.#dialogue.echoed.has(shapeOf(request.text))
    );
  }

  /** A reply was read that nothing is known of: it may have answered the request that waited longest. */
  passed(): void {
    const oldest = this.requests.waiting.first;
    if (oldest !== undefined && !this.tells(oldest)) oldest.settled = true;
  }

  /** Can it be said of this unanswered request that it was never answered? */
  missed(request: Request): boolean {
    if (request.settled) return false;
    // While the rule is not confirmed: all replies so far were for other requests.
    if (request.space !== undefined)
      return request.space.confirmed || (request.state === 'given-up' && this.#strange === 0);
    return request.text !== undefined && this.#dialogue.echoed.has(shapeOf(request.text));
  }

  #finding(match: Match, text: string, own: Request | undefined): Finding {
    const { request, sure, rule } = match;
    if (request === own) return inOrder(request);
    if (own === undefined && request.state === 'waiting' && !this.#overtakes(request, rule !== undefined))
      return inOrder(request);
    if (!sure) return NOTHING;
    const expectsOther = own !== undefined && (own.id !== undefined || rule === undefined);
    switch (request.state) {
      case 'answered':
        // A second frame with the id may be the next part of a stream: only its very repetition is a duplicate.
        if (!expectsOther && (isStreamed(text) || (text !== request.reply && text !== request.text)))
          return NOTHING;
        return { kind: 'duplicate', request, fails: true };
      case 'given-up':
        // The frame that was accepted may have been the reply, and this one belongs to what it began.
        if (!expectsOther && request.settled && rule?.confirmed === false) return { ...NOTHING, request };
        return { kind: 'late', request, fails: true };
      default:
        return own !== undefined && !expectsOther && rule?.confirmed === false
          ? { ...NOTHING, request }
          : { kind: 'out-of-order', request, fails: true };
    }
  }

  /** The request that the reply answers, as far as it can be told. `own`: that of the sample that reads it. */
  #matchOf(text: string, own: Request | undefined): Match | undefined {
    const expected = own ?? this.requests.waiting.first;
    this.#unknown = undefined;
    if (expected?.text === text) return echoOf(expected, true);
    let other: Match | undefined;
    for (const rule of this.#rules) {
      if (rule.discarded) continue;
      const match = this.#matchRule(rule, text, expected);
      if (match?.request === expected) return match;
      other ??= match;
    }
    return other ?? this.#matchText(text, own) ?? this.#learn(text, own, expected);
  }

  #learnFrom(match: Match | undefined, text: string, own: Request | undefined): void {
    if (match === undefined) {
      this.#strange++;
      if (this.#unknown !== undefined) this.#unknown.against++;
      if (own?.space instanceof AutoRule) {
        own.space.misses++;
        this.#dropUseless(own.space);
      }
      return;
    }
    const { request, rule, reply, sure } = match;
    if (request.state === 'answered') return;
    if (!sure) request.settled = true;
    const otherLabel = request.label !== this.#answered;
    if (sure && otherLabel) {
      this.#answered = request.label;
      this.#dialogue.answered.add(request.label);
    }
    if (rule !== undefined && reply !== undefined) {
      rule.support(reply);
      if (sure) rule.confirmed = true;
      return;
    }
    if (request.space instanceof AutoRule) this.#confirmByEcho(request.space);
    if (request.repeatedText || (!sure && this.#strange > 0)) return;
    if (this.#echoes === 0) this.#echoed = text;
    else if (this.#echoes === 1 && text === this.#echoed) return;
    this.#echoes++;
    if (this.#echoes >= 2) this.#window = undefined;
    if (sure && (otherLabel || this.#echoes <= 4 || this.#echoes % 64 === 0))
      this.#dialogue.echoed.add(shapeOf(text));
  }

  /** Is there an older request that should have been answered before this waiting one? */
  #overtakes(request: Request, byId: boolean): boolean {
    let looked = 0;
    for (const other of this.requests.waiting) {
      if (other === request || ++looked > MAX_OVERTAKEN) return false;
      if (other.settled) continue;
      const alike = byId ? other.space === request.space : other.text !== undefined;
      if (alike && this.#isAnswered(other, request)) return true;
    }
    return false;
  }

  /** Are requests like `other` answered at all, as `request` is? */
  #isAnswered(other: Request, request: Request): boolean {
    if (other.label === request.label || this.#dialogue.answered.has(other.label)) return true;
    return other.text !== undefined && request.text !== undefined && sameShape(other, request);
  }

  #identify(request: Request, text: string): void {
    for (const rule of this.#dialogue.rules) {
      const id = rule.place.find(text);
      if (id === undefined) continue;
      request.space = rule;
      request.id = id;
      if (!this.#rules.includes(rule)) this.#rules.push(rule);
      rule.count(id, this.#latest?.space === rule ? this.#latest.id : undefined);
      this.#dropUseless(rule);
      return;
    }
  }

  #dropUseless(rule: AutoRule): void {
    if (rule.useless && !rule.discarded) this.#dialogue.discard(rule);
  }

  #confirmByEcho(rule: AutoRule): void {
    const same = rule.replies.find((reply) => reply.place.at === rule.place.at);
    const reply = same ?? rule.addReply(rule.place, true);
    if (reply === undefined) return;
    rule.support(reply);
    rule.confirmed = true;
  }

  #matchRule(rule: AutoRule, text: string, expected: Request | undefined): Match | undefined {
    let other: Match | undefined;
    for (const reply of rule.replies) {
      const id = reply.place.find(text);
      if (id === undefined) continue;
      if (expected?.space === rule && expected.id === id)
        return { request: expected, sure: true, rule, reply };
      const request = this.requests.find(rule, id);
      if (request === undefined) this.#unknown = reply;
      else other ??= { request, sure: rule.trusts(reply) && !request.repeatedId, rule, reply };
    }
    return other;
  }

  /** Could a reply repeat its whole request? */
  get #mayEcho(): boolean {
    return this.#echoes > 0 || this.#strange < 8;
  }

  #matchText(text: string, own: Request | undefined): Match | undefined {
    if (text.length > MAX_TEXT || !this.#mayEcho) return undefined;
    const request = this.requests.find(TEXTS, text);
    return request && echoOf(request, this.#isEcho(request, text, own));
  }

  /** Is it no chance that the reply is the text of an earlier request? */
  #isEcho(request: Request, text: string, own: Request | undefined): boolean {
    if (request.repeatedText) return false;
    const shape = shapeOf(text);
    const numbered = request.varies || shape.includes('#');
    if (numbered && this.#dialogue.echoed.has(shape)) return true;
    if (this.#strange > 0) return false;
    if (own !== undefined && sameShape(request, own)) return true;
    return this.#echoes > 1 || (this.#echoes === 1 && this.#echoed !== text);
  }

  #learn(text: string, own: Request | undefined, expected: Request | undefined): Match | undefined {
    const window = this.#window;
    if (window === undefined) return undefined;
    const content = sockJsContent(text);
    const framed = content !== undefined;
    const fields = fieldsOf(content ?? text);
    for (const rule of this.#rules) {
      const field = this.#repeating(rule, fields, expected);
      if (field === undefined) continue;
      const sure = field.key === rule.place.key || isIdName(field.key);
      if (rule.addReply(placeOf(field, framed), sure) !== undefined)
        return this.#matchRule(rule, text, expected);
    }
    window.reply(text, own !== undefined);
    const discovery = window.discover();
    return discovery && this.#matchDiscovered(discovery, window.earlierReplies, text, own);
  }

  /** The field of a reply that repeats the id of the expected request or, under an id's name, that of another. */
  #repeating(rule: AutoRule, fields: readonly Field[], expected: Request | undefined): Field | undefined {
    const named = fields.filter((field) => field.key !== '' && field.key === rule.place.key);
    const names = fields.filter((field) => isIdName(field.key) && !named.includes(field));
    if (expected?.space === rule) {
      const { id } = expected;
      const own = [...named, ...names].find((field) => field.value === id);
      if (own !== undefined) return own;
      const anywhere = fields.filter((field) => field.value === id && isSpecific(field.value));
      if (anywhere.length === 1) return anywhere[0];
    }
    const telling = names.filter((field) => refersToRequest(field.key) || isSpecific(field.value));
    const others = [...named, ...telling];
    return others.find((field) => this.requests.find(rule, field.value) !== undefined);
  }

  #matchDiscovered(
    found: Discovery,
    earlier: readonly string[],
    text: string,
    own: Request | undefined,
  ): Match | undefined {
    const rule = this.#dialogue.add(placeOf(found.request, found.requestFramed));
    const reply = rule?.addReply(placeOf(found.reply, found.replyFramed), found.sameName);
    if (rule === undefined || reply === undefined) return undefined;
    reply.support = 2;
    rule.confirmed = true;
    if (!this.#rules.includes(rule)) this.#rules.push(rule);
    this.requests.identify(rule, (sent) => rule.place.find(sent));
    for (const before of earlier) {
      const answered = this.#matchRule(rule, before, undefined)?.request;
      if (answered !== undefined && answered !== own) this.requests.answer(answered, before);
    }
    return this.#matchRule(rule, text, own ?? this.requests.waiting.first);
  }
}

/** Waiting requests that are looked at to find one that was overtaken. */
const MAX_OVERTAKEN = 64;

/** Do the texts differ only in their numbers and ids, or in what `${…}` put there? */
function sameShape(a: Request, b: Request): boolean {
  if (a.text === undefined || b.text === undefined) return false;
  if (a.varies && b.varies && a.label === b.label) return true;
  const shape = shapeOf(a.text);
  return shape.includes('#') && shape === shapeOf(b.text);
}
