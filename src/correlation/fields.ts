import { scalarAt, seek, skipSpace, skipString, stringContent, type PathStep } from './json-path.ts';

/** What is looked at in one message, so that a huge one costs no more than a large one. */
export const LOOKED_AT = 16_384;
/** A longer message is not looked into for SockJS framing. */
const MAX_FRAMED = 65_536;
const MAX_FIELDS = 64;
const MAX_DEPTH = 16;
/** A longer value is no id. */
export const MAX_VALUE = 128;

/** A value in a message that could be an id, and where it stands. */
export type Field = {
  /** Two fields with the same `at` stand at the same place of their messages. */
  readonly at: string;
  /** Name of the value, in lower case and without separators; empty when it has none. */
  readonly key: string;
  readonly value: string;
  readonly depth: number;
} & (
  | { readonly kind: 'json'; readonly steps: readonly PathStep[] }
  /** Header of a STOMP frame. */
  | { readonly kind: 'header'; readonly name: string }
  /** Acknowledgement id of a Socket.IO packet; `types` are the packet types that carry it. */
  | { readonly kind: 'ack'; readonly types: '25' | '36' }
  /** A word of a text, found behind `marker`; `start`: the marker opens the text. */
  | { readonly kind: 'word'; readonly marker: string; readonly start: boolean }
);

