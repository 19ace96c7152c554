// A closed loop on k6/websockets, one connection per virtual user: k6 run k6-websockets.js; environment: TARGET,
// CONNECTIONS, SIZE.
import { WebSocket } from 'k6/websockets';
import { Trend } from 'k6/metrics';

const payload = 'x'.repeat(Number(__ENV.SIZE));
const roundTrip = new Trend('round_trip', true);
export const options = {
  scenarios: {
    echo: {
      executor: 'per-vu-iterations',
      vus: Number(__ENV.CONNECTIONS),
      iterations: 1,
      maxDuration: '24h',
    },
  },
};

export default function () {
  const socket = new WebSocket(__ENV.TARGET);
  let sent;
  const send = () => {
    sent = Date.now();
    socket.send(payload);
  };
  socket.addEventListener('open', send);
  socket.addEventListener('message', () => {
    roundTrip.add(Date.now() - sent);
    send();
  });
}
