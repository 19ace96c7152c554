import { createHash, randomUUID } from 'node:crypto';
import { JavaRandom } from '../../java/random.ts';
import { bytes } from './bytes.ts';
import { int, long } from './arguments.ts';
import { illegalArgument } from './exceptions.ts';
import { javaCall } from './parse-numbers.ts';
import {
  hostObject,
  type HostObject,
  type HostType,
  JavaDouble,
  JavaList,
  methodTable,
  type Value,
} from './value.ts';

function between(random: JavaRandom, origin: number, bound: number): number {
  if (origin >= bound) throw illegalArgument('bound must be greater than origin');
  return origin + random.nextInt(bound - origin);
}

/** `java.util.Random`, and the others that draw numbers. */
export const randomType: HostType<JavaRandom> = {
  name: 'java.util.Random',
  text: () => 'java.util.Random@1b2c3d',
  methods: methodTable<JavaRandom>({
    'nextInt 0 2': (random, [first, second]) =>
      javaCall(() =>
        first === undefined
          ? random.nextInt()
          : second === undefined
            ? random.nextInt(int(first))
            : between(random, int(first), int(second)),
      ),
    'nextLong 0 2': (random, [first, second]) => {
      if (first === undefined) return random.nextLong();
      const [origin, bound] = second === undefined ? [0n, long(first)] : [long(first), long(second)];
      if (origin >= bound) throw illegalArgument('bound must be greater than origin');
      return origin + (BigInt.asUintN(63, random.nextLong()) % (bound - origin));
    },
    nextBoolean: (random) => random.nextBoolean(),
    'nextDouble 0 2': (random, args) => {
      const [origin, bound] =
        args.length === 2 ? args.map((arg) => Number(String(arg))) : [0, Number(String(args[0] ?? 1))];
      return new JavaDouble(origin! + random.nextDouble() * (bound! - origin!));
    },
    nextGaussian: (random) => new JavaDouble(random.nextGaussian()),
    'nextBytes 1': (random, [array]) => {
      const target = bytes(array);
      for (let at = 0; at < target.length; at += 4) {
        const value = random.nextInt();
        for (let i = 0; i < 4 && at + i < target.length; i++) target[at + i] = value >> (8 * i);
      }
      return null;
    },
    'setSeed 1': (random, [seed]) => {
      random.setSeed(long(seed));
      return null;
    },
    'ints 3': (random, [count, origin, bound]) =>
      new JavaList(
        Array.from({ length: Number(long(count)) }, () => between(random, int(origin), int(bound))),
      ),
  }),
};

/** Numbers of all users' ThreadLocalRandom, Math.random and the like. */
const common = new JavaRandom();
export const commonRandom = (): HostObject => hostObject(randomType, common);
export const newRandom = (seed: Value | undefined): HostObject =>
  hostObject(randomType, seed === undefined ? new JavaRandom() : new JavaRandom(long(seed)));

/** `java.util.UUID`: its text. */
export const uuidType: HostType<string> = {
  name: 'java.util.UUID',
  text: (uuid: string) => uuid,
  key: (object) => String(object.data),
  methods: methodTable<string>({
    toString: (uuid: string) => uuid,
    getMostSignificantBits: (uuid) => BigInt.asIntN(64, BigInt(`0x${uuid.replaceAll('-', '').slice(0, 16)}`)),
    getLeastSignificantBits: (uuid) => BigInt.asIntN(64, BigInt(`0x${uuid.replaceAll('-', '').slice(16)}`)),
    version: (uuid) => parseInt(uuid[14]!, 16),
  }),
};

export const randomUuid = (): HostObject => hostObject(uuidType, randomUUID());

export function uuidFromBytes(input: Uint8Array): HostObject {
  const hash = createHash('md5').update(input).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x30;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return uuidFromHex(hash.toString('hex'));
}

const uuidFromHex = (hex: string): HostObject =>
  hostObject(
    uuidType,
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  );

export function parseUuid(text: string): HostObject {
  const parts = text.split('-');
  if (parts.length !== 5 || parts.some((part) => !/^[\da-fA-F]+$/.test(part)))
    throw illegalArgument(`Invalid UUID string: ${text}`);
  const widths = [8, 4, 4, 4, 12];
  return uuidFromHex(
    parts.map((part, i) => part.toLowerCase().padStart(widths[i]!, '0').slice(-widths[i]!)).join(''),
  );
}
