import { expect, test } from 'vitest';
import { flowControlAction } from '../../../src/elements/samplers/flow-control-action.ts';
import type { Sampler } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

const action = (properties: Record<string, string>): Sampler =>
  flowControlAction.compile(
    elementContext(
      Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [`ActionProcessor.${name}`, value]),
      ),
      { name: 'flow' },
    ),
  );

/** A user that notes what is done to it. */
function watched(options: Parameters<typeof testUser>[0] & { endUs?: number } = {}) {
  const done: string[] = [];
  const user: TestUser = {
    ...testUser(options),
    shared: { ...testShared(), stopTest: (mode) => done.push(`stop test ${mode}`) },
    stopThread: () => void done.push('stop thread'),
    sleep: (ms) => {
      done.push(`sleep ${ms}`);
      return Promise.resolve(true);
    },
    endUs: options.endUs,
  };
  return { user, done };
}

test.each([
  ['0', '0', ['stop thread']],
  ['2', '0', ['stop thread']],
  ['0', '2', ['stop thread', 'stop test graceful']],
  ['2', '2', ['stop thread', 'stop test now']],
  ['0', '1', []],
  ['9', '0', []],
])('action %s on target %s does %j and gives no sample', async (number, target, expected) => {
  const { user, done } = watched();
  expect(await action({ action: number, target }).sample(user)).toBeNull();
  expect(done).toEqual(expected);
  expect(user.action).toBe('continue');
});

test.each([
  ['3', 'start-next-thread-loop', 'Restarting next thread loop from element flow'],
  ['4', 'start-next-iteration', 'Switching to next loop iteration from element flow'],
  ['5', 'break-current-loop', 'Breaking current loop from element flow'],
])('action %s asks the thread to %s', async (number, expected, message) => {
  const { user } = watched();
  expect(await action({ action: number, target: '0' }).sample(user)).toBeNull();
  expect(user.action).toBe(expected);
  expect(user.logged).toEqual([`INFO o.a.j.s.TestAction: ${message}`]);
});

test('without properties it stops the thread', async () => {
  const { user, done } = watched();
  await action({}).sample(user);
  expect(done).toEqual(['stop thread']);
});

test('pauses for as long as its text says at that moment', async () => {
  const pause = action({ action: '1', target: '0', duration: '${ms}' });
  const { user, done } = watched({ variables: { ms: '300' } });
  await pause.sample(user);
  user.variables.put('ms', '40');
  await pause.sample(user);
  expect(done).toEqual(['sleep 300', 'sleep 40']);
});

test.each([
  ['0', []],
  ['', ['WARN o.a.j.s.TestAction: Duration value is empty, defaulting to 0']],
  ['abc', ["WARN o.a.j.s.TestAction: Could not parse number: 'abc'"]],
  ['1.5', ["WARN o.a.j.s.TestAction: Could not parse number: '1.5'"]],
])('a pause of %j does not wait', async (duration, logged) => {
  const { user, done } = watched();
  await action({ action: '1', duration }).sample(user);
  expect(done).toEqual([]);
  expect(user.logged).toEqual(logged);
});

test('a negative pause is an error', () => {
  const { user } = watched();
  expect(() => action({ action: '1', duration: '-5' }).sample(user)).toThrow(
    'Configured sleep is negative:-5',
  );
});

test('a pause is cut to the time that is left to the thread', async () => {
  const pause = action({ action: '1', duration: '60000' });
  const now = testUser().clock.nowUs();
  const soon = watched({ endUs: now + 2_000_000 });
  await pause.sample(soon.user);
  expect(soon.done).toHaveLength(1);
  expect(Number(soon.done[0]!.slice('sleep '.length))).toBeLessThanOrEqual(2000);
  const late = watched({ endUs: now - 1 });
  await pause.sample(late.user);
  expect(late.done).toEqual([]);
});
