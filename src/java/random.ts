import { illegalArgumentException } from './exception.ts';

/** The multiplier 0x5DEECE66D and the state of 48 bits, in two halves of 24 bits each: products stay exact. */
const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;
const HALF = 0x100_0000;

/** `java.util.Random`: the same seed gives the same numbers. */
export class JavaRandom {
  #high = 0;
  #low = 0;
  #nextGaussian: number | undefined;

  /** @param seed a Java long; absent: a random one. */
  constructor(seed: bigint = BigInt(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER))) {
    this.setSeed(seed);
  }

  setSeed(seed: bigint): void {
    const scrambled = BigInt.asUintN(48, seed ^ 0x5deece66dn);
    this.#high = Number(scrambled >> 24n);
    this.#low = Number(scrambled & 0xffffffn);
    this.#nextGaussian = undefined;
  }

  /** The upper `bits` of the next state, as a Java int. */
  #next(bits: number): number {
    const low = this.#low * MULTIPLIER_LOW + 0xb;
    const carry = Math.floor(low / HALF);
    const high = this.#high * MULTIPLIER_LOW + this.#low * MULTIPLIER_HIGH + carry;
    this.#low = low - carry * HALF;
    this.#high = high % HALF;
    const upper32 = this.#high * 256 + Math.floor(this.#low / 0x1_0000);
    return (upper32 | 0) >> (32 - bits);
  }

  #unsigned(bits: number): number {
    return this.#next(bits) & (2 ** bits - 1);
  }

  /**
   * A Java int, or with a bound one in [0, bound).
   * @throws JavaException IllegalArgumentException for a bound below 1.
   */
  nextInt(bound?: number): number {
    if (bound === undefined) return this.#next(32);
    if (bound <= 0) throw illegalArgumentException('bound must be positive');
    let bits = this.#unsigned(31);
    if ((bound & (bound - 1)) === 0) return Math.floor((bound * bits) / 2 ** 31);
    let value = bits % bound;
    // The last numbers below 2^31 make no full round of the bound.
    while (bits - value + bound - 1 >= 2 ** 31) {
      bits = this.#unsigned(31);
      value = bits % bound;
    }
    return value;
  }

  nextLong(): bigint {
    return BigInt.asIntN(64, (BigInt(this.#next(32)) << 32n) + BigInt(this.#next(32)));
  }

  nextBoolean(): boolean {
    return this.#next(1) !== 0;
  }

  /** In [0, 1). */
  nextDouble(): number {
    return (this.#unsigned(26) * 2 ** 27 + this.#unsigned(27)) / 2 ** 53;
  }

  /** Mean 0, standard deviation 1. */
  nextGaussian(): number {
    if (this.#nextGaussian !== undefined) {
      const value = this.#nextGaussian;
      this.#nextGaussian = undefined;
      return value;
    }
    let first: number;
    let second: number;
    let square: number;
    do {
      first = 2 * this.nextDouble() - 1;
      second = 2 * this.nextDouble() - 1;
      square = first * first + second * second;
    } while (square >= 1 || square === 0);
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    this.#nextGaussian = second * factor;
    return first * factor;
  }
}
