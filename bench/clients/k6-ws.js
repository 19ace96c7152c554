// A closed loop on k6/ws, one connection per virtual user: k6 run k6-ws.js; environment: TARGET, CONNECTIONS, SIZE.
import ws from 'k6/ws';
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
  ws.connect(__ENV.TARGET, {}, (socket) => {
    let sent;
    const send = () => {
      sent = Date.now();
      socket.send(payload);
    };
    socket.on('open', send);
    socket.on('message', () => {
      roundTrip.add(Date.now() - sent);
      send();
    });
  });
}
