import type { Correlation } from '../../src/correlation/correlation.ts';
import { Dialogue } from '../../src/correlation/dialogue.ts';
import { Ledger } from '../../src/correlation/ledger.ts';
import type { CorrelationVerdict } from '../../src/types.ts';
import { noCounts, Wire, type Kind, type Outcome, type Row, type Step, type Vector } from './dialogue-of.ts';

const KINDS: Readonly<Record<CorrelationVerdict['kind'], Kind>> = {
  'in-order': 'inOrder',
  late: 'late',
  'out-of-order': 'outOfOrder',
  duplicate: 'duplicate',
  unmatched: 'unmatched',
};

export interface Driving {
  readonly correlation: Correlation;
  /** The texts that travel. */
  readonly request: (step: Step) => string;
  readonly reply: (id: string | null, n: number) => string;
  readonly dialogue?: Dialogue;
}

/** Runs the samples of a vector with a ledger, as samplers use it, on a simulated clock (ms). */
export function drive(vector: Vector, { correlation, request, reply, dialogue }: Driving): Outcome {
  const counts = noCounts();
  const ledger = new Ledger(dialogue ?? new Dialogue(), {
    emit(event) {
      if (event.type === 'never-answered') counts.neverAnswered += event.count;
    },
  });
  const wire = new Wire(vector.frames);
  const counted = new Set<number>();
  const samples: Row[] = [];
  let now = 0;
  for (const step of vector.steps) {
    now = Math.max(now, step.notBeforeMs ?? 0);
    const row: Row = { sample: step.sample, start: now, elapsed: 0, passed: true };
    samples.push(row);
    ledger.startSample();
    const writes = step.do !== 'read';
    const own = writes ? ledger.sent(correlation, request(step), [], step.sample, now * 1000) : undefined;
    if (writes) wire.sent(step.sample, now);
    if (step.do === 'write') continue;
    const deadline = now + (step.timeoutMs ?? 0);
    const skipped = new Set<number>();
    for (;;) {
      const frame = wire.next(deadline, skipped);
      if (frame === undefined) {
        ledger.gaveUp(own);
        Object.assign(row, { elapsed: deadline - now, passed: false, why: 'timeout' });
        now = deadline;
        break;
      }
      const message = reply(frame.id, frame.n);
      const choice = writes
        ? ledger.choose(correlation, message, frame.due * 1000, own)
        : {
            action: 'take' as const,
            verdict: ledger.judge(correlation, message, frame.due * 1000, undefined),
          };
      if (choice.action !== 'take') {
        if (!counted.has(frame.n)) counts.passedOver++;
        counted.add(frame.n);
        if (choice.action === 'discard') {
          counts[choice.kind]++;
          wire.remove(frame.n);
        } else skipped.add(frame.n);
        continue;
      }
      wire.remove(frame.n);
      const time = Math.max(now, frame.due);
      Object.assign(row, { elapsed: time - now, frame: frame.n });
      const { verdict } = choice;
      if (verdict !== undefined) {
        row.kind = KINDS[verdict.kind];
        counts[row.kind]++;
        if (verdict.answers !== undefined && verdict.kind !== 'in-order') row.answers = verdict.answers;
        if (verdict.roundTripUs !== undefined) row.roundTrip = verdict.roundTripUs / 1000;
      }
      row.passed = verdict === undefined || !verdict.fails;
      now = time;
      break;
    }
  }
  ledger.close();
  return correlation.mode === 'off' ? { samples } : { samples, counts };
}
