// Listens with the shortest queue there is and never accepts: once the queue is full, connecting neither succeeds nor fails.
import { createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';

const server = createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
