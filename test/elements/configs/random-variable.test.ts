import { describe, expect, test } from 'vitest';
import { randomVariable } from '../../../src/elements/configs/random-variable.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

const compiled = (properties: Record<string, string>) =>
  randomVariable.compile(elementContext({ variableName: 'r', ...properties }, { name: 'random' }));

function values(
  properties: Record<string, string>,
  passes: number,
  user: TestUser = testUser(),
): (string | undefined)[] {
  const element = compiled(properties);
  return Array.from({ length: passes }, () => {
    element.iterationStart(user);
    return user.variables.text('r');
  });
}

describe('Random Variable', () => {
  // Sequences that JMeter 5.6.3 on Java 17 gave.
  test.each([
    [{ minimumValue: '1', maximumValue: '10', randomSeed: '42' }, ['1', '4', '9', '5']],
    [
      { minimumValue: '0', maximumValue: '100', randomSeed: '7', outputFormat: 'n_000' },
      ['n_057', 'n_040', 'n_081', 'n_011'],
    ],
    [
      { minimumValue: '1', maximumValue: '1000', randomSeed: '99', perThread: 'true' },
      ['788', '459', '430', '12'],
    ],
    [{ minimumValue: '5', maximumValue: '5' }, ['5', '5', '5', '5']],
  ])('with %j', (properties, expected) => {
    expect(values(properties, 4)).toEqual(expected);
  });

  test('shares one sequence over all threads, or gives each its own', () => {
    const seeded = { minimumValue: '1', maximumValue: '1000', randomSeed: '99' };
    const read = (perThread: string): (string | undefined)[] => {
      const shared = testShared();
      const users = [testUser({ shared }), testUser({ shared })];
      const element = compiled({ ...seeded, perThread });
      return [0, 1, 0, 1].map((who) => {
        element.iterationStart(users[who]!);
        return users[who]!.variables.text('r');
      });
    };
    expect(read('false')).toEqual(['788', '459', '430', '12']);
    expect(read('true')).toEqual(['788', '788', '459', '459']);
  });

  test('skips what other workers drew from its sequence', () => {
    const user = testUser();
    const { shared } = user;
    const element = compiled({ minimumValue: '1', maximumValue: '10', randomSeed: '42' });
    const advance = {
      ...shared,
      update: (cell: number, f: (v: number) => number) => shared.update(cell, f) + 2,
    };
    element.iterationStart({ ...user, shared: advance });
    expect(user.variables.text('r')).toBe('9');
  });

  test('stays within its limits without a seed', () => {
    const drawn = new Set(values({ minimumValue: '-2', maximumValue: '2' }, 500));
    expect(drawn).toEqual(new Set(['-2', '-1', '0', '1', '2']));
  });

  test('sets nothing and logs when the maximum is below the minimum', () => {
    const user = testUser();
    expect(values({ minimumValue: '10', maximumValue: '1' }, 2, user)).toEqual([undefined, undefined]);
    expect(user.logged).toEqual(['ERROR o.a.j.c.RandomVariableConfig: maximum(1) must be >= minimum(10)']);
  });

  test('takes limits that are no numbers for 0', () => {
    const user = testUser();
    expect(values({ minimumValue: '', maximumValue: ' 5' }, 1, user)).toEqual(['0']);
    expect(user.logged).toEqual([
      'WARN o.a.j.c.RandomVariableConfig: Unable to parse minimum value as long: ',
      'WARN o.a.j.c.RandomVariableConfig: Unable to parse maximum value as long:  5',
    ]);
  });

  test('limits its range to what an int holds', () => {
    const user = testUser();
    const [value] = values({ minimumValue: '0', maximumValue: '99999999999' }, 1, user);
    expect(Number(value)).toBeLessThan(2 ** 31);
    expect(user.logged[0]).toContain('must be <= 2147483647');
  });

  test('logs a seed that is no number and draws anyway', () => {
    const user = testUser();
    expect(values({ minimumValue: '3', maximumValue: '3', randomSeed: 'x' }, 1, user)).toEqual(['3']);
    expect(user.logged).toEqual([
      "WARN o.a.j.c.RandomVariableConfig: Cannot parse random seed: 'x' in element random",
    ]);
  });
});
