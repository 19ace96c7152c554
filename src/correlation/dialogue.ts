import { fieldsOf, nameOf, sockJsContent, type Field } from './fields.ts';
import { placeName, placeOf, type Place } from './place.ts';
import { isSpecific } from './value.ts';

/** Names under which an id of a request is usually sent, the most telling first. */
const ID_NAMES: ReadonlyMap<string, number> = new Map(
  [
    'correlationid corrid requestid reqid xrequestid invocationid messageid msgid callid transactionid txid',
    'id uid uuid guid',
    'seq seqno seqid seqnum sequence sequenceid sequencenumber ref cid mid rid tid nonce ackid',
  ].flatMap((names, rank) => names.split(' ').map((name) => [name, rank] as const)),
);

/** Names under which a reply says which request it answers; the names above are of them, too. */
const REPLY_NAMES = new Set(['inreplyto', 'replyto', 'responseto', 'answerto', 'receiptid', 'requestref']);
/** Does the name say that the value is the id of a request? */
export const refersToRequest = (key: string): boolean => REPLY_NAMES.has(key);
/** Does the name say that the value is an id? */
export const isIdName = (key: string): boolean => ID_NAMES.has(key) || REPLY_NAMES.has(key);

/** A place in replies that repeats the id. */
export interface ReplyPlace {
  readonly place: Place;
  /** The name, or the protocol, says that it is one; otherwise only experience does. */
  readonly sure: boolean;
  /** Replies that carried the id of the very request they were read for. */
  support: number;
  /** Replies that carried something there that is no id of a known request. */
  against: number;
}

/** Where requests carry their id, and where replies repeat it. Its ids are a space of their own. */
export class AutoRule {
  readonly place: Place;
  readonly replies: ReplyPlace[] = [];
  /** A reply repeated the id. */
  confirmed = false;
  /** It was found useless. */
  discarded = false;
  /** Replies that were read for a request with such an id, and did not repeat it, before any did. */
  misses = 0;
  /** Requests whose id was that of the request before, and others. */
  #same = 0;
  #other = 0;

  constructor(place: Place) {
    this.place = place;
  }

  count(id: string, before: string | undefined): void {
    if (id === before) this.#same++;
    else this.#other++;
  }

  /** The server does not repeat the id, or it tells nothing because it hardly changes. */
  get useless(): boolean {
    return (!this.confirmed && this.misses >= 64) || (this.#same >= 3 && this.#same > this.#other);
  }

  /** A reply carried the id of the request that it answers; the place is looked at first from now on. */
  support(reply: ReplyPlace): void {
    reply.support++;
    const first = this.replies[0];
    if (first === undefined || first === reply || first.support >= reply.support) return;
    this.replies.splice(this.replies.indexOf(reply), 1);
    this.replies.unshift(reply);
  }

  trusts(reply: ReplyPlace): boolean {
    return reply.sure || (reply.support >= 2 && reply.against * 4 <= reply.support);
  }

  addReply(place: Place, sure: boolean): ReplyPlace | undefined {
    if (this.replies.length >= MAX_REPLY_PLACES || this.replies.some((known) => known.place.at === place.at))
      return undefined;
    const reply = { place, sure, support: 0, against: 0 };
    this.replies.push(reply);
    return reply;
  }
}

const MAX_REPLY_PLACES = 4;
const MAX_RULES = 8;
const MAX_NAMES = 64;
/** Requests with one label that are looked at as a whole before that happens only now and then. */
const MAX_LOOKS = 256;
/** Connections that look: the first ones, then one of so many. */
const LEARNERS = 16;

/**
 * What was learned about one kind of dialogue: how ids travel in it. Connections that the same sampler opened share
 * it; what requests and replies there were is known per connection only.
 */
export class Dialogue {
  readonly rules: AutoRule[] = [];
  /** Shapes of the texts that came back as they were sent. */
  readonly echoed = new Names();
  /** Labels of requests that were answered. */
  readonly answered = new Names();
  readonly #discarded = new Names();
  readonly #looks = new Map<string, number>();
  #connections = 0;

  /** Does the next connection look at its messages to learn? The others only use what is known. */
  learner(): boolean {
    const number = this.#connections++;
    return number < LEARNERS || number % LEARNERS === 0;
  }

  /** May a request with that label be read as a whole to learn from it? `count` is its number on the connection. */
  mayLook(label: string, count: number): boolean {
    const looks = this.#looks.get(label) ?? (this.#looks.size < MAX_NAMES ? 0 : MAX_LOOKS);
    if (looks >= MAX_LOOKS) return (count & 8191) < 4;
    this.#looks.set(label, looks + 1);
    return true;
  }

  add(place: Place): AutoRule | undefined {
    if (this.#discarded.has(place.at)) return undefined;
    const known = this.rules.find((rule) => rule.place.at === place.at);
    if (known !== undefined) return known;
    if (this.rules.length >= MAX_RULES) return undefined;
    const rule = new AutoRule(place);
    this.rules.push(rule);
    return rule;
  }

  discard(rule: AutoRule): void {
    rule.discarded = true;
    this.rules.splice(this.rules.indexOf(rule), 1);
    this.#discarded.add(rule.place.at);
  }

  /**
   * The rule for a request that names its id: by a well-known name, by its protocol, or with a value from `${…}`
   * that no other message has by chance.
   */
  recognise(text: string, dynamic: readonly string[]): AutoRule | undefined {
    const framed = sockJsContent(text);
    const field = bestOf(fieldsOf(framed ?? text), dynamic, (candidate) =>
      this.#discarded.has(placeName(candidate, framed !== undefined)),
    );
    if (field === undefined) return undefined;
    const rule = this.add(placeOf(field, framed !== undefined));
    rule?.addReply(placeOf(replyFieldOf(field), framed !== undefined), true);
    return rule;
  }
}

/** A set of names that stops growing. */
class Names {
  readonly #names = new Set<string>();

  add(name: string): void {
    if (this.#names.size < MAX_NAMES) this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

function rankOf(field: Field, dynamic: readonly string[]): number {
  if (field.kind === 'ack') return field.types === '25' ? 0 : Infinity;
  if (field.kind === 'header' && field.name === 'receipt') return 0;
  const named = field.kind === 'word' ? undefined : ID_NAMES.get(field.key);
  if (named !== undefined) return 1 + named;
  return dynamic.includes(field.value) && isSpecific(field.value) ? 4 : Infinity;
}

function bestOf(
  fields: readonly Field[],
  dynamic: readonly string[],
  excluded: (field: Field) => boolean,
): Field | undefined {
  let best: Field | undefined;
  let bestRank = Infinity;
  for (const field of fields) {
    const rank = rankOf(field, dynamic) + field.depth / 100;
    if (rank < bestRank && !excluded(field)) [best, bestRank] = [field, rank];
  }
  return best;
}

/** Where the reply repeats the id of that field, as its protocol says; without one, at the same place. */
function replyFieldOf(field: Field): Field {
  if (field.kind === 'ack') return { ...field, at: 'ack 36', types: '36' };
  if (field.kind === 'header' && field.name === 'receipt')
    return { ...field, at: 'header receipt-id', key: nameOf('receipt-id'), name: 'receipt-id' };
  return field;
}
