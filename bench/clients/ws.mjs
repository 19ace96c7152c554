// A bare closed loop on `ws`: node ws.mjs URL CONNECTIONS REQUESTS SIZE [TIMES]
// Each connection is opened TIMES times and sends REQUESTS each time; -1: for ever.
import { WebSocket } from 'ws';

const [url, connections, requests, size, times = '1'] = process.argv.slice(2);
const payload = 'x'.repeat(Number(size));

function open(timesLeft) {
  let left = Number(requests);
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const next = () => (left-- === 0 ? socket.close(1000) : socket.send(payload));
  socket.on('open', next);
  socket.on('message', (data) => {
    if (data.length !== payload.length) throw new Error(`${data.length} bytes came back`);
    next();
  });
  if (timesLeft !== 1) socket.on('close', () => open(timesLeft - 1));
}
for (let i = 0; i < Number(connections); i++) open(Number(times));
