import { describe, expect, test } from 'vitest';
import { Criteria } from '../../../src/report/criteria/criteria.ts';
import { parseCriterion } from '../../../src/report/criteria/parse-criterion.ts';
import type { JtlRow } from '../../../src/results/jtl-reader.ts';
import type { RunEvent } from '../../../src/types.ts';
import { give, inSecond, row } from '../../support/rows.ts';

/** What one criterion says about rows of a file. */
function judged(text: string, rows: readonly JtlRow[]): { failed: boolean; reason: string } {
  const [verdict] = give(new Criteria([parseCriterion(text)]), rows).verdicts();
  return { failed: verdict?.isFailed === true, reason: verdict?.reason ?? '' };
}

const times = (...elapsed: number[]): JtlRow[] => elapsed.map((ms) => row({ elapsed: ms }));
const failures = (failed: number, of: number): JtlRow[] =>
  Array.from({ length: of }, (_, i) =>
    row({ success: i >= failed, responseCode: i < failed ? '503' : '200' }),
  );
const wsFailure = (responseCode: string, responseMessage: string, failureMessage = ''): JtlRow =>
  row({ success: false, responseCode, responseMessage, failureMessage });

describe('a criterion about the whole run', () => {
  const hundred = times(...Array.from({ length: 100 }, (_, i) => i + 1));
  test.each<[string, JtlRow[], boolean, string]>([
    ['p95>94ms', hundred, true, 'is 95 ms'],
    ['p95>95ms', hundred, false, 'is 95 ms'],
    ['p95>=95ms', hundred, true, 'is 95 ms'],
    ['p100<101ms', hundred, true, 'is 100 ms'],
    ['p50=50ms', hundred, true, 'is 50 ms'],
    ['p0==1ms', hundred, true, 'is 1 ms'],
    ['avg-rt>50ms', hundred, true, 'is 50.5 ms'],
    ['avg-rt>1', times(900, 1200), true, 'is 1.05 s'],
    ['avg-lt>3ms', hundred, true, 'is 4 ms'],
    ['avg-ct>2ms', hundred, false, 'is 2 ms'],
    ['stdev-rt>1ms', times(10, 10), false, 'is 0 ms'],
    ['stdev-rt>=5ms', times(10, 20), true, 'is 5 ms'],
    ['hits<100', hundred, false, 'is 100'],
    ['bytes>9k', hundred, true, 'is 9.77 KB'],
    ['concurrency>=3', [row({ allThreads: 3 }), row({ allThreads: 2 })], true, 'is 3'],
    ['fail>1%', failures(1, 100), false, 'is 1%'],
    ['fail>1%', failures(2, 100), true, 'is 2%'],
    ['failures>1', failures(2, 100), true, 'is 2'],
    ['success<99%', failures(2, 100), true, 'is 98%'],
    ['rc503>0', failures(1, 100), true, 'is 1'],
    ['rc5??>=1%', failures(1, 100), true, 'is 1%'],
    ['rc4*>0', failures(1, 100), false, 'is 0'],
    ['rc*>=100', failures(1, 100), true, 'is 100'],
    ['fail>0, continue as non-failed', failures(1, 1), false, 'is 1'],
  ])('%s', (text, rows, failed, reason) => {
    expect(judged(text, rows)).toEqual({ failed, reason });
  });

  test('about a label looks at its samples only, transactions and sub-results included', () => {
    const criteria = new Criteria(
      ['fail of a>0', 'fail of pass>0', 'hits of a-0<2', 'hits=1'].map(parseCriterion),
    );
    give(criteria, [row({ label: 'a', success: false })]);
    give(criteria, [row({ label: 'pass', success: false })], 'transaction');
    give(criteria, [row({ label: 'a-0' }), row({ label: 'a-0' })], 'sub-result');
    expect(criteria.verdicts().map(({ isTriggered }) => isTriggered)).toEqual([true, true, false, true]);
  });

  test('about a label that no sample has fails: a misspelt label must not pass', () => {
    expect(judged('p95 of ehco>1s', times(1))).toEqual({
      failed: true,
      reason: "no sample is called 'ehco'",
    });
    expect(judged('p95 of ehco>1s, continue as non-failed', times(1)).failed).toBe(false);
  });

  test('fails when there is no sample at all', () => {
    expect(judged('fail>0', [])).toEqual({ failed: true, reason: 'there is no sample' });
  });
});

