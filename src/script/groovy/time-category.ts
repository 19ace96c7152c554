import { anyInt } from './arguments.ts';
import type { ClassDefinition } from './class-registry.ts';
import { type Date, dateOf } from './dates.ts';
import { runtime } from './runtime.ts';
import {
  dataOf,
  hostObject,
  type HostObject,
  type HostType,
  type Method,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';

const UNITS: Readonly<Record<string, number>> = {
  Millisecond: 1,
  Second: 1000,
  Minute: 60_000,
  Hour: 3_600_000,
  Day: 86_400_000,
  Week: 604_800_000,
};

/** `groovy.time.TimeDuration`: milliseconds. */
export const timeDurationType: HostType<number> = {
  name: 'groovy.time.TimeDuration',
  key: (object) => `time duration ${String(object.data)}`,
  compare: (a, b) => Math.sign(a - b),
  text: durationText,
  methods: methodTable<number>({
    toMilliseconds: (ms) => BigInt(ms),
    'plus 1': (ms, [other]) => {
      const duration = dataOf(other, timeDurationType);
      if (duration !== undefined) return timeDuration(ms + duration);
      return later(other, ms);
    },
    'minus 1': (ms, [other]) => {
      const duration = dataOf(other, timeDurationType);
      if (duration === undefined) throw new NoMatch();
      return timeDuration(ms - duration);
    },
    getAgo: (ms) => dateOf(Math.floor(runtime().nowUs() / 1000) - ms),
    getFrom: (ms) => hostObject(fromType, ms),
    toString: durationText,
  }),
};

/** `5.minutes.from.now`. */
const fromType: HostType<number> = {
  name: 'groovy.time.BaseDuration$From',
  text: () => 'groovy.time.BaseDuration$From@1b2c3d4e',
  methods: methodTable<number>({ getNow: (ms) => dateOf(Math.floor(runtime().nowUs() / 1000) + ms) }),
};

function durationText(total: number): string {
  if (total === 0) return '0';
  const parts: string[] = [];
  let rest = Math.abs(total);
  for (const [name, size] of [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ] as const) {
    if (rest >= size) parts.push(`${Math.floor(rest / size)} ${name}`);
    rest %= size;
  }
  if (rest > 0) parts.push(`${(rest / 1000).toFixed(3)} seconds`);
  return parts.join(', ');
}

export const timeDuration = (ms: number): HostObject => hostObject(timeDurationType, ms);

function later(date: Value | undefined, ms: number): HostObject {
  const moment = dateData(date);
  if (moment === undefined) throw new NoMatch();
  return dateOf(moment.ms + ms);
}

const dateData = (value: Value | undefined): Date | undefined =>
  typeof value === 'object' && value !== null && 'type' in value && value.type.name === 'java.util.Date'
    ? (value.data as Date)
    : undefined;

/** `5.minutes` and the like. */
export function durationGetters<T>(numberOf: (self: T) => number): Record<string, Method<T>> {
  const methods: Record<string, Method<T>> = {};
  for (const [unit, ms] of Object.entries(UNITS))
    for (const name of [`get${unit}`, `get${unit}s`])
      methods[name] = (self) => timeDuration(numberOf(self) * ms);
  return methods;
}

export const timeCategoryClasses: readonly ClassDefinition[] = [
  { name: 'groovy.time.TimeCategory' },
  {
    name: 'groovy.time.TimeDuration',
    construct(args) {
      const numbers = args.map(anyInt);
      const [days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] =
        numbers.length === 4 ? [0, ...numbers] : numbers;
      if (numbers.length < 4 || numbers.length > 5) throw new NoMatch();
      return timeDuration(days * 86_400_000 + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms);
    },
  },
];
