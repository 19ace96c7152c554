import { TemplateError } from './definition.ts';

/** A reference in a text: a variable's name, or what the host made of a function call. */
export type Reference<Call> = { kind: 'variable'; name: string } | { kind: 'function'; call: Call };

/** A parsed text: `literals[0] references[0] literals[1] …`, one literal more than references. */
export interface ParsedText<Call> {
  readonly literals: string[];
  readonly references: Reference<Call>[];
  /** False for a text that JMeter leaves as it stands, escapes included. */
  readonly hasFunction: boolean;
}

/** What the parser asks of its caller. */
export interface ParserHost<Call> {
  isFunction(name: string): boolean;
  /** Makes a call; `args` are the raw argument texts. Throws a TemplateError when the arguments do not fit. */
  call(name: string, args: readonly string[]): Call;
  warn(message: string): void;
}

/** JMeter quotes no more than this of a malformed text. */
const QUOTED_LENGTH = 100;
const SPACE = /[\p{Zs}\p{Zl}\p{Zp}]/u;

/**
 * Splits a text into literals, variable references and function calls, in one pass and by the rules of
 * `org.apache.jmeter.engine.util.FunctionParser`: quotes mean nothing, references do not nest outside of function
 * arguments, and a function name that is not known is a variable's name.
 *
 * @throws TemplateError when a call is not followed by `}` or its arguments do not fit.
 */
export function parseTemplate<Call>(source: string, host: ParserHost<Call>): ParsedText<Call> {
  const literals: string[] = [];
  const references: Reference<Call>[] = [];
  let pieces = 0;
  let at = 0;
  let literal = '';
  /** The literal since the last reference or cut, before which `literal` is complete. */
  let pieceStart = 0;

  function reference(): Reference<Call> | string {
    let name = '';
    let afterBlank = true;
    while (at < source.length) {
      const c = source[at++]!;
      if (c === '\\') {
        name += at < source.length ? source[at++]! : c;
        afterBlank = true;
      } else if (c === '(' && !afterBlank) {
        if (host.isFunction(name.trim())) return functionCall(name);
        name += c;
      } else if (c === '}') {
        return host.isFunction(name)
          ? { kind: 'function', call: host.call(name, []) }
          : { kind: 'variable', name };
      } else {
        name += c;
        afterBlank = c === ' ';
      }
    }
    host.warn(`Probably an invalid function string: ${name}`);
    return name;
  }

  function functionCall(name: string): Reference<Call> {
    const call = host.call(name.trim(), functionArguments());
    while (at < source.length && SPACE.test(source[at]!)) at++;
    if (source[at] !== '}')
      throw new TemplateError(`Expected } after ${name} function call in ${source.slice(0, QUOTED_LENGTH)}`);
    at++;
    return { kind: 'function', call };
  }

  function functionArguments(): string[] {
    const args: string[] = [];
    let argument = '';
    let before = ' ';
    let nested = 0;
    let parentheses = 0;
    while (at < source.length) {
      const c = source[at++]!;
      if (c === '\\') {
        argument += c + (at < source.length ? source[at++]! : c);
        before = ' ';
        continue;
      }
      if (nested === 0) {
        if (c === ',') {
          args.push(argument);
          argument = '';
          continue;
        }
        if (c === ')' && parentheses === 0) {
          if (argument !== '' || args.length > 0) args.push(argument);
          return args;
        }
        if (c === ')') parentheses--;
        else if (c === '(') parentheses++;
      }
      if (c === '{' && before === '$') nested++;
      else if (c === '}' && nested > 0) nested--;
      argument += c;
      before = c;
    }
    host.warn(`Probably an invalid function string: ${argument}`);
    args.push(argument);
    return args;
  }

  let previous = ' ';
  while (at < source.length) {
    const c = source[at++]!;
    if (c === '\\') {
      const escaped = at < source.length ? source[at++]! : c;
      if (escaped !== '$' && escaped !== ',' && escaped !== '\\') literal += c;
      literal += escaped;
      previous = ' ';
    } else if (c === '{' && previous === '$') {
      literal = literal.slice(0, -1);
      if (literal.length > pieceStart) pieces++;
      pieces++;
      const found = reference();
      if (typeof found === 'string') literal += found;
      else {
        literals.push(literal);
        references.push(found);
        literal = '';
      }
      pieceStart = literal.length;
      previous = ' ';
    } else {
      literal += c;
      previous = c;
    }
  }
  if (literal.length > pieceStart) pieces++;
  literals.push(literal);
  return { literals, references, hasFunction: references.length > 0 || pieces > 1 };
}
