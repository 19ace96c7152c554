import { parseUrl, urlFromParts, type JavaUrl } from '../../http/java-url.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import { JavaException } from '../../java/exception.ts';
import { trim } from '../../java/trim.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';
import { queryOf, type HttpArgument } from './http-request-arguments.ts';

/** Methods whose parameters are a query. */
const WITH_QUERY = new Set(['GET', 'DELETE', 'OPTIONS']);

/** The port as typed, 0 when it is none. */
function portNumber(text: string): number {
  try {
    return parseInt32(trim(text));
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    return 0;
  }
}

/** The URL that a request asks for (HTTPSamplerBase.getUrl). */
export function urlReader(
  context: ElementContext,
  args: readonly HttpArgument[],
): (user: VirtualUser, method: string, charset: string) => JavaUrl {
  const pathTemplate = context.text('HTTPSampler.path');
  const domain = context.text('HTTPSampler.domain');
  const protocolTemplate = context.text('HTTPSampler.protocol');
  const port = context.text('HTTPSampler.port');
  return (user, method, charset) => {
    const path = pathTemplate.evaluate(user).replaceAll(' ', '%20');
    if (/^https?:\/\//.test(path)) return parseUrl(path);
    const protocol = protocolTemplate.evaluate(user) || 'http';
    const query = WITH_QUERY.has(method) ? queryOf(args, charset, user) : '';
    const file =
      (path.startsWith('/') ? path : `/${path}`) +
      (query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`);
    const number = portNumber(port.evaluate(user));
    const usual = protocol.toLowerCase() === 'https' ? 443 : 80;
    return urlFromParts(
      protocol,
      domain.evaluate(user),
      number === 0 || number === usual ? -1 : number,
      file,
    );
  };
}
