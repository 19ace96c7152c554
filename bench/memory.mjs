// Memory per connection at any number of them: node bench/memory.mjs --connections 5000. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spread } from './contest.mjs';
import { perConnection } from './lines/memory.mjs';
import { options, startServer } from './processes.mjs';

const { connections, rounds } = options({ connections: 10_000, rounds: 3 });
const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-bench-'));
const server = await startServer();
try {
  const { figures, failed } = await perConnection(server, folder, connections, rounds);
  console.log(`${connections} connections: ${spread(figures)} KB each; ${failed} failed samples`);
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
