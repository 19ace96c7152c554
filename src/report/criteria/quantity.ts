const MS_OF_UNIT: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  '': 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const BYTES_OF_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  kib: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  mib: 1024 ** 2,
};
const PART = /(\d+(?:\.\d+)?)([a-z]*)/gi;
const WHOLE = /^(?:\d+(?:\.\d+)?[a-z]*)+$/i;

/** A time such as `150ms`, `2s500ms`, `1.5m` or `10` (seconds) in milliseconds; undefined when it is none. */
export function parseTimeMs(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  let sum = 0;
  for (const [, value, unit = ''] of text.matchAll(PART)) {
    const ms = MS_OF_UNIT[unit.toLowerCase()];
    if (ms === undefined) return undefined;
    sum += Number(value) * ms;
  }
  return sum;
}

/** A size such as `500`, `10kb` or `1.5M` in bytes; undefined when it is none. */
export function parseBytes(text: string): number | undefined {
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text) ?? [];
  const factor = BYTES_OF_UNIT[unit.toLowerCase()];
  return value === undefined || factor === undefined ? undefined : Number(value) * factor;
}

/** A plain number; undefined when it is none. */
export const parseNumber = (text: string): number | undefined =>
  /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;

const decimals = (value: number): string => String(Number(value.toFixed(value < 10 ? 2 : 1)));

/** `62 ms`, `1.25 s`. */
export const timeText = (ms: number): string =>
  ms < 1000 ? `${decimals(ms)} ms` : `${decimals(ms / 1000)} s`;

export const bytesText = (bytes: number): string => {
  if (bytes < 1024) return `${decimals(bytes)} bytes`;
  return bytes < 1024 ** 2 ? `${decimals(bytes / 1024)} KB` : `${decimals(bytes / 1024 ** 2)} MB`;
};

export const numberText = (value: number): string => decimals(value);
