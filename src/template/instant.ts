import type { Instant } from '../java/date-time-formatter.ts';
import type { VirtualUser } from '../types.ts';

/** Now, by the user's clock. */
export function instantNow(user: VirtualUser): Instant {
  const us = user.clock.nowUs();
  const epochMs = Math.floor(us / 1000);
  return { epochMs, nanos: Math.floor((us - epochMs * 1000) * 1000) };
}
