import { describe, expect, it } from 'vitest';
import { compileLoaded, evaluateText, testEnvironment } from '../../support/template.ts';
import { testUser, type TestUser } from '../../support/user.ts';

/** What JMeter 5.6.3 gives, and the variables it sets. */
const values: [text: string, value: string, variables: Record<string, string>][] = [
  ['${__digest(MD5,Errare humanum est,,,)}', 'c49f00b92667a35c63708933384dad52', {}],
  [
    '${__digest(MD2,abc,,,)} ${__digest(md2,,,)}|${__digest(MD2,The quick brown fox jumps over the lazy dog and more than 16)}',
    'da853b0d3f88d99b30283a69e6ded6bb 8350e5a3e24c153df2275c9f80692773|b6891afdf9f8769a073e46d76accaaf5',
    {},
  ],
  [
    '${__digest(SHA-256,Errare humanum est,mysalt,,)}',
    'c44553d6a6d40c935e28b6d635e32462f7bcc99ffc7b98ff55f505b735e61b1b',
    {},
  ],
  [
    '${__digest(sha-1,abc,,true, dg )} ${dg}',
    'A9993E364706816ABA3E25717850C26C9CD0D89D A9993E364706816ABA3E25717850C26C9CD0D89D',
    { dg: 'A9993E364706816ABA3E25717850C26C9CD0D89D' },
  ],
  [
    '${__digest(SHA1,abc)} ${__digest(SHA,abc)}',
    'a9993e364706816aba3e25717850c26c9cd0d89d a9993e364706816aba3e25717850c26c9cd0d89d',
    {},
  ],
  [
    '${__digest(SHA224,abc)}|${__digest(SHA-224,abc)}',
    '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7|23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7',
    {},
  ],
  [
    '${__digest(SHA512,abc)}|${__digest(SHA-512/224,abc)}|${__digest(SHA-512/256,abc)}',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f|4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa|53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23',
    {},
  ],
  [
    '${__digest(SHA3-256,abc)}|${__digest(sha3-224,abc)}|${__digest(SHA3-384,abc)}|${__digest(SHA3-512,abc)}',
    '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532|e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf|ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25|b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
    {},
  ],
  ['${__digest(RIPEMD160,abc)}', 'null', {}],
  ['${__digest( MD5,abc)}', 'null', {}],
  ['${__digest(MD5, abc )}', '01c9a8945abead949b46c77cf3245b8a', {}],
  ['${__digest(MD5,abc, ,)}', '28a53e303da9f5742476fd6b62434540', {}],
  ['${__digest(MD5,,,)}', 'd41d8cd98f00b204e9800998ecf8427e', {}],
  [
    '${__digest(MD5,abc,,yes)}|${__digest(MD5,abc,, TRUE)}',
    '900150983cd24fb0d6963f7d28e17f72|900150983cd24fb0d6963f7d28e17f72',
    {},
  ],
  ['${__digest(,abc)}', 'null', {}],
  [
    '${__digest(SHA-384,é€😀)}',
    '08a981d92c716da29ca9b4e3ce1e01edc43e946e98f996c1ffd8c0acc3b65ecbb1c4be7cd815db6888bfd32f83a0dc21',
    {},
  ],
  ['${__digest(NOPE,abc,,,vx)}', 'null', {}],
  [
    '${__digest(sha256,abc)}|${__digest(SHA256,abc)}|${__digest(blake2b512,abc)}|${__digest(MD4,abc)}',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad|ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad|null|null',
    {},
  ],
];

const malformed: [text: string, message: string][] = [
  ['${__digest(MD5)}', '__digest called with wrong number of parameters. Actual: 1. Expected: >= 2 and <= 5'],
];

const variables = { v: 'V' };

function freshUser(): TestUser {
  const user = testUser({ variables, properties: {} });
  return user;
}

describe('__digest', () => {
  it.each(values)('%s gives %j', async (text, value, set) => {
    const user = freshUser();
    expect(await evaluateText(text, user)).toBe(value);
    expect(Object.fromEntries(user.variables.entries())).toEqual({ ...variables, ...set });
  });

  it.each(malformed)('%s is malformed', async (text, message) => {
    await expect(compileLoaded(text, testEnvironment(freshUser()))).rejects.toThrow(message);
  });
});
