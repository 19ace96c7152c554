/**
 * CPU time per round trip of the client alone, without samplers and engine; needs an echo server.
 *
 *     npx rolldown bench/micro/round-trip.ts -p node -f esm -d /tmp/round-trip-bench
 *     node /tmp/round-trip-bench/round-trip.js ws://127.0.0.1:9001/ [connections] [bytes] [seconds]
 */
import { WebSocketConnection } from '../../src/websocket/connection.ts';
import { serverAddress } from '../../src/websocket/server-address.ts';

const [url = 'ws://127.0.0.1:9001/', connections = '50', size = '256', seconds = '4'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const clock = {
  nowUs: () => (performance.timeOrigin + performance.now()) * 1000,
  setTimer: () => () => {},
};
const payload = 'x'.repeat(Number(size));
const endUs = clock.nowUs() + Number(seconds) * 1e6;
let roundTrips = 0;

async function loop(): Promise<void> {
  const connection = new WebSocketConnection(serverAddress(false, hostname, Number(port), pathname), clock);
  await connection.connect({
    headers: [],
    connectTimeoutMs: 5000,
    readTimeoutMs: 5000,
    proxy: undefined,
    tlsSessions: undefined,
  });
  while (clock.nowUs() < endUs) {
    connection.sendText(payload);
    const flushing = connection.flushing();
    if (flushing !== undefined) await flushing;
    const received = connection.receive(6000);
    const frame = received instanceof Promise ? await received : received;
    if (frame.failure !== undefined) throw frame.failure;
    roundTrips++;
  }
  connection.close();
}

const before = process.cpuUsage();
await Promise.all(Array.from({ length: Number(connections) }, loop));
const { user, system } = process.cpuUsage(before);
console.log(
  `${roundTrips} round trips, ${((user + system) / roundTrips).toFixed(2)} us CPU each (${(user / roundTrips).toFixed(2)} user)`,
);
