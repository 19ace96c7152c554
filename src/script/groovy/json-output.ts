import { formatSimpleDate } from '../../java/simple-date-format.ts';
import { zoneOf } from '../../java/time-zone.ts';
import { isSequence } from './compare.ts';
import { dateMillis } from './dates.ts';
import { Decimal } from './decimal.ts';
import { javaError } from './exceptions.ts';
import { isNumber } from './numbers.ts';
import { groovyText } from './text.ts';
import { HostObject, JavaChar, JavaDouble, JavaMap, type Value } from './value.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Groovy writes everything beyond ASCII as `\\u…`. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\b\f\n\r\t]|[^\x20-\x7e]/g, (c) => ESCAPES[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

const MAX_DEPTH = 200;

/** `groovy.json.JsonOutput.toJson(value)`. */
export function toJson(value: Value, depth = 0): string {
  if (depth > MAX_DEPTH) throw javaError('java.lang.StackOverflowError', null);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' || value instanceof JavaChar) return quoted(String(value));
  if (value instanceof JavaDouble && !Number.isFinite(value.value))
    throw javaError('groovy.json.JsonException', `Number value ${String(value)} is not allowed in JSON`);
  if (value instanceof Decimal) return value.toString();
  if (isNumber(value)) return String(value);
  if (isSequence(value)) return `[${value.items.map((item) => toJson(item, depth + 1)).join(',')}]`;
  if (value instanceof JavaMap)
    return `{${value
      .entries()
      .map(([key, item]) => {
        if (key === null)
          throw javaError(
            'java.lang.IllegalArgumentException',
            "Maps with null keys can't be converted to JSON",
          );
        return `${quoted(groovyText(key))}:${toJson(item, depth + 1)}`;
      })
      .join(',')}}`;
  const ms = dateMillis(value);
  if (ms !== undefined) return quoted(formatSimpleDate("yyyy-MM-dd'T'HH:mm:ssZ", ms, zoneOf('GMT')));
  if (value instanceof HostObject && value.type.items !== undefined)
    return `[${value.type
      .items(value.data)
      .map((item) => toJson(item, depth + 1))
      .join(',')}]`;
  return quoted(groovyText(value));
}

/** `JsonOutput.prettyPrint(json)`: four blanks per level; empty lists and objects take lines too. */
export function prettyJson(json: string): string {
  let result = '';
  let depth = 0;
  const newLine = (): string => `\n${'    '.repeat(depth)}`;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      result += token + newLine();
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      result += newLine() + token;
    } else if (token === ',') result += `,${newLine()}`;
    else if (token === ':') result += ': ';
    else result += token;
  }
  return result;
}