describe('what only WebSocket tests have', () => {
  const refused = 'Got unexpected status 403 with statusLine:HTTP/1.1 403 Forbidden';
  test.each<[string, JtlRow, boolean]>([
    ['late>0', wsFailure('200', 'OK', 'Late reply: it answers "a", which was sent one sample ago'), true],
    ['late>0', wsFailure('200', 'OK', 'Test failed: text expected to contain /Late reply:/'), false],
    ['out-of-order>0', wsFailure('200', 'OK', 'Reply out of order: it answers "a"'), true],
    ['duplicate>0', wsFailure('200', 'OK', 'Duplicate reply: it answers "a"'), true],
    ['unmatched>0', wsFailure('200', 'OK', 'Unmatched reply: it answers no request'), true],
    ['refused>0', wsFailure('403', refused), true],
    [
      'refused>0',
      wsFailure('', "Server response should contain 'Upgrade' header with value 'websocket'"),
      true,
    ],
    ['refused>0', wsFailure('Websocket I/O error', 'WebSocket I/O error: Connection refused'), true],
    ['refused>0', wsFailure('Websocket I/O error', 'WebSocket I/O error: Read timed out'), false],
    ['refused>0', row({ responseMessage: refused }), false],
    ['timeout>0', wsFailure('Websocket I/O error', 'WebSocket I/O error: Read timed out'), true],
    ['timeout>0', wsFailure('No response', 'Read timeout, no response received.'), true],
    ['close1000>0', row({ responseCode: '1000', responseMessage: 'Connection closed.' }), true],
    ['close1005>0', row({ responseCode: '', responseMessage: 'Connection closed.' }), true],
    ['close1006>0', wsFailure('Websocket I/O error', 'WebSocket I/O error: end of stream'), true],
    ['close1006>0', wsFailure('Websocket I/O error', 'WebSocket I/O error: Connection refused'), false],
    [
      'close101?>0',
      wsFailure(
        'Sampler error: unexpected frame type (close).',
        "Received: Close frame with status code 1011 and close reason 'x'",
      ),
      true,
    ],
  ])('%s %#', (text, sample, failed) => {
    expect(judged(text, [sample]).failed).toBe(failed);
  });
});

