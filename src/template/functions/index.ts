import type { FunctionDefinition } from '../definition.ts';
import { changeCase } from './change-case.ts';
import { char } from './char.ts';
import { counter } from './counter.ts';
import { csvRead } from './csv-read.ts';
import { dateTimeConvert } from './date-time-convert.ts';
import { digest } from './digest.ts';
import { escapeHtml } from './escape-html.ts';
import { escapeOroRegexpChars } from './escape-oro-regexp-chars.ts';
import { escapeXml } from './escape-xml.ts';
import { evaluate } from './eval.ts';
import { evalVar } from './eval-var.ts';
import { fileToString } from './file-to-string.ts';
import { intSum } from './int-sum.ts';
import { isPropDefined } from './is-prop-defined.ts';
import { isVarDefined } from './is-var-defined.ts';
import { groovy } from './groovy.ts';
import { javaScript } from './java-script.ts';
import { jexl2, jexl3 } from './jexl.ts';
import { log, logn } from './log.ts';
import { longSum } from './long-sum.ts';
import { machineName, machineIp } from './machine.ts';
import { p } from './p.ts';
import { property } from './property.ts';
import { random } from './random.ts';
import { randomDate } from './random-date.ts';
import { randomFromMultipleVars } from './random-from-multiple-vars.ts';
import { randomString } from './random-string.ts';
import { regexFunction } from './regex-function.ts';
import { samplerName } from './sampler-name.ts';
import { setProperty } from './set-property.ts';
import { splitFunction } from './split.ts';
import { stringFromFile } from './string-from-file.ts';
import { stringToFile } from './string-to-file.ts';
import { testPlanName } from './test-plan-name.ts';
import { threadGroupName } from './thread-group-name.ts';
import { threadNum } from './thread-num.ts';
import { time } from './time.ts';
import { timeShift } from './time-shift.ts';
import { unescape } from './unescape.ts';
import { unescapeHtml } from './unescape-html.ts';
import { beanShell } from './unsupported.ts';
import { urldecode } from './urldecode.ts';
import { urlencode } from './urlencode.ts';
import { uuid } from './uuid.ts';
import { v } from './v.ts';
import { xPath } from './x-path.ts';

/** Every function, in the order of the compatibility table. */
export const functions: readonly FunctionDefinition[] = [
  p,
  property,
  setProperty,
  isPropDefined,
  v,
  isVarDefined,
  evaluate,
  evalVar,
  splitFunction,
  regexFunction,
  counter,
  intSum,
  longSum,
  random,
  randomDate,
  randomString,
  randomFromMultipleVars,
  uuid,
  time,
  timeShift,
  dateTimeConvert,
  digest,
  char,
  changeCase,
  escapeHtml,
  unescapeHtml,
  escapeXml,
  escapeOroRegexpChars,
  unescape,
  urlencode,
  urldecode,
  threadNum,
  threadGroupName,
  samplerName,
  testPlanName,
  machineName,
  machineIp,
  log,
  logn,
  javaScript,
  jexl2,
  jexl3,
  groovy,
  beanShell,
  stringFromFile,
  fileToString,
  stringToFile,
  csvRead,
  xPath,
];

const byName = new Map(functions.map((definition) => [definition.name, definition]));

/** The function of that name; names are case-sensitive. */
export const functionNamed = (name: string): FunctionDefinition | undefined => byName.get(name);
