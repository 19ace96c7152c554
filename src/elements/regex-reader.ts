import { type Regex, RegexSyntaxError, RegexUnsupportedError, compileRegex } from '../regex/regex.ts';
import type { Properties, Template } from '../types.ts';
import type { ElementContext } from './element-context.ts';

/** The dialect of elements' patterns: Apache ORO, unless the property `jmeter.regex.engine` says something else. */
export const regexDialect = (properties: Properties): 'oro' | 'java' =>
  (properties.get('jmeter.regex.engine') ?? 'oro').toLowerCase() === 'oro' ? 'oro' : 'java';

/**
 * Makes a function that compiles the evaluated text of a pattern; a constant pattern is compiled before the run.
 *
 * @returns a function that throws what compileRegex throws: a malformed pattern is an error of the sample, as in JMeter.
 * @throws PlanError for a constant pattern that is not supported here.
 */
export function regexReader(context: ElementContext, pattern: Template): (text: string) => Regex {
  const dialect = regexDialect(context.environment.properties);
  const compile = (text: string): Regex => compileRegex(text, dialect);
  if (pattern.constant === undefined) return compile;
  try {
    const regex = compile(pattern.constant);
    return () => regex;
  } catch (error) {
    if (error instanceof RegexUnsupportedError)
      throw context.fail(
        `The regular expression ${JSON.stringify(pattern.constant)} cannot run: ${error.message}`,
        'Write it without that construct.',
      );
    return compile;
  }
}

/** A regular expression error as Java prints the exception: class and message. */
export function regexErrorText(error: RegexSyntaxError, pattern: string, dialect: 'oro' | 'java'): string {
  return dialect === 'oro'
    ? `org.apache.oro.text.MalformedCachePatternException: Invalid expression: ${pattern}\n${error.message}`
    : `java.util.regex.PatternSyntaxException: ${error.message}`;
}
