import { JavaException } from '../../java/exception.ts';
import { parseDouble, parseInt32 } from '../../java/parse-number.ts';
import {
  compileRegex,
  RegexSyntaxError,
  RegexUnsupportedError,
  type Regex,
  type RegexMatch,
} from '../../regex/regex.ts';
import type { VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `$1$` in a template stands for group 1. A group that took no part, or that is not there, prints null. */
const fill = (template: string, { groups }: RegexMatch): string =>
  template.replace(/\$(\d+)\$/g, (_whole, group: string) => groups[Number(group)] ?? 'null');

/** Stores a match under a name, as the Regular Expression Extractor would, and gives the filled template. */
function keep(user: VirtualUser, name: string, template: string, match: RegexMatch): string {
  const text = fill(template, match);
  if (name !== '') user.variables.put(name, text);
  match.groups.forEach((group, i) => user.variables.put(`${name}_g${i}`, group));
  return text;
}

/** The match of a number from 1, or of a ratio of all matches; undefined beyond the last. */
function select(matches: readonly RegexMatch[], selector: string): RegexMatch | undefined {
  let index: number;
  let isRatio = false;
  try {
    index = parseInt32(selector) - 1;
  } catch {
    isRatio = true;
    index = Math.trunc(matches.length * Math.fround(parseDouble(selector)) + 0.5) - 1;
  }
  if (index < 0 || (isRatio && index >= matches.length))
    throw new JavaException(
      'java.lang.IndexOutOfBoundsException',
      `Index ${index} out of bounds for length ${matches.length}`,
    );
  return matches[index];
}

/** `org.apache.jmeter.functions.RegexFunction`. */
export const regexFunction: FunctionDefinition = {
  name: '__regexFunction',
  minArgs: 2,
  maxArgs: 7,
  summary: 'Parts of the latest response, or of a variable, that match a regular expression',
  compile(args, { properties }) {
    const dialect = properties.get('jmeter.regex.engine')?.toLowerCase() === 'java' ? 'java' : 'oro';
    return (user) => {
      const [pattern = '', template = '', selector = '', between = '', fallback = '', name = '', input = ''] =
        args.map((argument) => argument.evaluate(user));
      let regex: Regex;
      try {
        regex = compileRegex(pattern, dialect);
      } catch (error) {
        if (!(error instanceof RegexSyntaxError || error instanceof RegexUnsupportedError)) throw error;
        user.log.log(
          'ERROR',
          'o.a.j.f.RegexFunction',
          `Malformed cache pattern:'${pattern}' ${error.message}`,
        );
        return fallback;
      }
      if (name !== '') user.variables.put(name, fallback);
      const text = (input === '' ? user.previousResult?.responseText : user.variables.text(input)) ?? '';
      if (text === '') return fallback;
      const matches = [...regex.all(text)];
      if (name !== '') user.variables.put(`${name}_matchNr`, String(matches.length));
      if (matches.length === 0) return fallback;
      if (selector === 'ALL') return matches.map((match) => keep(user, name, template, match)).join(between);
      const match =
        selector === 'RAND'
          ? matches[Math.floor(Math.random() * matches.length)]
          : select(matches, selector || '1');
      return match === undefined ? fallback : keep(user, name, template, match);
    };
  },
};
