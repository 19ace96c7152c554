import { parseInt64 } from '../../java/parse-number.ts';
import type { SampleResult } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { PASSED, failed, scopeVariable, scopedAssertion } from './assertion-scope.ts';
import { grouped } from './grouped-number.ts';

/** What is measured; anything else is all bytes received. */
const FIELDS: Readonly<Record<string, (result: SampleResult) => number>> = {
  'SizeAssertion.response_headers': (result) => Math.max(0, result.bytes - bodySize(result)),
  'SizeAssertion.response_data': (result) => bodySize(result),
  'SizeAssertion.response_code': (result) => result.responseCode?.length ?? 0,
  'SizeAssertion.response_message': (result) => result.responseMessage?.length ?? 0,
};

/** By the number that the plan holds: the test, and what the size should have been. */
const OPERATORS: readonly { holds(size: number, limit: number): boolean; text: string }[] = [
  { holds: () => false, text: 'ERROR - invalid condition' },
  { holds: (size, limit) => size === limit, text: 'been equal to' },
  { holds: (size, limit) => size !== limit, text: 'not been equal to' },
  { holds: (size, limit) => size > limit, text: 'been greater than' },
  { holds: (size, limit) => size < limit, text: 'been less than' },
  { holds: (size, limit) => size >= limit, text: 'been greater or equal to' },
  { holds: (size, limit) => size <= limit, text: 'been less than or equal to' },
];

/** Size Assertion: the size of the response, of a part of it, or the number in a variable (assertions.SizeAssertion). */
export const sizeAssertion = {
  testclass: 'org.apache.jmeter.assertions.SizeAssertion',
  label: 'Size Assertion',
  role: 'assertion',
  properties: [
    'Assertion.test_field',
    'SizeAssertion.size',
    'SizeAssertion.operator',
    'Assertion.scope',
    'Scope.variable',
  ],
  compile(context) {
    const field = context.text('Assertion.test_field');
    const limitText = context.text('SizeAssertion.size');
    const operatorNumber = context.integer('SizeAssertion.operator');
    const variable = scopeVariable(context, 'Assertion.scope');
    return scopedAssertion(context, (user, result) => {
      const name = variable(user);
      let size: number;
      if (name === undefined) size = (FIELDS[field.evaluate(user)] ?? ((one) => one.bytes))(result);
      else {
        const text = user.variables.text(name);
        if (text === undefined || !/^[+-]?\d+$/.test(text))
          return failed(`Error parsing variable name: ${name} value: ${text ?? 'null'}`);
        size = Number(text);
      }
      const limit = Number(parseInt64(limitText.evaluate(user)));
      const operator = OPERATORS[operatorNumber(user)] ?? OPERATORS[0]!;
      if (operator.holds(size, limit)) return PASSED;
      return failed(
        `The result was the wrong size: It was ${grouped(size)} bytes, but should have ${operator.text} ${grouped(limit)} bytes.`,
      );
    });
  },
} satisfies ElementDefinition;

/** Bytes of the response without headers or frame headers, those of sub-samples included. */
function bodySize(result: SampleResult): number {
  const own =
    typeof result.responseData === 'string'
      ? Buffer.byteLength(result.responseData)
      : result.responseData.length;
  return (result.subResults ?? []).reduce((sum, sub) => sum + bodySize(sub), own);
}
