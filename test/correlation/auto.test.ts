import { describe, expect, it } from 'vitest';
import { compileCorrelation } from '../../src/correlation/correlation.ts';
import { Dialogue } from '../../src/correlation/dialogue.ts';
import { Ledger } from '../../src/correlation/ledger.ts';
import { fixture } from './dialogue-of.ts';

interface AutoDialogue {
  readonly name: string;
  readonly dialogue: readonly { readonly send: string; readonly reply: string | null }[];
  readonly answers: readonly (number | null)[];
}
const DIALOGUES: AutoDialogue[] = JSON.parse(fixture('auto.json'));
const AUTO = compileCorrelation({ mode: 'flag', request: 'auto', reply: 'auto' });

function answersOf(exchanges: AutoDialogue['dialogue'], dialogue = new Dialogue()): (number | null)[] {
  const ledger = new Ledger(dialogue, () => {});
  const answers: (number | null)[] = [];
  exchanges.forEach(({ send, reply }, i) => {
    ledger.startSample();
    const own = ledger.sent(AUTO, send, [], String(i), i);
    if (reply === null) return ledger.gaveUp(own);
    const verdict = ledger.judge(AUTO, reply, i, own);
    answers.push(verdict?.answers === undefined ? null : Number(verdict.answers));
  });
  return answers;
}

describe('ids found by themselves', () => {
  it.each(DIALOGUES)('$name', ({ dialogue, answers }) => {
    expect(answersOf(dialogue)).toEqual(answers);
  });
});
