import { type Regex, RegexBudgetError, RegexSyntaxError } from '../../regex/regex.ts';
import type { SampleResult, Template, VirtualUser } from '../../types.ts';
import { documentText } from '../document-text.ts';
import { type ElementContext, parseInteger } from '../element-context.ts';
import type { ElementDefinition } from '../definition.ts';
import { regexDialect, regexErrorText, regexReader } from '../regex-reader.ts';
import {
  PASSED,
  RESPONSE_WAS_NULL,
  type Verdict,
  errored,
  failed,
  scopeVariable,
  scopedAssertion,
} from './assertion-scope.ts';
import { equalsDifference } from './equals-difference.ts';

/** Bits of Assertion.test_type. */
const [MATCH, CONTAINS, NOT, EQUALS, SUBSTRING, OR] = [1, 2, 4, 8, 16, 32];

/** What is tested: its name in failure texts and how it is read. Any other field is the URL. */
const FIELDS: Readonly<
  Record<string, { name: string; read(result: SampleResult): string | null | undefined }>
> = {
  'Assertion.response_data': { name: 'text', read: (result) => result.responseText },
  'Assertion.response_data_as_document': { name: 'document', read: documentText },
  'Assertion.response_code': { name: 'code', read: (result) => result.responseCode },
  'Assertion.response_message': { name: 'message', read: (result) => result.responseMessage },
  'Assertion.request_headers': { name: 'request headers', read: (result) => result.requestHeaders },
  'Assertion.request_data': { name: 'request data', read: (result) => result.samplerData },
  'Assertion.response_headers': { name: 'headers', read: (result) => result.responseHeaders },
};
const URL_FIELD = { name: 'URL', read: (result: SampleResult): string | undefined => result.url };

const EXPECTATIONS: Readonly<Record<number, string>> = {
  [CONTAINS]: 'to contain',
  [SUBSTRING]: 'to contain',
  [CONTAINS | NOT]: 'not to contain',
  [SUBSTRING | NOT]: 'not to contain',
  [MATCH]: 'to match',
  [MATCH | NOT]: 'not to match',
  [EQUALS]: 'to equal',
  [EQUALS | NOT]: 'not to equal',
};

interface Pattern {
  readonly text: Template;
  /** Absent when the type, known before the run, compares plain texts. */
  readonly regex: ((text: string) => Regex) | undefined;
}

/**
 * Response Assertion: patterns against a part of the sample or a variable (assertions.ResponseAssertion).
 * Several patterns: the first that fails ends the test, or with "or" the first that passes.
 */
export const responseAssertion = {
  testclass: 'org.apache.jmeter.assertions.ResponseAssertion',
  label: 'Response Assertion',
  role: 'assertion',
  properties: [
    'Asserion.test_strings',
    'Assertion.test_field',
    'Assertion.test_type',
    'Assertion.assume_success',
    'Assertion.custom_message',
    'Assertion.scope',
    'Scope.variable',
  ],
  differs:
    'A regular expression that would run for minutes is an error of the sample. "Document (text)" reads HTML and XML; for other content it gives the error text of JMeter, also for PDF and Office files.',
  compile(context) {
    const evaluate = evaluator(context);
    const assumeSuccess = context.boolean('Assertion.assume_success');
    return scopedAssertion(context, (user, result) => {
      if (assumeSuccess(user)) result.success = true;
      return evaluate(user, result);
    });
  },
} satisfies ElementDefinition;

function evaluator(context: ElementContext): (user: VirtualUser, result: SampleResult) => Verdict {
  const readType = context.integer('Assertion.test_type', CONTAINS);
  const field = context.text('Assertion.test_field');
  const variable = scopeVariable(context, 'Assertion.scope');
  const customMessage = context.text('Assertion.custom_message');
  const difference = equalsDifference(context.environment.properties);
  const dialect = regexDialect(context.environment.properties);
  const patterns = context.texts('Asserion.test_strings').map((text) => pattern(context, text));

  return (user, result) => {
    const type = readType(user);
    const variableName = variable(user);
    const tested = FIELDS[field.evaluate(user)] ?? URL_FIELD;
    const subject = variableName === undefined ? tested.read(result) : user.variables.text(variableName);
    const negative = (type & NOT) !== 0;
    if (subject === undefined || subject === null || subject === '')
      return negative ? PASSED : RESPONSE_WAS_NULL;

    const what = variableName === undefined ? tested.name : `variable(${variableName})`;
    const failures: string[] = [];
    const any = (type & OR) !== 0;
    for (const one of patterns) {
      const text = one.text.evaluate(user);
      let found: boolean;
      try {
        found = isFound(type, subject, text, one.regex);
      } catch (error) {
        if (error instanceof RegexSyntaxError)
          return errored(`Bad test configuration ${regexErrorText(error, text, dialect)}`);
        if (error instanceof RegexBudgetError)
          return errored(`Bad test configuration: regular expression ${text}: ${error.message}`);
        throw error;
      }
      if (found !== negative) {
        if (any) return PASSED;
        continue;
      }
      const shown = (type & EQUALS) === 0 ? text : difference(subject, text);
      const expected = EXPECTATIONS[type] ?? 'something using';
      failures.push(`Test failed: ${what} expected ${expected} /${shown}/`);
      if (!any) break;
    }
    if (failures.length === 0 && !any) return PASSED;
    const custom = customMessage.evaluate(user);
    if (custom !== '') return failed(custom);
    return failed(any ? `${failures.join('\t')}\t` : failures.join(''));
  };
}

function pattern(context: ElementContext, text: Template): Pattern {
  const constant = context.text('Assertion.test_type', String(CONTAINS)).constant;
  const type = constant === undefined ? CONTAINS : parseInteger(constant);
  // A plain text must not be refused for what it would mean as a pattern.
  const isPlain = (type & CONTAINS) === 0 && (type & (EQUALS | SUBSTRING)) !== 0;
  return { text, regex: isPlain ? undefined : regexReader(context, text) };
}

function isFound(type: number, subject: string, text: string, regex: Pattern['regex']): boolean {
  if (regex !== undefined && (type & CONTAINS) !== 0) return regex(text).test(subject);
  if ((type & EQUALS) !== 0) return subject === text;
  if ((type & SUBSTRING) !== 0) return subject.includes(text);
  return regex !== undefined && regex(text).matches(subject) !== null;
}
