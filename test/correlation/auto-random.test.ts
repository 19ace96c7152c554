import { describe, expect, it } from 'vitest';
import { compileCorrelation } from '../../src/correlation/correlation.ts';
import type { Kind, Mode, Row, Step, Vector } from './dialogue-of.ts';
import { drive } from './drive.ts';
import { simulate } from './model.ts';
import { Random, randomVector } from './random-vector.ts';

interface Form {
  readonly name: string;
  /** Every request has an id. */
  readonly always?: true;
  readonly request: (id: string | null) => string;
  readonly reply: (id: string | null, n: number) => string;
}

const json = (value: unknown): string => JSON.stringify(value);
const isPush = (id: string | null): id is null | 'push' => id === null || id === 'push';
const FORMS: readonly Form[] = [
  {
    name: 'JSON ids',
    request: (id) => json(id === null ? { op: 'hello' } : { id, op: 'get' }),
    reply: (id, n) => json(isPush(id) ? { tick: n } : { id, ok: true }),
  },
  {
    name: 'JSON ids under another name',
    request: (id) => json(id === null ? { op: 'hello' } : { requestId: id, op: 'get' }),
    reply: (id, n) => json(isPush(id) ? { tick: n } : { replyTo: id, ok: true }),
  },
  {
    name: 'JSON ids under unknown names',
    request: (id) => json(id === null ? { op: 'hello' } : { zz: id, op: 'get' }),
    reply: (id, n) => json(isPush(id) ? { tick: n } : { yy: id, ok: true }),
  },
  {
    name: 'echoes',
    always: true,
    request: (id) => `req ${id}`,
    reply: (id, n) => (isPush(id) ? `tick ${n}` : `req ${id}`),
  },
  {
    name: 'words',
    request: (id) => (id === null ? 'hello' : `GET ${id} now`),
    reply: (id, n) => (isPush(id) ? `TICK x${n}` : `GOT ${id} ok`),
  },
];

/** Dialogues per test. `RANDOM_DIALOGUES` asks for more, and for others. */
const DIALOGUES = Number(process.env['RANDOM_DIALOGUES'] ?? 2_000);

/** Of the replies that came before, so many are known by their text when they come once more. */
const LONGEST = 8;

const WARM_UP_MS = 60;

/** The vector with ids that differ and, when `warm`, behind three exchanges that go well. */
function dialogue(vector: Vector, warm: boolean, always = false): Vector {
  const unique = (id: string | null, sample: string) =>
    id === 'same' || (id === null && always) ? `id-${sample.slice(1)}` : id;
  const later = warm ? WARM_UP_MS : 0;
  const steps = vector.steps.map((step): Step => {
    const { id = null, notBeforeMs = 0 } = step;
    return { ...step, id: unique(id, step.sample), notBeforeMs: notBeforeMs + later };
  });
  const frames = vector.frames.map((frame) =>
    'atMs' in frame
      ? { ...frame, atMs: frame.atMs + later }
      : { ...frame, id: unique(frame.id, frame.replyTo) },
  );
  if (!warm) return { ...vector, steps, frames };
  const names = ['w0', 'w1', 'w2'];
  const first = names.map((sample): Step => ({
    sample,
    do: 'requestResponse',
    id: `warm-${sample}`,
    timeoutMs: 50,
  }));
  const replies = names.map((replyTo) => ({ replyTo, afterMs: 2, id: `warm-${replyTo}` }));
  return { ...vector, steps: [...first, ...steps], frames: [...replies, ...frames] };
}

const WRONG: readonly (Kind | undefined)[] = ['late', 'outOfOrder', 'duplicate'];
const wrong = ({ kind }: Row): boolean => WRONG.includes(kind);

describe.each(FORMS)('random dialogues with $name', ({ request, reply, always }) => {
  const driving = (mode: Mode) => ({
    correlation: compileCorrelation({ mode, request: 'auto', reply: 'auto' }),
    request: (step: Step) => request(step.id ?? null),
    reply,
  });

  it.each(['flag', 'match'] as const)(
    'are judged like explicit ids in mode %s once some replies came in order',
    (mode) => {
      const random = new Random(6);
      for (let n = 0; n < DIALOGUES; n++) {
        const vector = dialogue(randomVector(random, LONGEST), true, always);
        const got = drive(vector, driving(mode));
        const wanted = simulate(vector, mode);
        const seen = {
          frames: got.samples.map(({ frame }) => frame),
          wrong: got.samples.filter(wrong),
          neverAnswered: got.counts?.neverAnswered,
        };
        expect({ vector, ...seen }).toEqual({
          vector,
          frames: wanted.samples.map(({ frame }) => frame),
          wrong: wanted.samples.filter(wrong),
          neverAnswered: wanted.counts?.neverAnswered,
        });
      }
    },
  );

  it('never fail a sample that has its reply, from the first frame on', () => {
    const random = new Random(7);
    for (let n = 0; n < DIALOGUES; n++) {
      const vector = dialogue(randomVector(random), false, always);
      const rows = drive(vector, driving('flag')).samples;
      const wanted = simulate(vector, 'flag').samples;
      const alarms = rows.filter((row, i) => wrong(row) && wanted[i]?.passed === true);
      expect({ vector, alarms }).toEqual({ vector, alarms: [] });
    }
  });
});
