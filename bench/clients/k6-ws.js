// A closed loop on k6/ws, one connection per virtual user: k6 run k6-ws.js; environment: TARGET, CONNECTIONS, SIZE.
import ws from 'k6/ws';
import { payload, roundTrip } from './k6-echo.js';

export { options } from './k6-echo.js';

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
