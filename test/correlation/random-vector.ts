import type { Frame, Step, Vector } from './dialogue-of.ts';

/** Random numbers that a seed repeats (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    const choice = choices[this.below(choices.length)];
    return choice === undefined ? choices[0] : choice;
  }
}

/** A random dialogue of 2 to `longest` samples: replies missing, late, doubled, swapped; pushes; ids that repeat. */
export function randomVector(random: Random, longest = 13): Vector {
  const steps: Step[] = [];
  const frames: Frame[] = [];
  const count = 2 + random.below(longest - 1);
  for (let i = 0; i < count; i++) {
    const sample = `s${i}`;
    const kind = random.pick<Step['do']>([
      'requestResponse',
      'requestResponse',
      'requestResponse',
      'write',
      'read',
    ]);
    const timeoutMs = random.pick([50, 100, 200]);
    const pause = random.pick([0, 0, 0, 0, i * 60]);
    const id = random.pick([`id-${i}`, `id-${i}`, `id-${i}`, `id-${i}`, `id-${i}`, 'same', null]);
    steps.push({
      sample,
      do: kind,
      ...(kind === 'read' ? {} : { id }),
      ...(kind === 'write' ? {} : { timeoutMs }),
      ...(pause === 0 ? {} : { notBeforeMs: pause }),
    });
    if (kind === 'read') continue;
    for (let n = random.pick([1, 1, 1, 1, 0, 2]); n > 0; n--)
      frames.push({ replyTo: sample, afterMs: random.pick([5, 20, 90, 150, 400]), id });
  }
  for (let n = random.pick([0, 0, 1, 2]); n > 0; n--)
    frames.push({ atMs: 1 + random.below(600), id: random.pick([null, 'push']) });
  return { name: 'random', steps, frames };
}
