import { compileRegex, RegexSyntaxError, RegexUnsupportedError, type Regex } from '../../regex/regex.ts';
import { trim } from '../../java/trim.ts';
import { JexlError } from './syntax.ts';
import { valueText, type Value } from './value.ts';

function javaRegex(pattern: string): Regex {
  try {
    return compileRegex(pattern, 'java');
  } catch (error) {
    if (error instanceof RegexSyntaxError || error instanceof RegexUnsupportedError)
      throw new JexlError(error.message);
    throw error;
  }
}

/** `String.replaceAll`: `$1` in the replacement is a group, a backslash takes the next character as it is. */
function replace(text: string, pattern: string, replacement: string, all: boolean): string {
  let replaced = '';
  let from = 0;
  for (const match of javaRegex(pattern).all(text)) {
    replaced += text.slice(from, match.start);
    replaced += replacement.replace(
      /\\([^])|\$(\d)/g,
      (_whole, literal?: string, group?: string) => literal ?? match.groups[Number(group)] ?? '',
    );
    from = match.end;
    if (!all) break;
  }
  return replaced + text.slice(from);
}

/** `String.split`: empty parts at the end go, and so does an empty match at the start. */
function split(text: string, pattern: string): Value[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of javaRegex(pattern).all(text)) {
    if (match.end === 0) continue;
    parts.push(text.slice(from, match.start));
    from = match.end;
  }
  if (from === 0) return [text];
  parts.push(text.slice(from));
  while (parts.at(-1) === '') parts.pop();
  return parts;
}

function hashCode(text: string): bigint {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return BigInt(hash);
}

const index = (value: Value | undefined, text: string): number => {
  const number = Number(value);
  if (typeof value !== 'bigint' || number < 0 || number > text.length)
    throw new JexlError(`index out of bounds: ${value === undefined ? '' : valueText(value)}`);
  return number;
};
const order = (a: string, b: string): bigint => BigInt(a < b ? -1 : a > b ? 1 : 0);

type StringMethod = (text: string, args: readonly string[], raw: readonly Value[]) => Value;

/** Methods of `java.lang.String`, each with the numbers of arguments it takes. */
export const stringMethods: ReadonlyMap<string, readonly [counts: readonly number[], run: StringMethod]> =
  new Map<string, readonly [readonly number[], StringMethod]>([
    ['length', [[0], (text) => BigInt(text.length)]],
    ['size', [[0], (text) => BigInt(text.length)]],
    ['isEmpty', [[0], (text) => text === '']],
    ['isBlank', [[0], (text) => text.trim() === '']],
    ['toString', [[0], (text) => text]],
    ['trim', [[0], (text) => trim(text)]],
    ['strip', [[0], (text) => text.trim()]],
    ['toUpperCase', [[0], (text) => text.toUpperCase()]],
    ['toLowerCase', [[0], (text) => text.toLowerCase()]],
    ['hashCode', [[0], (text) => hashCode(text)]],
    ['equals', [[1], (text, _args, [other]) => text === other]],
    ['equalsIgnoreCase', [[1], (text, [other]) => text.toLowerCase() === other!.toLowerCase()]],
    ['compareTo', [[1], (text, [other]) => order(text, other!)]],
    ['compareToIgnoreCase', [[1], (text, [other]) => order(text.toLowerCase(), other!.toLowerCase())]],
    ['concat', [[1], (text, [other]) => text + other!]],
    ['contains', [[1], (text, [part]) => text.includes(part!)]],
    ['startsWith', [[1], (text, [part]) => text.startsWith(part!)]],
    ['endsWith', [[1], (text, [part]) => text.endsWith(part!)]],
    ['indexOf', [[1], (text, [part]) => BigInt(text.indexOf(part!))]],
    ['lastIndexOf', [[1], (text, [part]) => BigInt(text.lastIndexOf(part!))]],
    ['charAt', [[1], (text, _args, [at]) => text.charAt(index(at, text))]],
    [
      'substring',
      [
        [1, 2],
        (text, args, [from, to]) =>
          text.slice(index(from, text), args.length === 1 ? text.length : index(to, text)),
      ],
    ],
    ['matches', [[1], (text, [pattern]) => javaRegex(pattern!).matches(text) !== null]],
    ['split', [[1], (text, [pattern]) => split(text, pattern!)]],
    ['replace', [[2], (text, [part, by]) => text.replaceAll(part!, () => by!)]],
    ['replaceAll', [[2], (text, [pattern, by]) => replace(text, pattern!, by!, true)]],
    ['replaceFirst', [[2], (text, [pattern, by]) => replace(text, pattern!, by!, false)]],
  ]);
