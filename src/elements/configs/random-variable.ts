import { JavaRandom } from '../../java/random.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { runState, userState } from '../user-state.ts';
import { numberFormat } from './number-format.ts';

const CATEGORY = 'o.a.j.c.RandomVariableConfig';
const MAX_INT = 2 ** 31 - 1;
const LONG = /^[+-]?\d+$/;

/** A sequence of random numbers; `range` is 0 when the limits contradict each other. */
interface Sequence {
  readonly random: JavaRandom;
  readonly minimum: number;
  readonly range: number;
  /** Index and value of the number drawn last. */
  drawn: number;
  value: number;
}

/** Draws on to the number with that index: every worker sees the same sequence and takes its share of it. */
function valueAt(sequence: Sequence, index: number): number {
  for (; sequence.drawn < index; sequence.drawn++)
    sequence.value = sequence.minimum + sequence.random.nextInt(sequence.range);
  return sequence.value;
}

/** Random Variable: a uniform random number per pass of the nearest controller (config.RandomVariableConfig). */
export const randomVariable = {
  testclass: 'org.apache.jmeter.config.RandomVariableConfig',
  label: 'Random Variable',
  role: 'config',
  properties: ['variableName', 'outputFormat', 'minimumValue', 'maximumValue', 'randomSeed', 'perThread'],
  compile(context) {
    const variable = context.text('variableName');
    const pattern = context.text('outputFormat');
    const minimumText = context.text('minimumValue');
    const maximumText = context.text('maximumValue');
    const seedText = context.text('randomSeed');
    const perThread = context.boolean('perThread');
    const format = numberFormat();
    const key = `random variable ${context.slot()}`;

    function limit(user: VirtualUser, name: string, text: string): number {
      if (LONG.test(text)) return Number(text);
      user.log.log('WARN', CATEGORY, `Unable to parse ${name} value as long: ${text}`);
      return 0;
    }

    function newRandom(user: VirtualUser): JavaRandom {
      const seed = seedText.evaluate(user);
      if (LONG.test(seed)) return new JavaRandom(BigInt(seed));
      if (seed !== '')
        user.log.log(
          'WARN',
          CATEGORY,
          `Cannot parse random seed: '${seed}' in element ${context.name.evaluate(user)}`,
        );
      return new JavaRandom();
    }

    function newSequence(user: VirtualUser): Sequence {
      const minimum = limit(user, 'minimum', minimumText.evaluate(user));
      const maximum = limit(user, 'maximum', maximumText.evaluate(user));
      let range = maximum - minimum + 1;
      if (minimum > maximum) {
        user.log.log('ERROR', CATEGORY, `maximum(${maximum}) must be >= minimum(${minimum})`);
        range = 0;
      } else if (range > MAX_INT) {
        user.log.log('WARN', CATEGORY, `maximum(${maximum}) - minimum(${minimum}) must be <= ${MAX_INT}`);
        range = MAX_INT;
      }
      return { random: newRandom(user), minimum, range, drawn: -1, value: 0 };
    }

    const own = userState(context, newSequence);
    const shared = runState(newSequence);

    return {
      kind: 'random-variable',
      iterationStart(user: VirtualUser) {
        const sequence = perThread(user) ? own(user) : shared(user);
        if (sequence.range === 0) return;
        const index = perThread(user)
          ? sequence.drawn + 1
          : user.shared.update(user.shared.cell(key), (drawn) => drawn + 1);
        const value = valueAt(sequence, index);
        const text = format(value, pattern.evaluate(user), (malformed) =>
          user.log.log(
            'WARN',
            CATEGORY,
            `Exception formatting value: ${value} at format: ${malformed}, using default`,
          ),
        );
        user.variables.put(variable.evaluate(user), text);
      },
    };
  },
} satisfies ElementDefinition;
