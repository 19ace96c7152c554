import { expect, test } from 'vitest';
import { sampleTimeout } from '../../../src/elements/pre-processors/sample-timeout.ts';
import { elementContext } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';

/** A user with a clock that is moved by hand. */
function watched(): TestUser & { interrupts: number; advance(ms: number): void } {
  let nowMs = 0;
  const timers = new Map<() => void, number>();
  const user = {
    ...testUser(),
    interrupts: 0,
    interrupt: () => void user.interrupts++,
    clock: {
      nowUs: () => nowMs * 1000,
      setTimer(ms: number, callback: () => void) {
        timers.set(callback, nowMs + ms);
        return () => timers.delete(callback);
      },
    },
    advance(ms: number) {
      nowMs += ms;
      for (const [callback, at] of timers)
        if (at <= nowMs) {
          timers.delete(callback);
          callback();
        }
    },
  };
  return user;
}

const timeout = (text: string) => sampleTimeout.compile(elementContext({ 'InterruptTimer.timeout': text }));

test('Sample Timeout interrupts a sample that runs on', () => {
  const user = watched();
  const element = timeout('300');
  element.process();
  user.advance(1000);
  element.sampleStarting(user);
  user.advance(299);
  expect(user.interrupts).toBe(0);
  user.advance(1);
  expect(user.interrupts).toBe(1);
});

test('Sample Timeout leaves alone what comes after the sample', () => {
  const user = watched();
  const element = timeout('300');
  element.sampleStarting(user);
  user.advance(299);
  element.sampleEnded(user);
  user.advance(1000);
  expect(user.interrupts).toBe(0);
});

test('Sample Timeout watches the sample that started last, when one ended by an error', () => {
  const user = watched();
  const element = timeout('300');
  element.sampleStarting(user);
  user.advance(200);
  element.sampleStarting(user);
  user.advance(200);
  expect(user.interrupts).toBe(0);
});

test.each(['0', '', '-5', 'x'])('Sample Timeout of %j does nothing', (text) => {
  const user = watched();
  timeout(text).sampleStarting(user);
  user.advance(100_000);
  expect(user.interrupts).toBe(0);
});
