import { compileCorrelation } from '../../src/correlation/correlation.ts';
import { Dialogue } from '../../src/correlation/dialogue.ts';
import { Ledger } from '../../src/correlation/ledger.ts';
import type { Message } from '../../src/correlation/message.ts';
import type { CorrelationVerdict } from '../../src/types.ts';

/** One sample of a dialogue. */
export interface Line {
  readonly send?: Message;
  /** null: none comes. */
  readonly reply?: Message | null;
  /** What `${…}` gave in the message that is sent. */
  readonly dynamic?: readonly string[];
}

/** A request-response and the frame that it takes; null: none comes in time. */
export const ask = (send: Message, reply: Message | null, dynamic: readonly string[] = []): Line => ({
  send,
  reply,
  dynamic,
});
/** A Single Write. */
export const write = (send: Message, dynamic: readonly string[] = []): Line => ({ send, dynamic });
/** A Single Read. */
export const read = (reply: Message): Line => ({ reply });

export interface Played {
  readonly kind: CorrelationVerdict['kind'] | undefined;
  readonly fails: boolean;
  /** Number of the line whose request was answered. */
  readonly answers: number | null;
}

const AUTO = compileCorrelation({ mode: 'flag', request: 'auto', reply: 'auto' });

/** What the ledger says to each line of a dialogue on one connection, when it has to find the ids by itself. */
export function play(lines: readonly Line[], dialogue = new Dialogue()): Played[] {
  const ledger = new Ledger(dialogue, { emit: () => {} });
  return lines.map(({ send, reply, dynamic = [] }, i) => {
    ledger.startSample();
    const own = send === undefined ? undefined : ledger.sent(AUTO, send, dynamic, String(i), i);
    if (reply === null) ledger.gaveUp(own);
    const verdict = reply === undefined || reply === null ? undefined : ledger.judge(AUTO, reply, i, own);
    return {
      kind: verdict?.kind,
      fails: verdict?.fails ?? false,
      answers: verdict?.answers === undefined ? null : Number(verdict.answers),
    };
  });
}
