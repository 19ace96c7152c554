import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { IoError } from './errors.ts';

/** Java keeps a resolved name for so long (networkaddress.cache.ttl). */
const TTL_MS = 30_000;
const MAX_NAMES = 1000;

const known = new Map<string, { readonly address: string; readonly untilMs: number }>();

/** The address itself when no name is to be resolved: an IP address, or nothing (loopback). */
export function literalAddress(host: string): string | undefined {
  if (host === '') return '127.0.0.1';
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const version = isIP(bare);
  return version === 6 || (version === 4 && bare === host) ? bare : undefined;
}

/**
 * Resolves a host as Java does: the first address, IPv4 before IPv6.
 * @throws IoError with the host alone as message when there is none.
 */
export async function resolveHost(host: string): Promise<string> {
  const literal = literalAddress(host);
  if (literal !== undefined) return literal;
  const now = Date.now();
  const kept = known.get(host);
  if (kept !== undefined && kept.untilMs > now) return kept.address;
  try {
    const { address } = await lookup(host, { verbatim: false });
    if (known.size >= MAX_NAMES) known.clear();
    known.set(host, { address, untilMs: now + TTL_MS });
    return address;
  } catch {
    throw new IoError(host);
  }
}