describe('a criterion with a time frame', () => {
  /** One sample a second with these times; undefined: a silent second. */
  const seconds = (...elapsed: (number | undefined)[]): JtlRow[] =>
    elapsed.flatMap((ms, second) => (ms === undefined ? [] : [inSecond(second, { elapsed: ms })]));
  test.each<[string, JtlRow[], boolean, string]>([
    ['p95>50ms for 3s', seconds(10, 60, 61, 62, 10), true, 'was 62 ms from 0:01 to 0:03 of the run'],
    ['p95>50ms for 3s', seconds(60, 60, 10, 60, 60), false, 'did not happen for 3 s, was 60 ms at the end'],
    ['p95>50ms for 3s', seconds(60, undefined, 60), true, 'was 60 ms from 0:00 to 0:02 of the run'],
    ['p95>50ms for 1s', seconds(10, 60), true, 'was 60 ms at 0:01 of the run'],
    ['avg-rt>50ms within 3s', seconds(10, 10, 150), true, 'was 56.7 ms from 0:00 to 0:02 of the run'],
    ['avg-rt>50ms within 3s', seconds(60), true, 'was 60 ms at 0:00 of the run'],
    [
      'avg-rt>50ms within 2s',
      seconds(10, 80, 10, 80),
      false,
      'did not happen within 2 s, was 45 ms at the end',
    ],
    ['avg-rt>50ms over 3s', seconds(60, 60), false, 'did not happen over 3 s, was 60 ms at the end'],
    ['avg-rt>50ms over 3s', seconds(60, 60, 60), true, 'was 60 ms from 0:00 to 0:02 of the run'],
    ['hits>=3 within 3s', seconds(1, 1, 1), true, 'was 3 from 0:00 to 0:02 of the run'],
    ['hits>1 for 1s', seconds(1, 1, 1), false, 'did not happen for 1 s, was 1 at the end'],
  ])('%s %#', (text, rows, failed, reason) => {
    expect(judged(text, rows)).toEqual({ failed, reason });
  });

  test('counts a sample in the second in which it ends', () => {
    const rows = [inSecond(0, { elapsed: 2500 }), inSecond(1), inSecond(2)];
    expect(judged('avg-rt>1s within 1s', rows).reason).toBe('was 1.25 s at 0:01 of the run');
  });

  test('takes rows of a file in any order within a minute, and says so when they are farther apart', () => {
    const criteria = new Criteria([parseCriterion('fail>0 for 2s')]);
    give(criteria, [inSecond(50, { success: false }), inSecond(0), inSecond(49, { success: false })]);
    expect(criteria.verdicts()[0]?.isFailed).toBe(true);
    expect(criteria.problem).toBeUndefined();

    const unsorted = give(new Criteria([parseCriterion('fail>0 for 2s')]), [inSecond(100), inSecond(0)]);
    expect(unsorted.problem).toMatch(/^1 rows are more than 60 s behind/);
    expect(
      give(new Criteria([parseCriterion('fail>0')]), [inSecond(100), inSecond(0)]).problem,
    ).toBeUndefined();
  });

  test('cannot be told without times', () => {
    const criteria = give(new Criteria([parseCriterion('fail>0 for 2s')]), [row({ timeStamp: undefined })]);
    expect(criteria.problem).toMatch('need the columns timeStamp and elapsed');
  });
});

