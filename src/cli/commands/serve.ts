import { InvalidArgumentError } from 'commander';
import { describeEndpoints, startServer } from '../../server/server.ts';
import { command, parse } from '../command.ts';
import { CannotRunError, EXIT, reasonOf } from '../exit-code.ts';

/** The port that the example plans use unless told otherwise. */
const DEFAULT_PORT = 8765;

/** `wsmeter serve`: runs the demo server until it is interrupted. */
export async function main(args: readonly string[]): Promise<number> {
  const program = command('serve', 'Runs the demo server that the example plans talk to.')
    .option('-p, --port <number>', 'port to listen on; 0: a free one', toPort, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls', 'serve wss, with a self-signed certificate made at start', false);
  if (!parse(program, args)) return EXIT.ok;
  const { port, host, tls } = program.opts<{ port: number; host: string; tls: boolean }>();

  const server = await startServer({ port, host, tls }).catch((error: unknown) => {
    throw new CannotRunError(
      `Cannot listen on ${host} port ${port}: ${reasonOf(error)}. Choose another with --port.`,
    );
  });
  process.stdout.write(`Listening on ${server.url} (Ctrl-C ends it)\n${describeEndpoints()}`);
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await server.close();
  return signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
}

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
