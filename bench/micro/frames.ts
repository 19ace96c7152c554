/**
 * CPU time per frame of the reader (frames whole in a segment, and cut in two) and of the writer; best of rounds.
 *
 *     npx rolldown bench/micro/frames.ts -p node -f esm -d /tmp/frames-bench && node /tmp/frames-bench/frames.js
 */
import { FrameReader } from '../../src/websocket/frame-reader.ts';
import { OPCODE, payloadFrame, textFrame } from '../../src/websocket/frame-writer.ts';

const ROUNDS = 15;
const BYTES_PER_ROUND = 64 * 1024 * 1024;

/** Best nanoseconds of CPU time per call. */
function best(calls: number, body: (calls: number) => void): string {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    body(calls);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, ((user + system) * 1000) / calls);
  }
  return least.toFixed(0).padStart(8);
}

function serverFrame(opcode: number, length: number): Buffer {
  const header = length < 126 ? [0x80 | opcode, length] : [0x80 | opcode, 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 'x')]);
}

console.log('bytes  read text  read binary  read cut in two  write text  write binary');
for (const length of [16, 256, 4096, 16_384]) {
  const calls = Math.min(1_000_000, Math.ceil(BYTES_PER_ROUND / length));
  const read = (frame: Buffer, cut: number): string => {
    let seen = 0;
    const reader = new FrameReader({ onFrame: () => void seen++ }, undefined);
    const cost = best(calls, (n) => {
      for (let i = 0; i < n; i++) {
        if (cut > 0) reader.push(frame, 0, cut, i);
        reader.push(frame, cut, frame.length, i);
      }
    });
    if (seen !== calls * ROUNDS) throw new Error('frames were lost');
    return cost;
  };
  const text = 'x'.repeat(length);
  const bytes = Buffer.from(text);
  const costs = [
    read(serverFrame(OPCODE.text, length), 0),
    read(serverFrame(OPCODE.binary, length), 0),
    read(serverFrame(OPCODE.text, length), length >> 1),
    best(calls, (n) => {
      for (let i = 0; i < n; i++) textFrame(text);
    }),
    best(calls, (n) => {
      for (let i = 0; i < n; i++) payloadFrame(OPCODE.binary, bytes);
    }),
  ];
  console.log(`${String(length).padStart(5)}  ${costs.join('    ')}`);
}
