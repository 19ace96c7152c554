import { JavaException } from '../../java/exception.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { Template, VirtualUser } from '../../types.ts';

/** A number as a property states it. */
export interface NumberArgument {
  /** Without blanks around it. */
  readonly text: string;
  /** undefined when the text is no number of 32 bits. */
  readonly value: number | undefined;
}

export type NumberArgumentReader = (user: VirtualUser) => NumberArgument;

function parse(source: string): NumberArgument {
  const text = trim(source);
  try {
    return { text, value: parseInt32(text) };
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    return { text, value: undefined };
  }
}

/** Reads a number for each sample; a constant is parsed once. */
export function numberArgument(template: Template): NumberArgumentReader {
  if (template.constant === undefined) return (user) => parse(template.evaluate(user));
  const constant = parse(template.constant);
  return () => constant;
}

/** What is wrong with a port; undefined when it is good. */
export function portProblem({ text, value }: NumberArgument): string | undefined {
  if (value === undefined) return `Port number '${text}' is not a number.`;
  return value >= 1 && value <= 65_535 ? undefined : `Port number '${text}' is not valid.`;
}

const MAX_CONNECT_TIMEOUT_MS = 999_999;
const MAX_READ_TIMEOUT_MS = 9_999_999;

function timeoutProblem(
  name: string,
  { text, value }: NumberArgument,
  min: number,
  max: number,
): string | undefined {
  if (value === undefined) return `${name} timeout '${text}' is not a number.`;
  return value >= min && value <= max
    ? undefined
    : `${name} timeout '${value}' is not valid; should between ${min} and ${max}`;
}

export const connectTimeoutProblem = (argument: NumberArgument): string | undefined =>
  timeoutProblem('Connection', argument, 1, MAX_CONNECT_TIMEOUT_MS);

export const readTimeoutProblem = (argument: NumberArgument): string | undefined =>
  timeoutProblem('Read', argument, 0, MAX_READ_TIMEOUT_MS);

/** The number of an argument that nobody checked. @throws JavaException NumberFormatException */
export const unchecked = ({ text, value }: NumberArgument): number => value ?? parseInt32(text);
