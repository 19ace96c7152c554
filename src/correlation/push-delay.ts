import { compileIdRule } from './id-rule.ts';
import type { Message } from './message.ts';
import type { IdRule } from './options.ts';
import { CorrelationSettingError, parseRule } from './settings.ts';

/** Where a pushed message carries the time at which it was sent, and how that is written. */
export interface PushDelayOptions {
  readonly rule: IdRule;
  readonly unit: TimeUnit;
}

/** Microseconds since the epoch of one time as it is written; NaN when it is none. */
type ReadTime = (text: string) => number;

const scaled =
  (us: number): ReadTime =>
  (text) =>
    text === '' ? NaN : Number(text) * us;

/** Since the epoch, or a date as ISO 8601 writes it. */
const UNITS = {
  s: scaled(1e6),
  ms: scaled(1e3),
  us: scaled(1),
  ns: scaled(1e-3),
  iso: (text) => Date.parse(text) * 1000,
} as const satisfies Record<string, ReadTime>;

export type TimeUnit = keyof typeof UNITS;

const HELP =
  'write off or RULE unit=UNIT, where RULE is a JSONPath ($.sentAt), /a regular expression/ or bytes:OFFSET:LENGTH, and UNIT is s, ms, us, ns or iso';

/** `unit=…`, or a rule: between slashes or quotes, or a word. */
const WORD = /\s*(?:unit=(\S*)|(\/(?:[^/\\]|\\.)*\/|"(?:[^"\\]|\\.)*"|\S+))(?!\S)/y;

const isUnit = (text: string): text is TimeUnit => Object.hasOwn(UNITS, text);

/**
 * Reads `RULE [unit=UNIT]`, in any order, or `off`. The unit is milliseconds unless it is given.
 *
 * @param where names the setting in messages.
 * @returns undefined for `off`.
 * @throws CorrelationSettingError
 */
export function parsePushDelay(text: string, where: string): PushDelayOptions | undefined {
  const line = text.trim();
  if (line === 'off') return undefined;
  let rule: IdRule | 'auto' | undefined;
  let unit: TimeUnit = 'ms';
  for (WORD.lastIndex = 0; WORD.lastIndex < line.length;) {
    const at = WORD.lastIndex;
    const [, unitText, ruleText] = WORD.exec(line) ?? [];
    if (unitText !== undefined && isUnit(unitText)) unit = unitText;
    else if (ruleText !== undefined && rule === undefined) rule = parseRule(ruleText, where);
    else throw new CorrelationSettingError(`${where}: "${line.slice(at).trim()}" is not understood; ${HELP}`);
  }
  if (rule === undefined || rule === 'auto')
    throw new CorrelationSettingError(`${where}: there is no rule; ${HELP}`);
  return { rule, unit };
}

/** `@push-delay` and the rest of its line. */
const IN_COMMENT = /(?:^|\s)@push-delay(?![\w-])[^\S\n]*([^\n]*)/;

/**
 * The options that the comment of a sampler gives, in place of those of the run (`wsmeter.push-delay`).
 * @throws CorrelationSettingError
 */
export function pushDelayOf(comment: string, property: string | undefined): PushDelayOptions | undefined {
  const line = IN_COMMENT.exec(comment)?.[1];
  if (line !== undefined) return parsePushDelay(line, '@push-delay');
  return property === undefined || property.trim() === ''
    ? undefined
    : parsePushDelay(property, 'wsmeter.push-delay');
}

/** When a message was sent by its own account, microseconds since the epoch; undefined: it does not say. */
export type SendTime = (message: Message) => number | undefined;

export function compileSendTime({ rule, unit }: PushDelayOptions): SendTime {
  const find = compileIdRule(rule);
  // Bytes are a whole number, the highest first.
  const read: ReadTime =
    rule.kind === 'position' && unit !== 'iso'
      ? (hex) => UNITS[unit](String(BigInt(`0x${hex}`)))
      : UNITS[unit];
  return (message) => {
    const text = find(message);
    if (text === undefined) return undefined;
    const us = read(text);
    return Number.isFinite(us) ? us : undefined;
  };
}
