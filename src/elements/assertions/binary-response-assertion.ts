import { illegalArgumentException, JavaException } from '../../java/exception.ts';
import type { SampleResult } from '../../types.ts';
import { formatBinary, parseBinary } from '../../websocket/binary-text.ts';
import { containsBytes, equalBytes, startsWithBytes } from '../../websocket/bytes.ts';
import type { ElementDefinition } from '../definition.ts';

interface Comparison {
  readonly compare: (data: Uint8Array, value: Uint8Array) => boolean;
  readonly negated: boolean;
  /** Completes `Response expected …`. */
  readonly expectation: string;
}

const comparisons = (name: string, verb: string, compare: Comparison['compare']): [string, Comparison][] => [
  [name, { compare, negated: false, expectation: `to ${verb}` }],
  [`Not${name}`, { compare, negated: true, expectation: `not to ${verb}` }],
];

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ...comparisons('Equals', 'equal', equalBytes),
  ...comparisons('Contains', 'contain', containsBytes),
  ...comparisons('StartsWith', 'start with', startsWithBytes),
]);

/** JMeter's name for an assertion that could not be made. */
const ERROR_NAME = 'Assertion failed! See log file.';

const bytesOf = ({ responseData }: SampleResult): Uint8Array =>
  typeof responseData === 'string' ? Buffer.from(responseData) : responseData;

/** Binary Response Assertion: compares the bytes of the response; a text counts as UTF-8. */
export const binaryResponseAssertion = {
  testclass: 'eu.luminis.jmeter.assertions.BinaryContentAssertion',
  label: 'Binary Response Assertion',
  role: 'assertion',
  properties: ['compareValue', 'comparisonType'],
  compile(context) {
    const compareValue = context.text('compareValue');
    const comparisonType = context.text('comparisonType');
    return {
      check(user, result) {
        const name = context.name.evaluate(user);
        try {
          const value = parseBinary(compareValue.evaluate(user));
          const type = comparisonType.evaluate(user);
          const comparison = COMPARISONS.get(type.trim() === '' ? 'Contains' : type);
          if (comparison === undefined)
            throw illegalArgumentException(
              `No enum constant eu.luminis.jmeter.assertions.BinaryContentAssertion.ComparisonType.${type}`,
            );
          const data = bytesOf(result);
          const failure = comparison.compare(data, value) === comparison.negated;
          result.addAssertionResult({
            name,
            failure,
            error: false,
            message: failure
              ? `Response expected ${comparison.expectation} ${formatBinary(value)}\nResponse was: ${formatBinary(data)}`
              : null,
          });
        } catch (error) {
          if (!(error instanceof JavaException)) throw error;
          const message = `${error.name}: ${error.message}`;
          user.log.log('ERROR', 'o.a.j.t.JMeterThread', `Exception processing Assertion. ${message}`);
          result.addAssertionResult({ name: ERROR_NAME, failure: false, error: true, message });
        }
      },
    };
  },
} satisfies ElementDefinition;
