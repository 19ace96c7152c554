import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCorrelation, type Correlation } from '../../src/correlation/correlation.ts';
import { fixture, type Mode, type Outcome, type Step, type Vector } from './dialogue-of.ts';
import { drive } from './drive.ts';
import { simulate } from './model.ts';
import { Random, randomVector } from './random-vector.ts';

type Expected = Vector & { readonly expect: Readonly<Record<Mode, Outcome>> };
const VECTORS: Expected[] = JSON.parse(fixture('vectors.json'));
const MODES: readonly Mode[] = ['off', 'flag', 'match'];

const PATH = { kind: 'json-path', path: '$.id' } as const;
const explicit = (mode: Mode): Correlation => compileCorrelation({ mode, request: PATH, reply: PATH });
const messageOf = (id: string | null | undefined): string => JSON.stringify(id === null ? { n: 1 } : { id });
const texts = { request: (step: Step) => messageOf(step.id), reply: messageOf };

describe('the ledger with an explicit rule', () => {
  describe.each(MODES)('in mode %s', (mode) => {
    it.each(VECTORS)('gives what is expected: $name', (vector) => {
      expect(drive(vector, { correlation: explicit(mode), ...texts })).toEqual(vector.expect[mode]);
    });

    it.each(VECTORS)('so does the model: $name', (vector) => {
      expect(simulate(vector, mode)).toEqual(vector.expect[mode]);
    });
  });

  it('agrees with the model on any dialogue', () => {
    const delays = fc.integer({ min: 0, max: 300 });
    const ids = fc.option(fc.constantFrom('a', 'b', 'c', 'd'));
    const steps = fc.array(
      fc.record({
        do: fc.constantFrom('requestResponse' as const, 'write' as const, 'read' as const),
        id: ids,
        timeoutMs: fc.constantFrom(10, 50, 200),
        pause: fc.constantFrom(0, 0, 40),
        replies: fc.array(fc.record({ afterMs: delays, id: fc.option(ids, { nil: 'own' }) }), {
          maxLength: 2,
        }),
      }),
      { maxLength: 10 },
    );
    const pushes = fc.array(fc.record({ atMs: delays, id: ids }), { maxLength: 3 });
    const vectors = fc.tuple(steps, pushes).map(([planned, pushed]): Vector => {
      let notBeforeMs = 0;
      return {
        name: 'any',
        steps: planned.map(({ pause, do: kind, id, timeoutMs }, i) => {
          notBeforeMs += pause;
          return { sample: `s${i}`, do: kind, id, timeoutMs, notBeforeMs };
        }),
        frames: [
          ...planned.flatMap(({ do: kind, id: own, replies }, i) =>
            kind === 'read'
              ? []
              : replies.map(({ afterMs, id }) => ({
                  replyTo: `s${i}`,
                  afterMs,
                  id: id === 'own' ? own : id,
                })),
          ),
          ...pushed,
        ],
      };
    });
    fc.assert(
      fc.property(vectors, fc.constantFrom(...MODES), (vector, mode) => {
        expect(drive(vector, { correlation: explicit(mode), ...texts })).toEqual(simulate(vector, mode));
      }),
      { numRuns: 3_000 },
    );
  });

  it('agrees with the model on a million random replies', () => {
    const random = new Random(20_251_130);
    const rules = { flag: explicit('flag'), match: explicit('match') };
    for (let replies = 0; replies < 1_000_000;) {
      const vector = randomVector(random);
      for (const mode of ['flag', 'match'] as const) {
        const got = drive(vector, { correlation: rules[mode], ...texts });
        const wanted = simulate(vector, mode);
        if (JSON.stringify(got) !== JSON.stringify(wanted))
          expect({ vector, got }).toEqual({ vector, got: wanted });
        replies += vector.frames.length;
      }
    }
  }, 120_000);
});
