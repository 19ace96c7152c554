import { createHash } from 'node:crypto';
import type { ElementDefinition } from '../definition.ts';
import { PASSED, RESPONSE_WAS_NULL, assertion, failed } from './assertion-scope.ts';

/** MD5Hex Assertion: the response has that MD5 sum (assertions.MD5HexAssertion). */
export const md5HexAssertion = {
  testclass: 'org.apache.jmeter.assertions.MD5HexAssertion',
  label: 'MD5Hex Assertion',
  role: 'assertion',
  properties: ['MD5HexAssertion.size'],
  compile(context) {
    const expected = context.text('MD5HexAssertion.size');
    return assertion(context, (user, result) => {
      if (result.responseData.length === 0) return RESPONSE_WAS_NULL;
      const wanted = expected.evaluate(user);
      if (wanted === '') return failed('MD5Hex to test against is empty');
      const sum = createHash('md5').update(result.responseData).digest('hex');
      if (sum === wanted.toLowerCase()) return PASSED;
      return failed(`Error asserting MD5 sum : got ${sum} but should have been ${wanted}`);
    });
  },
} satisfies ElementDefinition;
