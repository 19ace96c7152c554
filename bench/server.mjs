// The echo server of the benchmarks, on node:net, in a process of its own (fork it): sends its port, then answers every
// message of the parent with its counts. A chunk of whole frames is answered where it lies: unmasked in place, with
// the server's shorter headers in front, by one write.
import { createHash } from 'node:crypto';
import net from 'node:net';

const CLOSE = 8;
const PING = 9;
const PONG = 10;
const FIN = 0x80;

let messages = 0;
let connections = 0;

function unmask(bytes, maskAt, from, length) {
  let done = 0;
  if (length >= 32 && ((bytes.byteOffset + from) & 3) === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + from, length >> 2);
    const mask = bytes.readInt32LE(maskAt);
    for (let i = 0; i < words.length; i++) words[i] ^= mask;
    done = words.length * 4;
  }
  for (; done < length; done++) bytes[from + done] ^= bytes[maskAt + (done & 3)];
}

/** Turns the whole frames of a chunk into their answers, in place: they lie at start…end; `at` is where the rest begins. */
function answer(chunk) {
  let at = 0;
  let start = -1;
  let end = 0;
  let isClosed = false;
  while (!isClosed && at + 6 <= chunk.length) {
    let head = 2;
    let length = chunk[at + 1] & 0x7f;
    if (length === 126) {
      if (at + 8 > chunk.length) break;
      length = chunk.readUInt16BE(at + 2);
      head = 4;
    } else if (length === 127) {
      if (at + 14 > chunk.length) break;
      length = chunk.readUInt32BE(at + 6);
      head = 10;
    }
    const payload = at + head + 4;
    if (payload + length > chunk.length) break;
    unmask(chunk, at + head, payload, length);
    const opcode = chunk[at] & 0x0f;
    if (opcode < CLOSE && (chunk[at] & FIN) !== 0) messages++;
    if (opcode === PING) chunk[at] = FIN | PONG;
    isClosed = opcode === CLOSE;
    chunk[at + 1] &= 0x7f;
    if (start < 0) {
      // The first answer ends where its frame ends; the others follow it.
      start = at + 4;
      chunk.copyWithin(start, at, at + head);
      end = payload + length;
    } else {
      chunk.copyWithin(end, at, at + head);
      chunk.copyWithin(end + head, payload, payload + length);
      end += head + length;
    }
    at = payload + length;
  }
  return { start: Math.max(start, 0), end, at, isClosed };
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let rest;
  let isOpen = false;
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    const chunk = rest === undefined ? data : Buffer.concat([rest, data]);
    if (!isOpen) {
      const key = /\r\nsec-websocket-key: *(\S+)[^]*\r\n\r\n$/i.exec(chunk.latin1Slice())?.[1];
      rest = key === undefined ? chunk : undefined;
      if (key === undefined) return;
      isOpen = true;
      connections++;
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      return;
    }
    const { start, end, at, isClosed } = answer(chunk);
    // Copied: the answers that are still to be written share the chunk with it.
    rest = at < chunk.length ? Buffer.from(chunk.subarray(at)) : undefined;
    if (end > start) socket.write(chunk.subarray(start, end));
    if (isClosed) socket.end();
  });
});

server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => process.send(server.address().port));
process.on('message', () => process.send({ messages, connections }));
process.on('disconnect', () => process.exit());
