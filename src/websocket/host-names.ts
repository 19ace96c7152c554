import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { IoError } from './errors.ts';

/** Java keeps a resolved name for so long (networkaddress.cache.ttl). */
const TTL_MS = 30_000;
/** And knows for so long that a name has no address (networkaddress.cache.negative.ttl). */
const NEGATIVE_TTL_MS = 10_000;
const MAX_NAMES = 1000;

const known = new Map<string, { readonly addresses: readonly string[]; readonly untilMs: number }>();

function keep(host: string, addresses: readonly string[], ttlMs: number): void {
  if (known.size >= MAX_NAMES) known.clear();
  known.set(host, { addresses, untilMs: Date.now() + ttlMs });
}

/** The address itself when no name is to be resolved: an IP address, or nothing (loopback). */
export function literalAddress(host: string): string | undefined {
  if (host === '') return '127.0.0.1';
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const version = isIP(bare);
  return version === 6 || (version === 4 && bare === host) ? bare : undefined;
}

/**
 * Resolves a host as Java does: its addresses, IPv4 before IPv6.
 * @throws IoError with the host alone as message when there is none; its `cause` is undefined when that was known.
 */
export async function resolveHosts(host: string): Promise<readonly string[]> {
  const literal = literalAddress(host);
  if (literal !== undefined) return [literal];
  const kept = known.get(host);
  if (kept !== undefined && kept.untilMs > Date.now()) {
    if (kept.addresses.length === 0) throw new IoError(host);
    return kept.addresses;
  }
  try {
    const found = await lookup(host, { all: true, verbatim: false });
    const addresses = found.map(({ address }) => address);
    keep(host, addresses, TTL_MS);
    return addresses;
  } catch (error) {
    keep(host, [], NEGATIVE_TTL_MS);
    throw Object.assign(new IoError(host), { cause: error });
  }
}

/** The first of the addresses. @throws IoError */
export const resolveHost = async (host: string): Promise<string> => (await resolveHosts(host))[0] ?? '';
