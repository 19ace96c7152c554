import { data } from './arguments.ts';
import { MS_OF_DAY, temporalType } from './java-time.ts';
import { hostObject, type HostObject, type HostType, methodTable, type Value } from './value.ts';

/** `java.time.Duration`: milliseconds. */
export const durationType: HostType<number> = {
  name: 'java.time.Duration',
  key: (object) => `duration ${String(object.data)}`,
  compare: (a, b) => Math.sign(a - b),
  text: durationText,
  methods: methodTable<number>({
    toMillis: (ms) => BigInt(ms),
    getSeconds: (ms) => BigInt(Math.floor(ms / 1000)),
    toSeconds: (ms) => BigInt(Math.floor(ms / 1000)),
    toMinutes: (ms) => BigInt(Math.trunc(ms / 60_000)),
    toHours: (ms) => BigInt(Math.trunc(ms / 3_600_000)),
    toDays: (ms) => BigInt(Math.trunc(ms / MS_OF_DAY)),
    toString: durationText,
  }),
};

function durationText(ms: number): string {
  const [hours, minutes, seconds] = [
    Math.trunc(ms / 3_600_000),
    Math.trunc(ms / 60_000) % 60,
    (ms % 60_000) / 1000,
  ];
  const parts = `${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${seconds === 0 ? '' : `${seconds}S`}`;
  return `PT${parts === '' ? '0S' : parts}`;
}

export const durationOf = (ms: number): HostObject => hostObject(durationType, ms);
export const durationBetween = (from: Value, to: Value): HostObject =>
  durationOf(data(to, temporalType).ms - data(from, temporalType).ms);

/** `ChronoUnit.DAYS.between(a, b)`. */
export const unitType: HostType<string> = {
  name: 'java.time.temporal.ChronoUnit',
  text: (name: string) => name,
  methods: methodTable<string>({
    'between 2': (unit, [from, to]) => {
      const size = { MILLIS: 1, SECONDS: 1000, MINUTES: 60_000, HOURS: 3_600_000, DAYS: MS_OF_DAY }[unit]!;
      return BigInt(Math.trunc((data(to, temporalType).ms - data(from, temporalType).ms) / size));
    },
  }),
};

export const chronoUnits = ['MILLIS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'];
