import {
  noCounts,
  Wire,
  type Counts,
  type Kind,
  type Mode,
  type Outcome,
  type Row,
  type Vector,
} from './dialogue-of.ts';

interface ModelRequest {
  readonly sample: string;
  readonly id: string | null;
  readonly sent: number;
  answered: boolean;
  gaveUp: boolean;
}

/**
 * The rules of correlation written down as plainly as possible, for comparison with the ledger: every request is
 * kept, and every question is answered by looking through all of them.
 */
export function simulate(vector: Vector, mode: Mode): Outcome {
  const requests: ModelRequest[] = [];
  const counts: Counts = noCounts();
  const counted = new Set<number>();
  const wire = new Wire(vector.frames);
  const samples: Row[] = [];
  let now = 0;

  const judge = (
    id: string | null,
    own: ModelRequest | undefined,
  ): { kind: Kind | undefined; request: ModelRequest | undefined } => {
    const request = id === null ? undefined : requests.findLast((r) => r.id === id);
    if (request === undefined)
      return { kind: own !== undefined && own.id !== null ? 'unmatched' : undefined, request: undefined };
    if (request.answered) return { kind: 'duplicate', request };
    if (request === own) return { kind: 'inOrder', request };
    if (request.gaveUp) return { kind: 'late', request };
    if (own !== undefined) return { kind: 'outOfOrder', request };
    const oldest = requests.find((r) => !r.answered && !r.gaveUp && r.id !== null);
    return { kind: request === oldest ? 'inOrder' : 'outOfOrder', request };
  };

  for (const step of vector.steps) {
    now = Math.max(now, step.notBeforeMs ?? 0);
    const row: Row = { sample: step.sample, start: now, elapsed: 0, passed: true };
    samples.push(row);
    let own: ModelRequest | undefined;
    if (step.do !== 'read') {
      own = { sample: step.sample, id: step.id ?? null, sent: now, answered: false, gaveUp: false };
      requests.push(own);
      wire.sent(step.sample, now);
    }
    if (step.do === 'write') continue;
    const deadline = now + (step.timeoutMs ?? 0);
    const skipped = new Set<number>();
    for (;;) {
      const frame = wire.next(deadline, skipped);
      if (frame === undefined) {
        if (own !== undefined) own.gaveUp = true;
        Object.assign(row, { elapsed: deadline - now, passed: false, why: 'timeout' });
        now = deadline;
        break;
      }
      const time = Math.max(now, frame.due);
      if (mode === 'off') {
        wire.remove(frame.n);
        Object.assign(row, { elapsed: time - now, frame: frame.n });
        now = time;
        break;
      }
      const { kind, request } = judge(frame.id, own);
      if (mode === 'match' && own !== undefined && own.id !== null && kind !== 'inOrder') {
        if (!counted.has(frame.n)) counts.passedOver++;
        counted.add(frame.n);
        if (kind === 'late' || kind === 'duplicate') {
          counts[kind]++;
          if (kind === 'late' && request !== undefined) request.answered = true;
          wire.remove(frame.n);
        } else skipped.add(frame.n);
        continue;
      }
      wire.remove(frame.n);
      Object.assign(row, {
        elapsed: time - now,
        frame: frame.n,
        passed: kind === undefined || kind === 'inOrder',
      });
      if (kind !== undefined) {
        counts[kind]++;
        row.kind = kind;
        if (request !== undefined) {
          if (kind !== 'duplicate') request.answered = true;
          if (kind !== 'inOrder') row.answers = request.sample;
          row.roundTrip = frame.due - request.sent;
        }
      }
      if (own !== undefined && !own.answered) own.gaveUp = true;
      now = time;
      break;
    }
  }
  counts.neverAnswered = requests.filter((r) => r.id !== null && !r.answered).length;
  return mode === 'off' ? { samples } : { samples, counts };
}
