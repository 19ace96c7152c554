// A closed loop on node:net with the least codec that does the job: node net.mjs URL CONNECTIONS REQUESTS SIZE [TIMES]
// Each connection is opened TIMES times and sends REQUESTS each time; -1: for ever. One read buffer for all
// connections, one prepared frame per connection that is masked anew, by words, for each request.
import { randomBytes, randomFillSync } from 'node:crypto';
import net from 'node:net';

const [url, connections, requests, size, times = '1'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const headLength = Number(size) < 126 ? 2 : 4;
const words = Math.ceil(Number(size) / 4);
const replyLength = headLength + Number(size);
const shared = Buffer.allocUnsafeSlow(65536);
const source = new Int32Array(new Uint8Array(words * 4).fill(0x78).buffer);
const masks = new Int32Array(1024);
let masksUsed = masks.length;

function nextMask() {
  if (masksUsed === masks.length) {
    randomFillSync(masks);
    masksUsed = 0;
  }
  return masks[masksUsed++];
}

function open(timesLeft) {
  let left = Number(requests);
  let expected = 0;
  let head = '';
  // The payload lies at 8, where words can be written.
  const memory = Buffer.alloc(8 + words * 4);
  const payload = new Int32Array(memory.buffer, memory.byteOffset + 8, words);
  const frame = memory.subarray(4 - headLength, 8 + Number(size));
  frame[0] = 0x81;
  frame[1] = 0x80 | (headLength === 2 ? Number(size) : 126);
  if (headLength === 4) frame.writeUInt16BE(Number(size), 2);

  const next = () => {
    if (left-- === 0) {
      expected = 4;
      socket.write(Buffer.from('88820000000003e8', 'hex'));
      return;
    }
    const mask = nextMask();
    memory.writeInt32LE(mask, 4);
    for (let i = 0; i < words; i++) payload[i] = source[i] ^ mask;
    expected = replyLength;
    socket.write(frame);
  };
  const read = (length, buffer) => {
    if (expected === 0) {
      head += buffer.latin1Slice(0, length);
      if (!head.endsWith('\r\n\r\n')) return true;
      if (!head.startsWith('HTTP/1.1 101')) throw new Error(head);
      next();
      return true;
    }
    expected -= length;
    if (expected > 0) return true;
    if (left >= 0 || Number(requests) < 0) next();
    else socket.end();
    return true;
  };
  const socket = net.connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: shared, callback: read },
  });
  socket.on('connect', () =>
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    ),
  );
  if (timesLeft !== 1) socket.on('close', () => open(timesLeft - 1));
}
for (let i = 0; i < Number(connections); i++) open(Number(times));
