import { hash, randomFillSync } from 'node:crypto';
import { illegalArgumentException } from '../java/exception.ts';
import type { ServerAddress } from './server-address.ts';

/** RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const RESERVED = new Set(['host', 'upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version']);
const LINE_BREAK = /[\r\n]/;

const KEY_BYTES = 16;
/** Random bytes for many keys: each call for them has its price. */
const random = Buffer.allocUnsafeSlow(256 * KEY_BYTES);
let used = random.length;

/** A Sec-WebSocket-Key. */
function freshKey(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random.toString('base64', used, (used += KEY_BYTES));
}

/** Headers that the plan adds, by exact name, in the order they go out. */
export type CustomHeaders = readonly (readonly [name: string, value: string])[];

export interface UpgradeRequest {
  readonly bytes: Buffer;
  /** The Sec-WebSocket-Accept that answers it. */
  readonly accept: string;
}

/** True for a header that the client sets by itself; such headers of the plan are left out. */
export const isReservedHeader = (name: string): boolean => RESERVED.has(name.toLowerCase());

/**
 * The opening handshake (RFC 6455, section 4.1), written as the plugin writes it.
 * @param absolute give the whole URL in the request line, as behind a proxy.
 * @throws JavaException for a header with a line break.
 */
export function upgradeRequest(
  address: ServerAddress,
  headers: CustomHeaders,
  absolute: boolean,
): UpgradeRequest {
  const { host, port } = address;
  const target = absolute
    ? `${address.tls ? 'https' : 'http'}://${host}:${port}${address.target}`
    : address.target;
  let custom = '';
  for (const [name, value] of headers) {
    if (LINE_BREAK.test(name) || LINE_BREAK.test(value))
      throw illegalArgumentException('Invalid header; contains new line.');
    if (!isReservedHeader(name)) custom += `${name}: ${value}\r\n`;
  }
  const key = freshKey();
  return {
    bytes: Buffer.from(
      `GET ${target} HTTP/1.1\r\nHost: ${host}:${port}\r\n${custom}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    ),
    accept: hash('sha1', key + GUID, 'base64'),
  };
}
