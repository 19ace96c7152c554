// A bare closed loop on `ws`: node ws.mjs URL CONNECTIONS REQUESTS SIZE
import { WebSocket } from 'ws';

const [url, connections, requests, size] = process.argv.slice(2);
const payload = 'x'.repeat(Number(size));

for (let i = 0; i < Number(connections); i++) {
  let left = Number(requests);
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const send = () => socket.send(payload);
  socket.on('open', send);
  socket.on('message', (data) => {
    if (data.length !== payload.length) throw new Error(`${data.length} bytes came back`);
    if (--left > 0) send();
    else socket.close(1000);
  });
}
