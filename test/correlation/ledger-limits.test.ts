import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { compileCorrelation } from '../../src/correlation/correlation.ts';
import { Dialogue } from '../../src/correlation/dialogue.ts';
import { Ledger } from '../../src/correlation/ledger.ts';
import type { CorrelationMode, IdRule } from '../../src/correlation/options.ts';
import { MAX_ANSWERED, MAX_OPEN } from '../../src/correlation/requests.ts';

const path = (text: string): IdRule => ({ kind: 'json-path', path: text });
const byId = (mode: CorrelationMode = 'flag', request = '$.id', reply = request) =>
  compileCorrelation({ mode, request: path(request), reply: path(reply) });
const auto = (mode: CorrelationMode = 'flag') => compileCorrelation({ mode, request: 'auto', reply: 'auto' });
const RULE = byId();
const AUTO = auto();
const message = (id: unknown, more: object = {}): string => JSON.stringify({ id, ...more });

function newLedger(): { ledger: Ledger; unanswered: Map<string, number> } {
  const unanswered = new Map<string, number>();
  const ledger = new Ledger(new Dialogue(), {
    emit(event) {
      if (event.type === 'never-answered')
        unanswered.set(event.label, (unanswered.get(event.label) ?? 0) + event.count);
    },
  });
  return { ledger, unanswered };
}

describe('requests that nothing answers', () => {
  it('are counted by label at the end of the connection', () => {
    const { ledger, unanswered } = newLedger();
    for (let n = 0; n < 6; n++) {
      ledger.startSample();
      const own = ledger.sent(RULE, message(n), [], n % 3 === 0 ? 'a' : 'b', n);
      if (n % 2 === 0) ledger.gaveUp(own);
    }
    ledger.startSample();
    ledger.judge(RULE, message(1), 9, undefined);
    expect(unanswered.size).toBe(0);
    ledger.close();
    expect(Object.fromEntries(unanswered)).toEqual({ a: 2, b: 3 });
  });

  it('are forgotten and counted beyond the limit, those given up first', () => {
    const { ledger, unanswered } = newLedger();
    const count = 5 * MAX_OPEN;
    for (let n = 0; n < count; n++) {
      ledger.startSample();
      const own = ledger.sent(RULE, message(n), [], 'request', n);
      if (n >= MAX_OPEN) ledger.gaveUp(own);
    }
    expect(unanswered.get('request')).toBe(count - MAX_OPEN);
    // The first ones, which are still waited for, are known yet.
    expect(ledger.judge(RULE, message(1), count, undefined)).toMatchObject({
      kind: 'in-order',
      roundTripUs: count - 1,
    });
    // Of those that were given up, only the last one is.
    expect(ledger.judge(RULE, message(count - 2), count, undefined)).toBeUndefined();
    ledger.close();
    expect(unanswered.get('request')).toBe(count - 1);
  });

  it('keep a bounded amount of text', () => {
    const { ledger } = newLedger();
    for (let n = 0; n < 3_000; n++) {
      ledger.startSample();
      ledger.gaveUp(ledger.sent(AUTO, `request ${n} ${'x'.repeat(2_000)}`, [], 'request', n));
    }
    const text = (n: number) => `request ${n} ${'x'.repeat(2_000)}`;
    const own = ledger.sent(AUTO, text(3_000), [], 'request', 3_000);
    expect(ledger.judge(AUTO, text(2_990), 3_000, own)?.kind).toBe('late');
    const next = ledger.sent(AUTO, text(3_001), [], 'request', 3_000);
    expect(ledger.judge(AUTO, text(2_000), 3_000, next)?.kind).not.toBe('late');
  });

  it('take no more memory however many there are', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    for (const correlation of [RULE, AUTO]) {
      const { ledger, unanswered } = newLedger();
      const send = (from: number, to: number): void => {
        for (let n = from; n < to; n++) {
          ledger.startSample();
          const own = ledger.sent(correlation, message(`id-${n}`, { text: 'x'.repeat(200) }), [], 'r', n);
          if (n % 2 === 0) ledger.gaveUp(own);
        }
      };
      send(0, 5_000);
      const before = used();
      send(5_000, 100_000);
      expect(used() - before).toBeLessThan(512 << 10);
      if (correlation === RULE) expect(unanswered.get('r')).toBe(100_000 - MAX_OPEN);
      ledger.close();
    }
  });

  it('are not counted when their label cannot be told to be answered at all', () => {
    const { ledger, unanswered } = newLedger();
    for (let n = 0; n < 5; n++) {
      ledger.startSample();
      ledger.sent(AUTO, message(n), [], 'notify', n);
      ledger.startSample();
      const own = ledger.sent(AUTO, 'ask', [], 'ask', n);
      ledger.judge(AUTO, 'answer', n, own);
    }
    ledger.close();
    expect(unanswered.size).toBe(0);
  });

  it('are not counted when a frame was swallowed that answers them', () => {
    const { ledger, unanswered } = newLedger();
    for (let n = 0; n < 3; n++) ledger.gaveUp(ledger.sent(RULE, message(n), [], 'request', n));
    ledger.swallowed(message(1));
    ledger.swallowed(message('unknown'));
    ledger.close();
    expect(unanswered.get('request')).toBe(2);
  });

  it('are not counted when a fragment was taken for the reply', () => {
    const { ledger, unanswered } = newLedger();
    const own = ledger.sent(RULE, message(1), [], 'request', 1);
    expect(ledger.judge(RULE, undefined, 2, own)).toBeUndefined();
    ledger.close();
    expect(unanswered.size).toBe(0);
  });
});

