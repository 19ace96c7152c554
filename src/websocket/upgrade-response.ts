import { UpgradeError } from './errors.ts';
import type { ResponseHead } from './response-head.ts';

/** @throws UpgradeError for any status but 101. */
export function checkUpgradeStatus(status: number, statusLine: string): void {
  if (status !== 101)
    throw new UpgradeError(`Got unexpected status ${status} with statusLine:${statusLine}`, status);
}

/**
 * Checks the answer to the opening handshake (RFC 6455, section 4.1) as strictly as the plugin: a `Connection` that
 * lists more than `Upgrade` is refused.
 * @throws UpgradeError
 */
export function checkUpgrade(head: ResponseHead, accept: string): void {
  const value = (name: string): string | undefined => head.headers.get(name)?.value;
  if (value('upgrade')?.toLowerCase() !== 'websocket')
    throw new UpgradeError("Server response should contain 'Upgrade' header with value 'websocket'");
  if (value('connection')?.toLowerCase() !== 'upgrade')
    throw new UpgradeError("Server response should contain 'Connection' header with value 'Upgrade'");
  const answer = value('sec-websocket-accept');
  if (answer === undefined)
    throw new UpgradeError("Server response should contain 'Sec-WebSocket-Accept' header");
  if (answer !== accept)
    throw new UpgradeError("Server response header 'Sec-WebSocket-Accept' has incorrect value.");
}

/** Response headers as results show them: sorted by name in any case, `Name: value` lines. */
export function headerLines(head: ResponseHead): string {
  return [...head.headers]
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, { name, value }]) => `${name}: ${value}`)
    .join('\n');
}
