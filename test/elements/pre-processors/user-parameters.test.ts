import { describe, expect, test } from 'vitest';
import { userParameters } from '../../../src/elements/pre-processors/user-parameters.ts';
import { elementContext, type PropertyValue } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';

const compiled = (names: string[], rows: PropertyValue[], perIteration = 'false') =>
  userParameters.compile(
    elementContext({
      'UserParameters.names': names,
      'UserParameters.thread_values': rows,
      'UserParameters.per_iteration': perIteration,
    }),
  );

const show = (user: TestUser): (string | undefined)[] => ['a', 'b'].map((name) => user.variables.text(name));

describe('User Parameters', () => {
  test.each([
    [0, ['A', 'U1']],
    [1, ['B', 'U2']],
    [2, ['A', 'U1']],
  ])('thread %i takes its row, the first again after the last', (threadNum, expected) => {
    const user = testUser({ threadNum, variables: { u: 'U' } });
    compiled(
      ['a', 'b'],
      [
        ['A', '${u}1'],
        ['B', '${u}2'],
      ],
    ).process(user);
    expect(show(user)).toEqual(expected);
  });

  test('leaves variables alone for which the row has no value', () => {
    const user = testUser({ variables: { b: 'old' } });
    compiled(['a', 'b'], [['A']]).process(user);
    expect(show(user)).toEqual(['A', 'old']);
  });

  test('sees its earlier variables in later values', () => {
    const user = testUser();
    compiled(['a', 'b'], [['A', '${a}2']]).process(user);
    expect(show(user)).toEqual(['A', 'A2']);
  });

  test('sets the values before each sample, or once per iteration', () => {
    const user = testUser();
    const each = compiled(['a'], [['${__counter(FALSE)}']]);
    const once = compiled(['b'], [['${__counter(FALSE)}']], 'true');
    for (const element of [each, once]) element.iterationStart(user);
    for (const element of [each, once, each, once]) element.process(user);
    expect(show(user)).toEqual(['2', '1']);
  });

  test('without rows sets nothing', () => {
    const user = testUser();
    compiled(['a'], []).process(user);
    expect(show(user)).toEqual([undefined, undefined]);
  });

  test('without its properties costs every sample in scope its row, as in JMeter', () => {
    expect(() => userParameters.compile(elementContext({})).process(testUser())).toThrow(
      'User Parameters without names or values',
    );
  });
});