export const nameOf = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const SOCKET_IO = /^4([2356])(?:\d+-)?(?:\/[^,]{0,128},)?(\d*)(?=[[{])/;
const STOMP = /^[A-Z]{3,12}\r?\n/;

/** The id that a Socket.IO packet asks to acknowledge (types 2, 5) or acknowledges (3, 6). */
export function acknowledgement(text: string, types: '25' | '36'): string | undefined {
  if (text.charCodeAt(0) !== 0x34) return undefined;
  const match = SOCKET_IO.exec(text);
  return match?.[1] !== undefined && types.includes(match[1]) && match[2] !== '' ? match[2] : undefined;
}

/** Where the JSON of a message begins: at once, behind a Socket.IO packet type or as a STOMP body; -1: nowhere. */
export function jsonStart(text: string): number {
  const i = skipSpace(text, 0);
  const c = text.charCodeAt(i);
  if (c === 0x7b || c === 0x5b) return i;
  if (c === 0x34) return SOCKET_IO.exec(text)?.[0].length ?? -1;
  if (c < 0x41 || c > 0x5a || !STOMP.test(text)) return -1;
  const body = bodyStart(text);
  const first = text.charCodeAt(body);
  return first === 0x7b || first === 0x5b ? body : -1;
}

function bodyStart(text: string): number {
  const unix = text.indexOf('\n\n');
  const windows = text.indexOf('\r\n\r\n');
  if (windows >= 0 && (unix < 0 || windows < unix)) return windows + 4;
  return unix < 0 ? text.length : unix + 2;
}

/** The value of a header of a STOMP frame. */
export function stompHeader(text: string, name: string): string | undefined {
  if (!STOMP.test(text)) return undefined;
  const at = text.indexOf(`\n${name}:`);
  if (at < 0 || at >= bodyStart(text)) return undefined;
  const from = at + name.length + 2;
  const end = text.indexOf('\n', from);
  const value = text.slice(from, end < 0 ? undefined : end);
  return value.endsWith('\r') ? value.slice(0, -1) : value;
}

/** The message inside SockJS framing (`["…"]` from the client, `a["…"]` from the server), or undefined. */
export function sockJsContent(text: string): string | undefined {
  const at = text.startsWith('a["') ? 1 : 0;
  if (text.length > MAX_FRAMED || !text.startsWith('["', at) || !text.endsWith('"]')) return undefined;
  if (skipString(text, at + 1) !== text.length - 1) return undefined;
  return stringContent(text, at + 1, text.length - 1);
}

/** The values in a message that could be ids, at most 64 and only among its first 16,384 characters. */
export function fieldsOf(message: string): Field[] {
  const text = message.length > LOOKED_AT ? message.slice(0, LOOKED_AT) : message;
  const fields: Field[] = [];
  for (const types of ['25', '36'] as const) {
    const value = acknowledgement(text, types);
    if (value !== undefined)
      fields.push({ kind: 'ack', at: `ack ${types}`, key: '', value, depth: 0, types });
  }
  const stomp = STOMP.test(text);
  if (stomp) headers(text, fields);
  const start = jsonStart(text);
  if (start >= 0) new JsonReader(text, fields).read(start);
  else if (!stomp) words(text, fields);
  return withoutPlurals(fields);
}

function headers(text: string, fields: Field[]): void {
  for (const line of text.slice(0, bodyStart(text)).split(/\r?\n/).slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (colon <= 0 || fields.length >= MAX_FIELDS || fields.some((f) => f.at === `header ${name}`)) continue;
    const value = line.slice(colon + 1);
    if (value !== '' && value.length <= MAX_VALUE)
      fields.push({ kind: 'header', at: `header ${name}`, key: nameOf(name), value, depth: 0, name });
  }
}

const WORD = /[\p{L}\p{N}_-]+/gu;
const VARIABLE = /\p{N}/u;

/** The words of a text that stand behind a fixed word, or at its start. */
function words(text: string, fields: Field[]): void {
  let last: { value: string; start: number; end: number } | undefined;
  for (const match of text.slice(0, LOOKED_AT / 4).matchAll(WORD)) {
    const [value] = match;
    const end = match.index + value.length;
    const fixed = last !== undefined && !VARIABLE.test(last.value);
    const start = last === undefined || (fixed && last.start === 0);
    if ((last === undefined || fixed) && value.length <= MAX_VALUE) {
      const marker = text.slice(last?.start ?? 0, match.index);
      const at = `word ${start ? '^' : ''}${marker}`;
      if (marker.length <= 64 && !fields.some((f) => f.at === at))
        fields.push({ kind: 'word', at, key: nameOf(last?.value ?? ''), value, depth: 0, marker, start });
    }
    last = { value, start: match.index, end };
    if (fields.length >= MAX_FIELDS) return;
  }
}

/** The number or string that begins at `at` in a JSON text, when it could be an id. */
export function idAt(text: string, at: number): string | undefined {
  const first = text[at];
  if (first === 't' || first === 'f') return undefined;
  const value = scalarAt(text, at);
  return value === '' || (value?.length ?? 0) > MAX_VALUE ? undefined : value;
}

/** Collects the scalars of a JSON text; stops without a word where the text is malformed or cut off. */
class JsonReader {
  readonly #text: string;
  readonly #fields: Field[];
  readonly #path: PathStep[] = [];

  constructor(text: string, fields: Field[]) {
    this.#text = text;
    this.#fields = fields;
  }

  /** Reads the value at `at`; returns the index behind it, or -1 to stop. */
  read(at: number): number {
    const open = this.#text[at];
    if (open === '{' || open === '[') return this.#path.length < MAX_DEPTH ? this.#members(at, open) : -1;
    const value = idAt(this.#text, at);
    if (value !== undefined) this.#add(value);
    if (open === '"') return skipString(this.#text, at);
    const rest = /[,\]}\s]/g;
    rest.lastIndex = at;
    return rest.exec(this.#text)?.index ?? -1;
  }

  #members(at: number, open: string): number {
    const close = open === '{' ? '}' : ']';
    let i = skipSpace(this.#text, at + 1);
    for (let index = 0; this.#text[i] !== close; index++) {
      const key = open === '{' ? this.#key(i) : { step: index, end: i };
      if (key === undefined || this.#fields.length >= MAX_FIELDS) return -1;
      this.#path.push(key.step);
      i = this.read(key.end);
      this.#path.pop();
      if (i < 0) return -1;
      i = skipSpace(this.#text, i);
      if (this.#text[i] === ',') i = skipSpace(this.#text, i + 1);
      else if (this.#text[i] !== close) return -1;
    }
    return i + 1;
  }

  #key(at: number): { step: string; end: number } | undefined {
    if (this.#text[at] !== '"') return undefined;
    const end = skipString(this.#text, at);
    if (end < 0) return undefined;
    const step = stringContent(this.#text, at, end);
    const colon = skipSpace(this.#text, end);
    if (step === undefined || this.#text[colon] !== ':') return undefined;
    return { step, end: skipSpace(this.#text, colon + 1) };
  }

  #add(value: string): void {
    const steps = [...this.#path];
    const name = steps.findLast((step) => typeof step === 'string') ?? '';
    const at = `json ${JSON.stringify(steps)}`;
    this.#fields.push({ kind: 'json', at, key: nameOf(name), value, depth: steps.length, steps });
  }
}

/**
 * Leaves out what stands in one of several objects of a list: such a message speaks of several things, and none of
 * them is its id.
 */
function withoutPlurals(fields: Field[]): Field[] {
  return fields.filter((field) => {
    if (field.kind !== 'json') return true;
    const list = field.steps.findIndex((step, i) => typeof step === 'number' && i < field.steps.length - 1);
    if (list < 0) return true;
    const before = field.steps.slice(0, list);
    return fields.every(
      (other) =>
        other.kind !== 'json' ||
        other.steps.length <= list + 1 ||
        other.steps[list] === field.steps[list] ||
        before.some((step, i) => other.steps[i] !== step),
    );
  });
}

const TYPE = ['type'] as const;

/** Is the message one of several that follow a subscription (GraphQL over WebSocket: `next`, formerly `data`)? */
export function isStreamed(text: string): boolean {
  const start = jsonStart(text);
  const looked = text.slice(0, LOOKED_AT);
  const at = start < 0 ? -1 : seek(looked, start, TYPE);
  const type = at < 0 ? undefined : scalarAt(looked, at);
  return type === 'next' || type === 'data';
}
