/** One step of a definite JSONPath: a member name or an array index. */
export type PathStep = string | number;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const STEP = /\.([\p{L}\p{N}_$-]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\['\\])*)'\]|\["((?:[^"\\]|\\["\\])*)"\]/uy;

/**
 * The steps of a path that names exactly one place, as `$.a.b[0]['c']` does (RFC 9535, singular queries without
 * negative indexes); undefined for any other path.
 */
export function definiteSteps(path: string): PathStep[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: PathStep[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const [, member, index, single, double] = STEP.exec(path) ?? [];
    if (index !== undefined) steps.push(Number(index));
    else if (member !== undefined) steps.push(member);
    else {
      const quoted = single ?? double;
      if (quoted === undefined) return undefined;
      steps.push(quoted.replaceAll(/\\(.)/g, '$1'));
    }
  }
  return steps;
}

/** The index of the first character at or after `at` that is no JSON white space. */
export function skipSpace(text: string, at: number): number {
  let i = at;
  for (;;) {
    const c = text.charCodeAt(i);
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return i;
    i++;
  }
}

/** The index behind the string that opens at `at`, or -1 when it does not end. */
export function skipString(text: string, at: number): number {
  let end = at;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return -1;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** The index behind the number or word that begins at `at`. */
function skipWord(text: string, at: number): number {
  let i = at;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === COMMA || c === CLOSE_BRACE || c === CLOSE_BRACKET || c <= 0x20) break;
  }
  return i;
}

/** The index behind the value that begins at `at`, or -1 when it does not end. */
function skipValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return skipString(text, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipWord(text, at);
  let depth = 1;
  for (let i = at + 1; i < text.length;) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      i = skipString(text, i);
      if (i < 0) return -1;
      continue;
    }
    if (c === OPEN_BRACE || c === OPEN_BRACKET) depth++;
    else if ((c === CLOSE_BRACE || c === CLOSE_BRACKET) && --depth === 0) return i + 1;
    i++;
  }
  return -1;
}

/** The content of the string literal from `at` to `end` (behind its closing quote). */
export function stringContent(text: string, at: number, end: number): string | undefined {
  const raw = text.slice(at + 1, end - 1);
  if (!raw.includes('\\')) return raw;
  try {
    const content: unknown = JSON.parse(text.slice(at, end));
    return typeof content === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
}

function isKey(text: string, at: number, end: number, name: string): boolean {
  if (end - at - 2 === name.length) return text.startsWith(name, at + 1);
  return end - at - 2 > name.length && stringContent(text, at, end) === name;
}

/** The index where the value of a member begins; `at` is behind the opening brace. */
function seekMember(text: string, at: number, name: string): number {
  let i = skipSpace(text, at);
  while (text.charCodeAt(i) === QUOTE) {
    const end = skipString(text, i);
    if (end < 0) return -1;
    const found = isKey(text, i, end, name);
    i = skipSpace(text, end);
    if (text.charCodeAt(i) !== COLON) return -1;
    i = skipSpace(text, i + 1);
    if (found) return i;
    i = skipValue(text, i);
    if (i < 0) return -1;
    i = skipSpace(text, i);
    if (text.charCodeAt(i) !== COMMA) return -1;
    i = skipSpace(text, i + 1);
  }
  return -1;
}

/** The index where an element of an array begins; `at` is behind the opening bracket. */
function seekElement(text: string, at: number, index: number): number {
  let i = skipSpace(text, at);
  for (let n = 0; n < index; n++) {
    i = skipValue(text, i);
    if (i < 0) return -1;
    i = skipSpace(text, i);
    if (text.charCodeAt(i) !== COMMA) return -1;
    i = skipSpace(text, i + 1);
  }
  return i < text.length && text.charCodeAt(i) !== CLOSE_BRACKET ? i : -1;
}

/**
 * The index where the value at that path begins, or -1. Reads the JSON text from `at` up to there and no further,
 * so a text that is cut off or malformed behind it does no harm. Of members with the same name the first counts.
 */
export function seek(text: string, at: number, steps: readonly PathStep[]): number {
  let i = skipSpace(text, at);
  for (const step of steps) {
    const open = text.charCodeAt(i);
    if (typeof step === 'string') i = open === OPEN_BRACE ? seekMember(text, i + 1, step) : -1;
    else i = open === OPEN_BRACKET ? seekElement(text, i + 1, step) : -1;
    if (i < 0) return -1;
  }
  return i;
}

/**
 * The scalar that begins at `at` as text: the content of a string, a number as it is written, `true` or `false`.
 * undefined for null, an object, an array, and anything malformed.
 */
export function scalarAt(text: string, at: number): string | undefined {
  const first = text.charCodeAt(at);
  if (first === QUOTE) {
    const end = skipString(text, at);
    return end < 0 ? undefined : stringContent(text, at, end);
  }
  const end = skipWord(text, at);
  const digit = first === 0x2d ? text.charCodeAt(at + 1) : first;
  if (digit >= 0x30 && digit <= 0x39) return text.slice(at, end);
  const word = text.slice(at, Math.min(end, at + 6));
  return word === 'true' || word === 'false' ? word : undefined;
}
