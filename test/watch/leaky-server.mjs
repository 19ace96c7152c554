// An echo server that keeps so many bytes of every connection for ever.
import { WebSocketServer } from 'ws';

const kept = [];
const bytes = Number(process.argv[2]);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', backlog: 1024, perMessageDeflate: false });
server.on('connection', (socket) => {
  if (bytes > 0) kept.push(Buffer.alloc(bytes, 1));
  socket.on('message', (data, binary) => socket.send(data, { binary }));
});
server.on('listening', () => console.log(server.address().port));
