// A closed loop on node:net with the least codec that does the job: node net.mjs URL CONNECTIONS REQUESTS SIZE
// One read buffer for all connections, one prepared frame per connection that is masked anew for each request.
import { randomBytes, randomInt } from 'node:crypto';
import net from 'node:net';

const [url, connections, requests, size] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const payload = Buffer.alloc(Number(size), 'x');
const headLength = payload.length < 126 ? 2 : 4;
const replyLength = headLength + payload.length;
const shared = Buffer.allocUnsafeSlow(65536);

for (let i = 0; i < Number(connections); i++) {
  let left = Number(requests);
  let expected = 0;
  let head = '';
  const frame = Buffer.alloc(headLength + 4 + payload.length);
  frame[0] = 0x81;
  frame[1] = 0x80 | (headLength === 2 ? payload.length : 126);
  if (headLength === 4) frame.writeUInt16BE(payload.length, 2);

  const send = () => {
    frame.writeUInt32BE(randomInt(0x1_0000_0000 - 1), headLength);
    for (let at = 0; at < payload.length; at++)
      frame[headLength + 4 + at] = payload[at] ^ frame[headLength + (at & 3)];
    expected = replyLength;
    socket.write(frame);
  };
  const read = (length, buffer) => {
    if (expected === 0) {
      head += buffer.latin1Slice(0, length);
      if (!head.endsWith('\r\n\r\n')) return true;
      if (!head.startsWith('HTTP/1.1 101')) throw new Error(head);
      send();
      return true;
    }
    expected -= length;
    if (expected > 0) return true;
    if (--left > 0) send();
    else socket.end(Buffer.from('88820000000003e8', 'hex'));
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
}
