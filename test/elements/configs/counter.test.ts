import { describe, expect, test } from 'vitest';
import { counter } from '../../../src/elements/configs/counter.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

const compiled = (properties: Record<string, string>) =>
  counter.compile(
    elementContext({
      'CounterConfig.name': 'c',
      ...Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [`CounterConfig.${name}`, value]),
      ),
    }),
  );

/** What `${c}` is after each of some passes. */
function values(properties: Record<string, string>, passes: number, user: TestUser = testUser()): string {
  const element = compiled({ end: '', ...properties });
  return Array.from({ length: passes }, () => {
    element.iterationStart(user);
    return user.variables.text('c');
  }).join(' ');
}

describe('Counter', () => {
  test.each([
    [{ start: '1', incr: '1' }, '1 2 3 4'],
    [{ start: '10', incr: '5', end: '20' }, '10 15 20 10'],
    [{ start: '1', incr: '1', format: 'id_000' }, 'id_001 id_002 id_003 id_004'],
    [{ start: '', incr: '' }, '0 0 0 0'],
    [{ start: '5', incr: '-2' }, '5 3 1 -1'],
    [{ start: '-2', incr: '1' }, '-2 -1 0 1'],
    [{ start: 'abc', incr: '1' }, '0 1 2 3'],
    [{ start: '1', incr: 'x' }, '1 1 1 1'],
    [{ start: '1', incr: '1', end: '0' }, '1 1 1 1'],
    [{ start: '9007199254740990', incr: '1', end: 'x' }, '9007199254740990 '.repeat(4).trim()],
  ])('of all threads with %j', (properties, expected) => {
    expect(values(properties, 4)).toBe(expected);
  });

  test.each([
    [{ start: '1', incr: '1' }, '1 2 3 4'],
    [{ start: '10', incr: '5', end: '20' }, '10 15 20 10'],
    [{ start: '3', incr: '1', end: '2' }, '3 3 3 3'],
  ])('of one thread with %j', (properties, expected) => {
    expect(values({ ...properties, per_user: 'true' }, 4)).toBe(expected);
  });

  test('without a format prints a malformed one as the plain number and logs it', () => {
    const user = testUser();
    expect(values({ start: '1', incr: '1', format: '0.0.0' }, 2, user)).toBe('1 2');
    expect(user.logged).toEqual([
      'WARN o.a.j.m.CounterConfig: Error formatting 1 at format 0.0.0, using default',
      'WARN o.a.j.m.CounterConfig: Error formatting 2 at format 0.0.0, using default',
    ]);
  });

  test('goes on over all threads, or in each', () => {
    const shared = testShared();
    const users = [testUser({ shared }), testUser({ shared })];
    const global = compiled({ start: '1', incr: '1', end: '' });
    const own = compiled({ start: '1', incr: '1', end: '', per_user: 'true' });
    const seen = [0, 1, 1, 0].map((who) => {
      const user = users[who]!;
      global.iterationStart(user);
      const ofAll = user.variables.text('c');
      own.iterationStart(user);
      return `${ofAll}/${user.variables.text('c')}`;
    });
    expect(seen).toEqual(['1/1', '2/1', '3/2', '4/2']);
  });

  test('starts again with each iteration of the thread group when it is asked to', () => {
    const user = testUser();
    const element = compiled({
      start: '1',
      incr: '1',
      end: '',
      per_user: 'true',
      reset_on_tg_iteration: 'true',
    });
    const seen = [1, 1, 2, 2, 2, 3].map((iteration) => {
      user.iteration = iteration;
      element.iterationStart(user);
      return user.variables.text('c');
    });
    expect(seen).toEqual(['1', '2', '1', '2', '3', '1']);
  });

  test('without an end in the plan never passes 0', () => {
    const user = testUser();
    const element = compiled({ start: '7', incr: '1' });
    element.iterationStart(user);
    element.iterationStart(user);
    expect(user.variables.text('c')).toBe('7');
  });
});
