// CPU per round trip at any number of connections and size: node bench/echo.mjs --connections 200 --size 1024
// See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roundTripsOf } from './lines/round-trips.mjs';
import { options, startServer } from './processes.mjs';

const { connections, size, rounds, seconds } = options({ connections: 50, size: 256, rounds: 7, seconds: 1 });
const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-bench-'));
const server = await startServer();
try {
  const effort = { rounds, cpuSeconds: seconds };
  for (const { what, measured, detail } of await roundTripsOf(
    { connections, size },
    { server, folder, ...effort },
  ))
    console.log(`${what}: ${measured}\n  ${detail}`);
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
