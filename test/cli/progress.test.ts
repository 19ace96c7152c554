import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Progress } from '../../src/cli/progress.ts';
import { SampleResult } from '../../src/types.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Shows a run of 30 s with a sample every 10 ms, one in ten failed. */
async function shown(isTTY: boolean): Promise<string[]> {
  const written: string[] = [];
  const progress = new Progress({ isTTY, write: (text) => written.push(text) }, () => 7);
  for (let n = 0; n < 3000; n++) {
    const result = new SampleResult();
    result.success = n % 10 !== 0;
    progress.counts.sample({ result, variables: [] });
    vi.advanceTimersByTime(10);
    if (n === 1500) progress.say('wsmeter: something');
  }
  progress.close();
  return written;
}

describe('the progress of a run', () => {
  test('is a line of its own every ten seconds where there is no terminal', async () => {
    expect(await shown(false)).toEqual([
      '0:10  1,000 samples  100/s  100 failed  7 threads\n',
      'wsmeter: something\n',
      '0:20  2,000 samples  100/s  200 failed  7 threads\n',
      '0:30  3,000 samples  100/s  300 failed  7 threads\n',
    ]);
  });

  test('is one line that is written over on a terminal, and gone at the end', async () => {
    const written = await shown(true);
    expect(written).toHaveLength(4 * 30 + 2);
    expect(written[3]).toBe('\r\u001B[2K0:01  100 samples  100/s  10 failed  7 threads');
    expect(written).toContain('\r\u001B[2Kwsmeter: something\n');
    expect(written.at(-1)).toBe('\r\u001B[2K');
  });
});
