import { compileIdRule } from './id-rule.ts';
import type { CorrelationMode, CorrelationOptions, IdRule } from './options.ts';

/** What correlation does unless it is told otherwise. */
export const DEFAULT_CORRELATION: CorrelationOptions = { mode: 'flag', request: 'auto', reply: 'auto' };

/** Says in one line what is wrong with a setting, and how it is written. */
export class CorrelationSettingError extends Error {
  override readonly name = 'CorrelationSettingError';
}

/** The three properties; undefined where one is not set. */
export interface CorrelationProperties {
  /** `wsmeter.correlation` */
  readonly correlation: string | undefined;
  /** `wsmeter.correlation.request` */
  readonly request: string | undefined;
  /** `wsmeter.correlation.reply` */
  readonly reply: string | undefined;
}

/**
 * The options that the properties of a run give.
 * @throws CorrelationSettingError
 */
export function optionsOfProperties(properties: CorrelationProperties): CorrelationOptions {
  const { correlation, request, reply } = properties;
  const setting = parseSetting(correlation ?? '', 'wsmeter.correlation');
  if (request !== undefined) setting.request = parseRule(request, 'wsmeter.correlation.request');
  if (reply !== undefined) setting.reply = parseRule(reply, 'wsmeter.correlation.reply');
  return apply(setting, DEFAULT_CORRELATION, 'wsmeter.correlation');
}

/** `@correlation` and the rest of its line. */
const IN_COMMENT = /(?:^|\s)@correlation(?![\w-])[^\S\n]*([^\n]*)/;

/**
 * The options that the comment of a sampler gives, over those of the run.
 * @throws CorrelationSettingError
 */
export function optionsOfComment(comment: string, run: CorrelationOptions): CorrelationOptions {
  const line = IN_COMMENT.exec(comment)?.[1];
  return line === undefined ? run : parseCorrelation(line, run, '@correlation');
}

/**
 * Reads `[auto|flag|match|off] [request=RULE] [reply=RULE]`, in any order; also the value of `--correlation`.
 *
 * @param base what holds where the text says nothing.
 * @param where names the setting in messages.
 * @throws CorrelationSettingError
 */
export function parseCorrelation(text: string, base: CorrelationOptions, where: string): CorrelationOptions {
  return apply(parseSetting(text, where), base, where);
}

interface Setting {
  mode?: CorrelationMode;
  request?: IdRule | 'auto';
  reply?: IdRule | 'auto';
}

/** `name=` or nothing, then a rule between slashes or quotes, or a word. */
const WORD = /\s*(?:(\w+)=)?(\/(?:[^/\\]|\\.)*\/|"(?:[^"\\]|\\.)*"|\S+)(?!\S)/y;

function parseSetting(text: string, where: string): Setting {
  const setting: Setting = {};
  const line = text.trim();
  for (WORD.lastIndex = 0; WORD.lastIndex < line.length;) {
    const at = WORD.lastIndex;
    const [, name, value = ''] = WORD.exec(line) ?? [];
    if (name === 'request' || name === 'reply') setting[name] = parseRule(value, `${where} ${name}`);
    else if (name === undefined && isMode(value)) setting.mode = value;
    else if (name === undefined && value === 'auto') setting.request = setting.reply = 'auto';
    else
      throw new CorrelationSettingError(
        `${where}: "${line.slice(at).trim()}" is not understood; ` +
          'write auto, flag, match or off, and request=RULE reply=RULE',
      );
  }
  return setting;
}

const isMode = (word: string): word is CorrelationMode =>
  word === 'flag' || word === 'match' || word === 'off';

/** A rule given alone holds for requests and replies. */
function apply(setting: Setting, base: CorrelationOptions, where: string): CorrelationOptions {
  const mode = setting.mode ?? base.mode;
  const request = setting.request ?? setting.reply ?? base.request;
  const reply = setting.reply ?? setting.request ?? base.reply;
  if ((request === 'auto') !== (reply === 'auto'))
    throw new CorrelationSettingError(
      `${where}: request and reply must both be auto, or both be rules; give a rule for each`,
    );
  return { mode, request, reply };
}

const POSITION = /^bytes:(\d{1,9}):(\d{1,9})$/;

/**
 * Reads one rule: `$.path`, `/regular expression/`, `bytes:OFFSET:LENGTH` or `auto`; a rule with spaces stands
 * between double quotes.
 *
 * @param where names the setting in messages.
 * @throws CorrelationSettingError
 */
export function parseRule(text: string, where: string): IdRule | 'auto' {
  const trimmed = text.trim();
  const value = /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : trimmed;
  if (value === 'auto') return 'auto';
  const rule = ruleOf(value);
  if (rule === undefined)
    throw new CorrelationSettingError(
      `${where}: "${value}" is no rule; write a JSONPath ($.id), /a regular expression/, bytes:OFFSET:LENGTH or auto`,
    );
  try {
    compileIdRule(rule);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CorrelationSettingError(`${where}: ${reason}`, { cause: error });
  }
  return rule;
}

function ruleOf(value: string): IdRule | undefined {
  if (value.startsWith('$')) return { kind: 'json-path', path: value };
  if (value.length > 2 && value.startsWith('/') && value.endsWith('/'))
    return { kind: 'regex', pattern: value.slice(1, -1).replaceAll(/\\\//g, '/') };
  const [, offset, length] = POSITION.exec(value) ?? [];
  if (offset === undefined || length === undefined || Number(length) === 0) return undefined;
  return { kind: 'position', offset: Number(offset), length: Number(length) };
}
