import dgram from 'node:dgram';

const LOOPBACK = '127.0.0.1';
const MAX_COMMAND_BYTES = 100;

/** Listens for JMeter's stop commands on a UDP port of the loopback address. */
export interface ShutdownPort {
  readonly port: number;
  close(): void;
}

/**
 * Opens the first free UDP port from `first` to `last` and calls `received` with each datagram's text: `Shutdown`,
 * `StopTestNow`, `HeapDump` or `ThreadDump`.
 * @returns undefined when no port is free.
 */
export async function openShutdownPort(
  first: number,
  last: number,
  received: (command: string, from: string) => void,
): Promise<ShutdownPort | undefined> {
  for (let port = first; port <= last; port++) {
    const socket = dgram.createSocket('udp4');
    const bound = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false));
      socket.bind(port, LOOPBACK, () => resolve(true));
    });
    if (!bound) {
      socket.close();
      continue;
    }
    socket.on('message', (data, from) => {
      if (data.length <= MAX_COMMAND_BYTES) received(data.toString('latin1').trim(), from.address);
    });
    socket.on('error', () => {});
    socket.unref();
    return { port, close: () => socket.close() };
  }
  return undefined;
}
