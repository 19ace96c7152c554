import { expect, test } from 'vitest';
import { resultStatusAction } from '../../../src/elements/listeners/result-status-action.ts';
import { SampleResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

function after(action: string, success: boolean): SampleResult {
  const listener = resultStatusAction.compile(elementContext({ 'OnError.action': action }));
  const result = new SampleResult();
  result.success = success;
  listener.sampleOccurred(testUser(), result);
  return result;
}

test.each([
  ['0', undefined, 'continue'],
  ['1', 'thread', 'continue'],
  ['2', 'test', 'continue'],
  ['3', 'test-now', 'continue'],
  ['4', undefined, 'start-next-thread-loop'],
  ['5', undefined, 'start-next-iteration'],
  ['6', undefined, 'break-current-loop'],
])('action %s after a failed sample: stop %s, flow %s', (action, stop, flow) => {
  const result = after(action, false);
  expect(result.stop).toBe(stop);
  expect(result.action).toBe(flow);
});

test('a successful sample has no consequence', () => {
  const result = after('2', true);
  expect(result.stop).toBeUndefined();
  expect(after('6', true).action).toBe('continue');
});
