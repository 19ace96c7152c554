import { illegalArgumentException } from './exception.ts';

/** 2^53: the numbers that Math.random tells apart. */
const EXACT = 0x20_0000_0000_0000n;

function random64(): bigint {
  const part = (): bigint => BigInt(Math.floor(Math.random() * 0x1_0000_0000));
  return (part() << 32n) | part();
}

/**
 * `ThreadLocalRandom.nextLong(origin, bound)`: each value in [origin, bound) is as likely as any other.
 * @throws JavaException IllegalArgumentException when the range is empty.
 */
export function randomLong(origin: bigint, bound: bigint): bigint {
  const range = bound - origin;
  if (range <= 0n) throw illegalArgumentException('bound must be greater than origin');
  if (range <= EXACT) return origin + BigInt(Math.floor(Math.random() * Number(range)));
  // Values above the largest multiple of the range would make the low results more likely.
  const limit = (1n << 64n) - ((1n << 64n) % range);
  let value = random64();
  while (value >= limit) value = random64();
  return origin + (value % range);
}
