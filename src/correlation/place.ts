import {
  acknowledgement,
  idAt,
  jsonStart,
  LOOKED_AT,
  MAX_VALUE,
  sockJsContent,
  stompHeader,
  type Field,
} from './fields.ts';
import { seek, type PathStep } from './json-path.ts';

/** A place in messages of one shape, found again without reading the whole message. */
export interface Place {
  /** As `Field.at`; within SockJS framing with `sockjs ` before it. */
  readonly at: string;
  readonly key: string;
  /** An id: not empty, and at most 128 characters. */
  find(text: string): string | undefined;
}

/** The place where that field stands; `framed`: within SockJS framing. */
export function placeOf(field: Field, framed: boolean): Place {
  const place = plainPlace(field);
  if (!framed) return place;
  return {
    at: placeName(field, framed),
    key: place.key,
    find(text) {
      const content = sockJsContent(text);
      return content === undefined ? undefined : place.find(content);
    },
  };
}

export const placeName = (field: Field, framed: boolean): string =>
  framed ? `sockjs ${field.at}` : field.at;

function plainPlace(field: Field): Place {
  const { at, key } = field;
  if (field.kind === 'json') return new JsonPlace(field);
  if (field.kind === 'header') return { at, key, find: (text) => asId(stompHeader(text, field.name)) };
  if (field.kind === 'ack') return { at, key, find: (text) => asId(acknowledgement(text, field.types)) };
  return { at, key, find: (text) => wordBehind(text, field.marker, field.start) };
}

const asId = (value: string | undefined): string | undefined =>
  value === '' || (value?.length ?? 0) > MAX_VALUE ? undefined : value;
const isId = (text: string, at: number): boolean => at >= 0 && idAt(text, at) !== undefined;

class JsonPlace implements Place {
  readonly at: string;
  readonly key: string;
  readonly #steps: readonly PathStep[];
  /** Paths to the same member of the neighbours in a list; a message that has one speaks of several things. */
  readonly #neighbours: PathStep[][] = [];
  /** What stood before the value last time: a JSON text that begins so has its value there again. */
  #prefix = '';

  constructor(field: Field & { kind: 'json' }) {
    this.at = field.at;
    this.key = field.key;
    this.#steps = field.steps;
    const list = field.steps.findIndex((step, i) => typeof step === 'number' && i < field.steps.length - 1);
    const index = field.steps[list];
    if (typeof index === 'number')
      for (const neighbour of [index - 1, index + 1])
        if (neighbour >= 0) this.#neighbours.push(field.steps.with(list, neighbour));
  }

  find(text: string): string | undefined {
    const looked = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
    if (this.#prefix !== '' && looked.startsWith(this.#prefix)) return idAt(looked, this.#prefix.length);
    const start = jsonStart(looked);
    if (start < 0) return undefined;
    const at = seek(looked, start, this.#steps);
    if (at < 0 || this.#neighbours.some((steps) => isId(looked, seek(looked, start, steps))))
      return undefined;
    if (at <= 256 && this.#neighbours.length === 0) this.#prefix = looked.slice(0, at);
    return idAt(looked, at);
  }
}

const WORD_CHARACTER = /[\p{L}\p{N}_-]/u;
const WORD = /[\p{L}\p{N}_-]{1,129}/uy;

/** Letters, digits, `_` and `-` among the first 128 characters. */
const IS_WORD = Uint8Array.from({ length: 128 }, (_, c) =>
  Number(WORD_CHARACTER.test(String.fromCharCode(c))),
);

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? IS_WORD[code] === 1 : WORD_CHARACTER.test(text[at]!);
}

function wordAt(text: string, at: number): string | undefined {
  let end = at;
  while (IS_WORD[text.charCodeAt(end)] === 1 && end - at <= MAX_VALUE) end++;
  if (text.charCodeAt(end) < 128 || end === text.length) return asId(text.slice(at, end));
  WORD.lastIndex = at;
  return asId(WORD.exec(text)?.[0]);
}

function wordBehind(text: string, marker: string, start: boolean): string | undefined {
  if (start) return text.startsWith(marker) ? wordAt(text, marker.length) : undefined;
  for (let at = text.indexOf(marker); at >= 0 && at < LOOKED_AT; at = text.indexOf(marker, at + 1)) {
    // What opens the text is another place.
    if (at > 0 && !isWordCharacter(text, at - 1)) return wordAt(text, at + marker.length);
  }
  return undefined;
}
