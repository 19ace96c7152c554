import { decodeUrl, encodeUrl } from '../../java/url-coding.ts';
import { decimalFormat } from '../../java/decimal-format.ts';
import { anyInt, charSequence, data, int, text } from './arguments.ts';
import {
  base64Decoder,
  base64Encoder,
  bytes,
  bytesOf,
  charsetName,
  charsetType,
  mac,
  messageDigest,
  secretKeyType,
} from './bytes.ts';
import type { ClassDefinition } from './class-registry.ts';
import { atomicClasses } from './atomic.ts';
import { fileOf, filesMethods, joinPath } from './files.ts';
import {
  dateFromFields,
  dateOf,
  dateType,
  parseDate,
  simpleDateFormat,
  timeZone,
  timeZoneType,
} from './dates.ts';
import { jsonClasses } from './json-classes.ts';
import { javaError } from './exceptions.ts';
import { isNumber, toBigInt, toDouble } from './numbers.ts';
import { javaCall } from './parse-numbers.ts';
import { commonRandom, newRandom, parseUuid, randomUuid, uuidFromBytes, uuidType } from './randoms.ts';
import { compilePattern } from './regex-values.ts';
import { localZone } from '../../java/time-zone.ts';
import { runtime } from './runtime.ts';
import { escapeHtml4, escapeXml10, unescapeHtml4 } from '../../java/markup-escape.ts';
import { groovyText } from './text.ts';
import { dataOf, hostObject, type HostType, methodTable, NoMatch, type Value } from './value.ts';

type Statics = NonNullable<ClassDefinition['statics']>;
const statics = (table: unknown): Statics => table as Statics;

const decimalFormatType: HostType<(value: number | bigint) => string> = {
  name: 'java.text.DecimalFormat',
  text: () => 'java.text.DecimalFormat@1b2c3d',
  methods: methodTable<(value: number | bigint) => string>({
    'format 1': (print, [value]) => {
      if (!isNumber(value)) throw new NoMatch();
      return print(
        typeof value === 'number' || typeof value === 'bigint' ? toBigInt(value) : toDouble(value),
      );
    },
    'setRoundingMode 1': () => null,
  }),
};

/** `java.util.Locale`, which is accepted and without effect: the locale is that of the run. */
const localeType: HostType<string> = {
  name: 'java.util.Locale',
  text: (name: string) => name,
  methods: methodTable<string>({ toString: (name: string) => name }),
};
const locale = (name: string) => (): Value => hostObject(localeType, name);

const charset = (name: string) => (): Value => hostObject(charsetType, name);

const UNITS: Readonly<Record<string, number>> = {
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};

const timeUnitType: HostType<string> = {
  name: 'java.util.concurrent.TimeUnit',
  text: (name: string) => name,
  methods: methodTable<string>(
    Object.fromEntries(
      Object.entries({
        toMillis: 1,
        toSeconds: 1000,
        toMinutes: 60_000,
        toHours: 3_600_000,
        toDays: 86_400_000,
      }).map(([name, size]) => [
        `${name} 1`,
        (unit: string, [amount]: readonly Value[]): Value => {
          if (!isNumber(amount)) throw new NoMatch();
          return (toBigInt(amount) * BigInt(UNITS[unit]!)) / BigInt(size);
        },
      ]),
    ),
  ),
};