describe('answered requests', () => {
  it('are remembered for a while, so that a duplicate is known', () => {
    const { ledger } = newLedger();
    for (let n = 0; n < 100; n++) {
      const own = ledger.sent(RULE, message(n), [], `r${n}`, n);
      expect(ledger.judge(RULE, message(n), n, own)?.kind).toBe('in-order');
    }
    const oldest = 100 - MAX_ANSWERED;
    expect(ledger.judge(RULE, message(oldest), 100, undefined)).toMatchObject({
      kind: 'duplicate',
      answers: `r${oldest}`,
    });
    expect(ledger.judge(RULE, message(oldest - 1), 100, undefined)).toBeUndefined();
  });
});

describe('an index that nothing needed for a long time', () => {
  it('is built anew with the same outcome', () => {
    const { ledger } = newLedger();
    for (let round = 0; round < 3; round++) {
      const lost = ledger.sent(RULE, message(`lost ${round}`), [], `lost ${round}`, 0);
      ledger.gaveUp(lost);
      for (let n = 0; n < 600; n++) {
        const own = ledger.sent(RULE, message(n), [], 'request', n);
        expect(ledger.judge(RULE, message(n), n, own)?.kind).toBe('in-order');
      }
      expect(ledger.judge(RULE, message(`lost ${round}`), 9, undefined)).toMatchObject({
        kind: 'late',
        answers: `lost ${round}`,
      });
      expect(ledger.judge(RULE, message(599), 9, undefined)?.kind).toBe('duplicate');
    }
  });
});

