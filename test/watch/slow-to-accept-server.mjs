// A WebSocket server with a listen queue of one, which is busy with something else after its first connection.
import { WebSocketServer } from 'ws';

const BUSY_MS = 1500;
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', backlog: 1 });
server.once('connection', () => {
  const end = performance.now() + BUSY_MS;
  while (performance.now() < end);
});
server.on('listening', () => console.log(server.address().port));
