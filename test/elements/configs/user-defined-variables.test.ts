import { expect, test } from 'vitest';
import { userDefinedVariables } from '../../../src/elements/configs/user-defined-variables.ts';
import { elementContext } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

test('User Defined Variables keep order, blanks and duplicates for the engine to evaluate', () => {
  const config = userDefinedVariables.compile(
    elementContext({
      'Arguments.arguments': [
        { 'Argument.name': 'a', 'Argument.value': ' x ' },
        { 'Argument.name': 'b', 'Argument.value': '${seen}' },
        { 'Argument.name': 'c' },
        { 'Argument.name': 'a', 'Argument.value': 'second' },
      ],
    }),
  );
  const user = testUser({ variables: { seen: 'S' } });
  expect(config.variables.map(({ name, value }) => [name.evaluate(user), value.evaluate(user)])).toEqual([
    ['a', ' x '],
    ['b', 'S'],
    ['c', ''],
    ['a', 'second'],
  ]);
});

test('User Defined Variables without any property are empty', () => {
  expect(userDefinedVariables.compile(elementContext({}))).toEqual({
    kind: 'user-defined-variables',
    variables: [],
  });
});
