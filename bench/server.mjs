// The embedded server in a process of its own: node server.mjs. Prints its port.
import { startServer } from '../dist/server/server.js';

const server = await startServer();
console.log(server.port);