describe('a run under way', () => {
  const SECOND = inSecond(0).timeStamp! / 1000;
  const live = (...texts: string[]): { criteria: Criteria; stopped: string[] } => {
    const stopped: string[] = [];
    const onStop = ({ name }: { name: string }): void => void stopped.push(name);
    return { criteria: new Criteria(texts.map(parseCriterion), { isLive: true, onStop }), stopped };
  };

  test('is stopped once by the criterion whose time frame is full', () => {
    const { criteria, stopped } = live('fail>0 for 2s', 'fail>0 for 2s, continue as failed', 'fail>0');
    const bad = { success: false };
    give(criteria, [inSecond(0, bad), inSecond(1, bad)]);
    criteria.advance(SECOND + 1);
    expect(stopped).toEqual([]);
    criteria.advance(SECOND + 2);
    criteria.advance(SECOND + 3);
    expect(stopped).toEqual(['fail>0 for 2s']);
    const verdicts = criteria.verdicts();
    expect(verdicts.map((verdict) => verdict.isFailed)).toEqual([true, true, true]);
    expect(verdicts.map((verdict) => verdict.stopped)).toEqual([true, false, false]);
  });

  test('can be stopped without having failed', () => {
    const { criteria, stopped } = live('hits>1 within 5s, stop as non-failed');
    give(criteria, [inSecond(0), inSecond(0)]);
    criteria.advance(SECOND + 1);
    expect(stopped).toHaveLength(1);
    expect(criteria.verdicts()[0]).toMatchObject({ isTriggered: true, isFailed: false, stopped: true });
  });

  const opened = (wholeUs: number): RunEvent => ({
    type: 'connection-opened',
    handshake: { wholeUs, tcpUs: 1, tlsUs: undefined, upgradeUs: 1 },
  });
  const push = (label: string, delayUs: number): RunEvent => ({ type: 'push-delay', label, delayUs });
  const unanswered = (label: string, count: number): RunEvent => ({ type: 'never-answered', label, count });
  const passed = (kind: 'push' | 'late'): RunEvent => ({ type: 'passed-over', label: 'echo', kind });
  const tenRows = Array.from({ length: 10 }, () => row());

  test.each<[string, RunEvent[], boolean, string]>([
    ['avg-push>1ms', [push('echo', 1000), push('echo', 2000)], true, 'is 1.5 ms'],
    ['p99-push>0.7ms', [push('echo', 700), push('echo', -5000)], false, 'is 0.7 ms'],
    ['p50-push>0', [push('echo', 700), push('echo', -5000)], false, 'is 0 ms'],
    ['p50-push of echo>0', [push('other', 700)], true, 'no message carried its send time'],
    ['p50-push<1s', [push('echo', 1e12)], true, 'no message carried its send time'],
    ['p100-handshake>20ms', [opened(20_000), opened(21_000)], true, 'is 21 ms'],
    ['avg-handshake>20ms', [opened(20_000)], false, 'is 20 ms'],
    ['p50-handshake<1s', [{ type: 'connection-opened' }], true, 'no connection was opened'],
    ['never-answered>2', [unanswered('echo', 2)], false, 'is 2'],
    ['never-answered>19%', [unanswered('echo', 1), unanswered('echo', 1)], true, 'is 20%'],
    ['never-answered of echo>1', [unanswered('other', 2), unanswered('echo', 1)], false, 'is 1'],
    ['never-answered>0', [], false, 'is 0'],
    ['never-answered of ehco>0', [unanswered('echo', 2)], true, "no sample is called 'ehco'"],
    ['unsolicited>1', [passed('push'), passed('late')], false, 'is 1'],
    ['saturated>5%', [], true, 'is 6%'],
    ['saturated>=6.5%', [], false, 'is 6%'],
    ['starved<1%', [], true, 'this system does not tell'],
  ])('is judged by what rows do not show: %s', (text, events, failed, reason) => {
    const { criteria } = live(text);
    give(criteria, tenRows);
    for (const event of events) criteria.event(event);
    const [verdict] = criteria.verdicts({ saturated: 6, starved: undefined });
    expect(verdict?.isFailed).toBe(failed);
    expect(verdict?.reason).toContain(reason);
    expect(criteria.problem).toBeUndefined();
  });

  test('counts replies that answer nothing among what was not asked for', () => {
    const { criteria } = live('unsolicited>1', 'unsolicited=10%');
    give(criteria, [...tenRows.slice(1), wsFailure('200', 'OK', 'Unmatched reply: it answers no request')]);
    expect(criteria.verdicts().map(({ reason }) => reason)).toEqual(['is 1', 'is 10%']);
  });

  test('is stopped by what rows do not show, too', () => {
    const { criteria, stopped } = live('p50-push>1ms for 1s', 'never-answered>1 within 5s');
    give(criteria, [row({ timeStamp: Date.now() })]);
    for (const event of [push('echo', 2000), unanswered('echo', 2)]) criteria.event(event);
    criteria.advance(Math.floor(Date.now() / 1000) + 2);
    expect(stopped).toEqual(['p50-push>1ms for 1s', 'never-answered>1 within 5s']);
  });

  test('a results file does not tell it', () => {
    const criteria = give(new Criteria([parseCriterion('fail>0'), parseCriterion('saturated>5%')]), tenRows);
    expect(criteria.verdicts().map(({ reason }) => reason)).toEqual(['is 0', 'a results file does not tell']);
    expect(criteria.problem).toBe("a results file does not tell what 'saturated>5%' is about, a run does");
  });

  test('counts a sample that comes late in the second that is open', () => {
    const { criteria } = live('hits=2 for 1s');
    give(criteria, [inSecond(0)]);
    criteria.advance(SECOND + 1);
    give(criteria, [inSecond(0), inSecond(1)]);
    expect(criteria.verdicts()[0]?.isTriggered).toBe(true);
    expect(criteria.problem).toBeUndefined();
  });
});
