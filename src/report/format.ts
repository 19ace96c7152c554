/** Milliseconds with three digits or more, at most two of them behind the point. */
export const milliseconds = (value: number): string =>
  Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)).toLocaleString('en-US');

export const count = (value: number): string => value.toLocaleString('en-US');

/** Samples per second, or `-`. */
export const rate = (value: number | null): string =>
  value === null ? '-' : Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)).toLocaleString('en-US');

/** The share of `part`, as `0.25%`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const value = (part / whole) * 100;
  // What is not none, or not all, must not look like it.
  if (part > 0 && value < 0.01) return '<0.01%';
  if (part < whole && value > 99.99) return '>99.99%';
  return `${Number(value.toFixed(2))}%`;
}

export function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let scaled = value;
  let unit = 0;
  while (scaled >= 1024 && unit < units.length - 1) {
    scaled /= 1024;
    unit++;
  }
  const name = value === 1 ? 'byte' : (units[unit] ?? '');
  return `${Number(scaled.toFixed(scaled < 10 && unit > 0 ? 1 : 0)).toLocaleString('en-US')} ${name}`;
}

/** A name that can be seen. */
export const nameText = (name: string): string => (name.trim() === '' ? '(blank)' : name);

/** `1:02:03`, `2:03` or `3.4 s`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** `2026-11-30 16:45:01 UTC`. */
export const moment = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
