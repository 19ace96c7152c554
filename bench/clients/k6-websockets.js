// A closed loop on k6/websockets, one connection per virtual user: k6 run k6-websockets.js; environment: TARGET,
// CONNECTIONS, SIZE.
import { WebSocket } from 'k6/websockets';
import { payload, roundTrip } from './k6-echo.js';

export { options } from './k6-echo.js';

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