describe('samplers with different settings on one connection', () => {
  it('are judged by the rule of the request that a reply answers', () => {
    const { ledger } = newLedger();
    const other = byId('flag', '$.seq', '$.ack');
    const a = ledger.sent(RULE, message(1), [], 'a', 0);
    ledger.gaveUp(a);
    const b = ledger.sent(other, '{"seq":1}', [], 'b', 0);
    expect(ledger.judge(other, message(1), 1, b)).toMatchObject({ kind: 'late', answers: 'a', fails: true });
    expect(ledger.judge(RULE, '{"ack":1}', 2, undefined)).toMatchObject({ kind: 'late', answers: 'b' });
  });

  it('may read with a rule of their own', () => {
    const { ledger } = newLedger();
    ledger.sent(RULE, message(1), [], 'write', 0);
    const reader = byId('flag', '$.x', '$.ref');
    expect(ledger.judge(reader, '{"ref":1}', 1, undefined)).toMatchObject({
      kind: 'in-order',
      answers: 'write',
    });
  });

  it('are not looked at where correlation is off', () => {
    const { ledger, unanswered } = newLedger();
    const off = byId('off');
    expect(ledger.sent(off, message(1), [], 'off', 0)).toBeUndefined();
    const own = ledger.sent(RULE, message(2), [], 'on', 0);
    expect(ledger.judge(off, message(2), 1, undefined)).toBeUndefined();
    expect(ledger.judge(RULE, message(1), 1, own)).toMatchObject({ kind: 'unmatched', fails: true });
    ledger.close();
    expect(Object.fromEntries(unanswered)).toEqual({ on: 1 });
  });

  it('find ids by rules and by themselves side by side', () => {
    const { ledger } = newLedger();
    for (let n = 0; n < 3; n++) {
      const own = ledger.sent(AUTO, message(n), [], 'auto', 0);
      expect(ledger.judge(AUTO, message(n, { ok: 1 }), 1, own)?.kind).toBe('in-order');
    }
    const seq = byId('flag', '$.seq', '$.ack');
    const lost = ledger.sent(seq, '{"seq":7}', [], 'rule', 0);
    ledger.gaveUp(lost);
    const own = ledger.sent(AUTO, message(3), [], 'auto', 0);
    expect(ledger.judge(AUTO, '{"ack":7}', 1, own)).toMatchObject({
      kind: 'late',
      answers: 'rule',
      fails: true,
    });
    expect(ledger.judge(seq, message(3), 1, undefined)).toMatchObject({ kind: 'late', answers: 'auto' });
  });
});

describe('a verdict', () => {
  it('says how long and how many samples ago the request was sent', () => {
    const { ledger } = newLedger();
    ledger.startSample();
    const first = ledger.sent(RULE, message(1), [], 'first', 1_000);
    ledger.gaveUp(first);
    ledger.startSample();
    ledger.startSample();
    const own = ledger.sent(RULE, message(2), [], 'own', 5_000);
    expect(ledger.judge(RULE, message(1), 9_000, own)).toEqual({
      kind: 'late',
      answers: 'first',
      roundTripUs: 8_000,
      samplesAgo: 2,
      fails: true,
    });
    expect(ledger.judge(RULE, message(2), 9_500, undefined)).toMatchObject({
      samplesAgo: 0,
      roundTripUs: 4_500,
    });
  });
});

describe('mode match', () => {
  it('with ids found by itself takes what comes until it knows how replies are told', () => {
    const { ledger } = newLedger();
    const match = auto('match');
    const own = ledger.sent(match, message(1), [], 'a', 0);
    expect(ledger.choose(match, 'OK', 1, own).action).toBe('take');
    const next = ledger.sent(match, message(2), [], 'b', 0);
    expect(ledger.choose(match, message(1), 1, next)).toMatchObject({ action: 'discard', kind: 'late' });
    expect(ledger.choose(match, message(2), 1, next)).toMatchObject({
      action: 'take',
      verdict: { kind: 'in-order' },
    });
    const third = ledger.sent(match, message(3), [], 'c', 0);
    expect(ledger.choose(match, 'tick', 1, third)).toEqual({ action: 'leave', kind: 'push' });
    ledger.sent(match, message(4), [], 'd', 0);
    expect(ledger.choose(match, message(4), 1, third)).toEqual({ action: 'leave', kind: 'out-of-order' });
    expect(ledger.choose(match, message(2), 1, third)).toMatchObject({
      action: 'discard',
      kind: 'duplicate',
    });
  });

  it('takes a fragment, since nothing can be told of it', () => {
    const { ledger } = newLedger();
    const match = byId('match');
    const own = ledger.sent(match, message(1), [], 'a', 0);
    expect(ledger.choose(match, undefined, 1, own)).toEqual({ action: 'take', verdict: undefined });
  });

  it('works on binary messages', () => {
    const { ledger } = newLedger();
    const rule: IdRule = { kind: 'position', offset: 0, length: 2 };
    const match = compileCorrelation({ mode: 'match', request: rule, reply: rule });
    const own = ledger.sent(match, Uint8Array.of(0, 7, 1), [], 'a', 0);
    expect(ledger.choose(match, Uint8Array.of(0, 6, 9), 1, own)).toEqual({ action: 'leave', kind: 'push' });
    expect(ledger.choose(match, Uint8Array.of(0, 7, 9), 1, own)).toMatchObject({
      verdict: { kind: 'in-order' },
    });
  });
});
