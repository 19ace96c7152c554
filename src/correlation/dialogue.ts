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
const REPLY_NAMES = new Set([
  'inreplyto',
  'replyto',
  'responseto',
  'answerto',
  'receiptid',
  'requestref',
  'ack',
]);
export const isReplyName = (key: string): boolean => ID_NAMES.has(key) || REPLY_NAMES.has(key);

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
    return (!this.confirmed && this.misses >= 8) || (this.#same >= 3 && this.#same > this.#other);
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
/** Looks that find nothing before a dialogue is looked at only now and then. */
const FRUITLESS_LOOKS = 256;

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
  #fruitless = 0;

  /** May the message be read as a whole to learn from it? `count` is that of the requests on the connection. */
  mayLook(count: number): boolean {
    const calm = this.#fruitless >= FRUITLESS_LOOKS;
    if (calm ? (count & 1023) >= 4 : count >= 8 && (count & 255) >= 4) return false;
    if (!calm) this.#fruitless++;
    return true;
  }

  add(place: Place): AutoRule | undefined {
    if (this.#discarded.has(place.at)) return undefined;
    const known = this.rules.find((rule) => rule.place.at === place.at);
    if (known !== undefined) return known;
    if (this.rules.length >= MAX_RULES) return undefined;
    const rule = new AutoRule(place);
    this.rules.push(rule);
    this.#fruitless = 0;
    return rule;
  }

  discard(rule: AutoRule): void {
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
