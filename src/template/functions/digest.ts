import { createHash } from 'node:crypto';
import { md2 } from '../../java/md2.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** Java's names of the algorithms it has, without hyphens, to OpenSSL's. */
const algorithms = new Map([
  ['MD5', 'md5'],
  ['SHA', 'sha1'],
  ['SHA1', 'sha1'],
  ['SHA224', 'sha224'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
  ['SHA512/224', 'sha512-224'],
  ['SHA512/256', 'sha512-256'],
  ['SHA3224', 'sha3-224'],
  ['SHA3256', 'sha3-256'],
  ['SHA3384', 'sha3-384'],
  ['SHA3512', 'sha3-512'],
]);

/** Hexadecimal digest; undefined for an unknown algorithm. */
function digestOf(algorithm: string, text: string): string | undefined {
  if (algorithm.toUpperCase() === 'MD2') return md2(Buffer.from(text)).toString('hex');
  const name = algorithms.get(algorithm.toUpperCase().replaceAll('-', ''));
  return name === undefined ? undefined : createHash(name).update(text).digest('hex');
}

/** `org.apache.jmeter.functions.DigestEncodeFunction`: an unknown algorithm gives the word null. */
export const digest: FunctionDefinition = {
  name: '__digest',
  minArgs: 2,
  maxArgs: 5,
  summary: 'Hexadecimal digest of a text and a salt after it',
  compile([algorithmText, text, saltText, upper, variable]) {
    return (user) => {
      const algorithm = algorithmText!.evaluate(user);
      const value = text!.evaluate(user);
      const salt = saltText?.evaluate(user) ?? '';
      const found = digestOf(algorithm, value + salt);
      if (found === undefined) {
        user.log.log(
          'ERROR',
          'o.a.j.f.DigestEncodeFunction',
          `Error calling __digest function with value ${value}, digest algorithm ${algorithm}, salt ${salt}, ${algorithm} MessageDigest not available`,
        );
        return 'null';
      }
      const wantsUpper = upper?.evaluate(user).toLowerCase() === 'true';
      return storeResult(user, variable, wantsUpper ? found.toUpperCase() : found);
    };
  },
};
