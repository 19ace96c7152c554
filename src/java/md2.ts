/** The permutation of RFC 1319, which comes from the digits of pi. */
const permutation = Buffer.from(
  'KS5DyaLYfAE9NlSh7PAGE2KnBfPAx3OMmJMr2bxMgsoem1c8/dTgFmdCbxiKF+USvk7E1tqe3kmg+/WOuy/ueqloeZEVsgc/' +
    'lMIQiQsiXyGAf12aWpAyJzU+zOe/95cD/xkws0iltdHXXpIqrFaqxk+4ONKWpH22dvxr4px0BPFFnXBZZHGHIIZbz2XmLagC' +
    'G2Alra6wufYcRmFpNEB+D1VHoyPdUa86w1z5zrrF6iYsUw1uhSiECdPfzfRBgU1Satw3yGzBq/ok4XsIDL2xSniIlYvjY+ht' +
    '6cvV/jsAHTny77cOZljQ5KZ3cvjrdUsKMURQtI/tHxrbmY0znxGDFA==',
  'base64',
);

const BLOCK = 16;
const ROUNDS = 18;

/** The MD2 message digest (RFC 1319), 16 bytes; OpenSSL no longer has it, Java does. */
export function md2(message: Uint8Array): Buffer {
  const padding = BLOCK - (message.length % BLOCK);
  const padded = Buffer.concat([message, Buffer.alloc(padding, padding)]);
  const checksum = Buffer.alloc(BLOCK);
  let last = 0;
  padded.forEach((byte, i) => {
    last = checksum[i % BLOCK]! ^ permutation[byte ^ last]!;
    checksum[i % BLOCK] = last;
  });
  const input = Buffer.concat([padded, checksum]);
  const state = Buffer.alloc(3 * BLOCK);
  for (let start = 0; start < input.length; start += BLOCK) {
    for (let i = 0; i < BLOCK; i++) {
      state[BLOCK + i] = input[start + i]!;
      state[2 * BLOCK + i] = input[start + i]! ^ state[i]!;
    }
    let mixed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < state.length; i++) {
        mixed = state[i]! ^ permutation[mixed]!;
        state[i] = mixed;
      }
      mixed = (mixed + round) % 256;
    }
  }
  return state.subarray(0, BLOCK);
}
