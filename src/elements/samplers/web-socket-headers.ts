import type { Config, VirtualUser } from '../../types.ts';
import { javaHashMapOrder } from '../../websocket/java-hash-map-order.ts';
import type { ServerAddress } from '../../websocket/server-address.ts';
import { isReservedHeader, type CustomHeaders } from '../../websocket/upgrade-request.ts';
import { isCookieManager } from '../configs/cookie-manager.ts';
import { isHeaderManager, mergedHeaders } from '../configs/header-manager.ts';

/** The headers that a plan adds to an upgrade. */
export interface UpgradeHeaders {
  readonly entries: CustomHeaders;
  /** As the result shows them, those included that are not sent. */
  readonly shown: string;
}

const NONE: UpgradeHeaders = { entries: [], shown: '' };

/**
 * Headers of the Header and Cookie Managers in scope, in the order of the plugin's HashMap. Of several Cookie
 * Managers the outermost counts.
 */
export function customHeaders(
  configs: readonly Config[],
): (user: VirtualUser, address: ServerAddress) => UpgradeHeaders {
  const managers = configs.filter(isHeaderManager);
  const cookieManager = configs.findLast(isCookieManager);
  if (managers.length === 0 && cookieManager === undefined) return () => NONE;
  return (user, { host, target, tls }) => {
    const headers = new Map<string, string>();
    for (const { name, value } of mergedHeaders(managers, user)) if (name !== '') headers.set(name, value);
    const [path = ''] = target.split('?', 1);
    const cookies = cookieManager?.header(user, { host, path, secure: tls });
    if (cookies !== undefined) headers.set('Cookie', cookies);
    for (const [name, value] of headers)
      if (isReservedHeader(name))
        user.log.log('ERROR', 'e.l.w.WebSocketClient', `Ignoring user supplied header '${name}=${value}'`);
    const entries = javaHashMapOrder(headers);
    return { entries, shown: entries.map(([name, value]) => `${name}: ${value}`).join('\n') };
  };
}
