import { JexlError } from './syntax.ts';

export type Token =
  | { readonly kind: 'name' | 'operator'; readonly text: string }
  | { readonly kind: 'value'; readonly value: bigint | number | string }
  | { readonly kind: 'end'; readonly text: '' };

/** Words that are operators. */
const wordOperators: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['div', '/'],
  ['mod', '%'],
]);

const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/|##[^\n]*)*/y;
const HEXADECIMAL = /0[xX][0-9a-fA-F]+/y;
const NUMBER = /\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)?(?:[lLhH]|[fFdDbB])?/y;
const NAME = /[A-Za-z_$@][\w$@]*/y;
const OPERATOR =
  /&&|\|\||==|!=|<=|>=|=~|!~|=\^|!\^|=\$|!\$|\?:|\?\?|\+=|-=|\*=|\/=|%=|\.\.|[-+*/%&|^~!<>=?:;,.()[\]{}]/y;
const STRING = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Before JEXL 3 only quotes, backslashes and Unicode escapes meant anything. */
function unescape(text: string, knowsControls: boolean): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (whole: string, hex?: string, character?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if ('\\"\''.includes(character!)) return character!;
    return (knowsControls ? controls[character!] : undefined) ?? whole;
  });
}

function numberValue(text: string): bigint | number {
  const [, digits, suffix] = /^(.*?)([lLhHfFdDbB]?)$/.exec(text)!;
  if (/[.eE]/.test(digits!) || /[fFdDbB]/.test(suffix!)) return Number(digits);
  return /^0\d/.test(digits!) ? BigInt(`0o${digits!.slice(1)}`) : BigInt(digits!);
}

/** @throws JexlError for a character that belongs to nothing. */
export function tokenize(source: string, knowsControls: boolean): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at += match[0].length;
    return match;
  };
  for (;;) {
    take(SKIPPED);
    if (at === source.length) return tokens;
    const afterDot = tokens.at(-1)?.kind === 'operator' && textOf(tokens.at(-1)) === '.';
    const hexadecimal = take(HEXADECIMAL);
    if (hexadecimal !== null) {
      tokens.push({ kind: 'value', value: BigInt(hexadecimal[0]) });
      continue;
    }
    const number = take(afterDot ? /\d+/y : NUMBER);
    if (number !== null) {
      if (/^[089]\d*[89]/.test(number[0]) && /^0\d+$/.test(number[0])) throw unexpected(number[0]);
      tokens.push({ kind: 'value', value: numberValue(number[0]) });
      if (/[\w$]/.test(source[at] ?? '')) throw unexpected(source.slice(at));
      continue;
    }
    const text = take(STRING);
    if (text !== null) {
      tokens.push({ kind: 'value', value: unescape(text[1] ?? text[2]!, knowsControls) });
      continue;
    }
    const name = take(NAME);
    if (name !== null) {
      const operator = afterDot ? undefined : wordOperators.get(name[0]);
      tokens.push(
        operator === undefined ? { kind: 'name', text: name[0] } : { kind: 'operator', text: operator },
      );
      continue;
    }
    const operator = take(OPERATOR);
    if (operator === null) throw unexpected(source.slice(at));
    tokens.push({ kind: 'operator', text: operator[0] });
  }
}

const textOf = (token: Token | undefined): string =>
  token !== undefined && 'text' in token ? token.text : '';

const unexpected = (text: string): JexlError => new JexlError(`parsing error in '${text.slice(0, 20)}'`);