export const libraryClasses: readonly ClassDefinition[] = [
  {
    name: 'java.util.Date',
    construct: (args) => {
      if (args.length === 0) return dateOf(Math.floor(runtime().nowUs() / 1000));
      if (args.length > 1) return dateFromFields(args);
      const [only] = args;
      return dateOf(dataOf(only, dateType)?.ms ?? Number(typeof only === 'bigint' ? only : int(only)));
    },
    statics: statics(
      methodTable<unknown>({
        'parse 2 3': (_, [pattern, input, zone]) =>
          parseDate(text(pattern), text(input), zone === undefined ? localZone : data(zone, timeZoneType)),
      }),
    ),
  },
  {
    name: 'java.util.TimeZone',
    statics: statics(
      methodTable<unknown>({
        'getTimeZone 1': (_, [id]) => timeZone(text(id)),
        getDefault: () => hostObject(timeZoneType, localZone),
      }),
    ),
  },
  { name: 'java.text.SimpleDateFormat', construct: ([pattern]) => simpleDateFormat(text(pattern)) },
  {
    name: 'java.text.DecimalFormat',
    construct: ([pattern]) =>
      hostObject(
        decimalFormatType,
        javaCall(() => decimalFormat(text(pattern))),
      ),
  },
  {
    name: 'java.util.Locale',
    fields: { US: locale('en_US'), ENGLISH: locale('en'), ROOT: locale(''), UK: locale('en_GB') },
  },
  { name: 'java.util.Random', construct: ([seed]) => newRandom(seed) },
  { name: 'java.security.SecureRandom', construct: () => newRandom(undefined) },
  {
    name: 'java.util.concurrent.ThreadLocalRandom',
    statics: statics(methodTable<unknown>({ current: () => commonRandom() })),
  },
  {
    name: 'org.apache.commons.lang3.RandomUtils',
    statics: statics(
      methodTable<unknown>({
        'nextInt 0 2': (_, args) => {
          const [low, high] = args.length === 2 ? args.map(anyInt) : [0, 2147483647];
          return low! + Math.floor(Math.random() * (high! - low!));
        },
      }),
    ),
  },
  {
    name: 'org.apache.commons.lang3.RandomStringUtils',
    statics: statics(
      methodTable<unknown>({
        'randomAlphanumeric 1': (_, [count]) => randomText(anyInt(count), LETTERS + DIGITS),
        'randomAlphabetic 1': (_, [count]) => randomText(anyInt(count), LETTERS),
        'randomNumeric 1': (_, [count]) => randomText(anyInt(count), DIGITS),
        'random 2 3': (_, [count, letters, digits]) =>
          randomText(
            anyInt(count),
            typeof letters === 'string'
              ? letters
              : (letters === true ? LETTERS : '') + (digits === true ? DIGITS : ''),
          ),
      }),
    ),
  },
  {
    name: 'java.util.UUID',
    statics: statics(
      methodTable<unknown>({
        randomUUID: () => randomUuid(),
        'fromString 1': (_, [uuid]) => parseUuid(text(uuid)),
        'nameUUIDFromBytes 1': (_, [input]) => uuidFromBytes(bytes(input)),
      }),
    ),
    construct: ([high, low]) => {
      if (typeof high !== 'bigint' || typeof low !== 'bigint') throw new NoMatch();
      const hex = (value: bigint): string => BigInt.asUintN(64, value).toString(16).padStart(16, '0');
      const digits = hex(high) + hex(low);
      return hostObject(uuidType, digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
    },
  },
  {
    name: 'java.util.Base64',
    statics: statics(
      methodTable<unknown>({
        getEncoder: () => base64Encoder(false),
        getUrlEncoder: () => base64Encoder(true),
        getMimeEncoder: () => base64Encoder(false),
        getDecoder: () => base64Decoder(),
        getUrlDecoder: () => base64Decoder(),
        getMimeDecoder: () => base64Decoder(),
      }),
    ),
  },
  {
    name: 'java.security.MessageDigest',
    statics: statics(methodTable<unknown>({ 'getInstance 1': (_, [name]) => messageDigest(text(name)) })),
  },
  {
    name: 'javax.crypto.Mac',
    statics: statics(methodTable<unknown>({ 'getInstance 1': (_, [name]) => mac(text(name)) })),
  },
  {
    name: 'javax.crypto.spec.SecretKeySpec',
    construct: ([key]) => hostObject(secretKeyType, bytes(key)),
  },
  {
    name: 'java.nio.charset.StandardCharsets',
    fields: {
      UTF_8: charset('UTF-8'),
      US_ASCII: charset('US-ASCII'),
      ISO_8859_1: charset('ISO-8859-1'),
      UTF_16LE: charset('UTF-16LE'),
    },
  },
  {
    name: 'java.nio.charset.Charset',
    statics: statics(
      methodTable<unknown>({
        'forName 1': (_, [name]) => hostObject(charsetType, text(name)),
        defaultCharset: () => hostObject(charsetType, 'UTF-8'),
      }),
    ),
  },
  {
    name: 'java.net.URLEncoder',
    statics: statics(
      methodTable<unknown>({
        'encode 1 2': (_, [input, encoding]) =>
          encodeUrl(charSequence(input), (part) => Buffer.from(bytesOf(part, encoding).bytes)),
      }),
    ),
  },
  {
    name: 'java.net.URLDecoder',
    statics: statics(
      methodTable<unknown>({
        'decode 1 2': (_, [input, encoding]) => {
          charsetName(encoding);
          return javaCall(() => decodeUrl(charSequence(input)));
        },
      }),
    ),
  },
  {
    name: 'java.util.regex.Pattern',
    fields: { CASE_INSENSITIVE: () => 2, MULTILINE: () => 8, DOTALL: () => 32, COMMENTS: () => 4 },
    statics: statics(
      methodTable<unknown>({
        'compile 1 2': (_, [source, flags]) =>
          compilePattern(text(source), flags === undefined ? 0 : int(flags)),
        'matches 2': (_, [source, input]) => {
          const pattern = compilePattern(text(source));
          return (
            (pattern.data as { regex: { matches(text: string): unknown } }).regex.matches(
              charSequence(input),
            ) !== null
          );
        },
        'quote 1': (_, [source]) => `\\Q${text(source)}\\E`,
      }),
    ),
  },
  {
    name: 'java.util.regex.Matcher',
    statics: statics(
      methodTable<unknown>({ 'quoteReplacement 1': (_, [input]) => text(input).replace(/[\\$]/g, '\\$&') }),
    ),
  },
  { name: 'java.io.File', construct: (args) => fileOf(args), fields: { separator: () => '/' } },
  {
    name: 'java.nio.file.Path',
    statics: statics(methodTable<unknown>({ 'of 1 *': (_, args) => joinPath(args) })),
  },
  {
    name: 'java.nio.file.Paths',
    statics: statics(methodTable<unknown>({ 'get 1 *': (_, args) => joinPath(args) })),
  },
  { name: 'java.nio.file.Files', statics: statics(filesMethods) },
  {
    name: 'java.util.concurrent.TimeUnit',
    fields: Object.fromEntries(
      Object.keys(UNITS).map((name) => [name, () => hostObject(timeUnitType, name)]),
    ),
  },
  {
    name: 'org.apache.commons.text.StringEscapeUtils',
    statics: statics(escapes()),
  },
  {
    name: 'org.apache.commons.lang3.StringEscapeUtils',
    statics: statics(escapes()),
  },
  {
    name: 'org.apache.commons.lang3.StringUtils',
    statics: statics(stringUtils()),
  },
  ...atomicClasses,
  ...jsonClasses,
];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

function randomText(count: number, from: string): string {
  if (count < 0)
    throw javaError(
      'java.lang.IllegalArgumentException',
      `Requested random string length ${count} is less than 0.`,
    );
  runtime().allocate(count);
  return Array.from({ length: count }, () => from[Math.floor(Math.random() * from.length)] ?? '').join('');
}

function escapes(): unknown {
  return methodTable<unknown>({
    'escapeHtml4 1': (_, [input]) => escapeHtml4(text(input)),
    'unescapeHtml4 1': (_, [input]) => unescapeHtml4(text(input)),
    'escapeXml10 1': (_, [input]) => escapeXml10(text(input)),
    'escapeXml11 1': (_, [input]) => escapeXml10(text(input)),
  });
}

function stringUtils(): unknown {
  const given = (value: Value | undefined): string =>
    value === null || value === undefined ? '' : groovyText(value);
  return methodTable<unknown>({
    'isEmpty 1': (_, [value]) => given(value) === '',
    'isNotEmpty 1': (_, [value]) => given(value) !== '',
    'isBlank 1': (_, [value]) => given(value).trim() === '',
    'isNotBlank 1': (_, [value]) => given(value).trim() !== '',
    'isNumeric 1': (_, [value]) => /^\d+$/.test(given(value)),
    'substringBetween 2 3': (_, [value, open, close]) => {
      const start = given(value).indexOf(text(open));
      const from = start + text(open).length;
      const end = start < 0 ? -1 : given(value).indexOf(text(close ?? open), from);
      return end < 0 ? null : given(value).slice(from, end);
    },
    'substringAfter 2': (_, [value, mark]) => {
      const at = given(value).indexOf(text(mark));
      return at < 0 ? '' : given(value).slice(at + text(mark).length);
    },
    'substringBefore 2': (_, [value, mark]) => {
      const at = given(value).indexOf(text(mark));
      return at < 0 ? given(value) : given(value).slice(0, at);
    },
    'countMatches 2': (_, [value, part]) => given(value).split(text(part)).length - 1,
    'leftPad 2 3': (_, [value, width, filler]) =>
      given(value).padStart(Math.min(anyInt(width), 1e6), filler === undefined ? ' ' : charSequence(filler)),
    'rightPad 2 3': (_, [value, width, filler]) =>
      given(value).padEnd(Math.min(anyInt(width), 1e6), filler === undefined ? ' ' : charSequence(filler)),
    'equals 2': (_, [a, b]) => a === b,
  });
}
