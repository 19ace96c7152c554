import type { VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** What the JSON and the JMESPath Assertion expect of a value. */
export interface Expectation {
  readonly path: string;
  readonly expected: string;
  /** False: the path must only lead somewhere. */
  readonly checksValue: boolean;
  readonly expectsNull: boolean;
  readonly inverted: boolean;
  readonly isRegex: boolean;
}

/** Properties of both assertions besides the path. */
export const EXPECTATION_PROPERTIES = [
  'EXPECTED_VALUE',
  'JSONVALIDATION',
  'EXPECT_NULL',
  'INVERT',
  'ISREGEX',
];

export function readExpectation(
  context: ElementContext,
  pathProperty: string,
): (user: VirtualUser) => Expectation {
  const path = context.text(pathProperty);
  const expected = context.text('EXPECTED_VALUE');
  const checksValue = context.boolean('JSONVALIDATION');
  const expectsNull = context.boolean('EXPECT_NULL');
  const inverted = context.boolean('INVERT');
  const isRegex = context.boolean('ISREGEX', true);
  return (user) => ({
    path: path.evaluate(user),
    expected: expected.evaluate(user),
    checksValue: checksValue(user),
    expectsNull: expectsNull(user),
    inverted: inverted(user),
    isRegex: isRegex(user),
  });
}
