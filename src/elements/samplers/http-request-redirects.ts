import { checkUri, sanitized } from '../../http/java-uri.ts';
import { parseUrl, type JavaUrl } from '../../http/java-url.ts';
import { protocolFailure } from '../../http/failures.ts';
import { JavaException } from '../../java/exception.ts';
import { SampleResult } from '../../types.ts';
import { asException, describeRequest, failWith, type Hop } from './http-request-result.ts';

const REDIRECTS = new Set([301, 302, 303, 308]);

/** True for an answer that leads elsewhere; 307 only for requests that may be repeated unseen. */
export const isRedirect = (status: number, method: string): boolean =>
  REDIRECTS.has(status) || (status === 307 && (method === 'GET' || method === 'HEAD'));

/** What followed redirects depend on. */
export interface RedirectRules {
  /** httpsampler.max_redirects */
  readonly max: number;
  /** Sub-results are named after their parent, and not after their URL. */
  readonly renames: boolean;
}

/**
 * Follows redirects step by step (HTTPSamplerBase.followRedirects). Each request is a sub-result; the whole looks as if
 * the last answer had come at once.
 * @param sample sends one request.
 */
export async function followRedirects(
  first: Hop,
  { max, renames }: RedirectRules,
  sample: (url: JavaUrl, method: string) => Promise<Hop>,
): Promise<SampleResult> {
  const total = Object.assign(new SampleResult(), first.result);
  if (renames) first.result.label = `${total.label}-0`;
  total.subResults = [first.result];
  const whole: Hop = { ...first, result: total };
  let last = first;
  let count = 0;
  for (; count < max && last.result.redirectLocation !== undefined; count++) {
    let url: JavaUrl;
    try {
      url = redirectUrl(last.url, last.result.redirectLocation);
    } catch (error) {
      const exception = asException(error);
      failWith(last.result, exception);
      if (last !== first) break;
      failWith(total, exception);
      break;
    }
    last = await sample(url, last.method === 'HEAD' ? 'HEAD' : 'GET');
    total.addSubResult(last.result, renames);
  }
  if (count >= max) {
    last = { ...last, result: Object.assign(new SampleResult(), last.result) };
    failWith(
      last.result,
      new JavaException('java.io.IOException', `Exceeded maximum number of redirects: ${max}`),
    );
    total.addSubResult(last.result, renames);
  }
  takeOver(whole, last);
  return total;
}

/** What of the last answer shows in the whole. */
function takeOver(whole: Hop, last: Hop): void {
  const { result: total } = whole;
  const { result } = last;
  total.requestHeaders = result.requestHeaders;
  total.responseData = result.responseData;
  total.decodeText = result.decodeText;
  total.responseCode = result.responseCode;
  total.success = result.success;
  total.responseMessage = result.responseMessage;
  total.dataType = result.dataType;
  total.responseHeaders = result.responseHeaders;
  total.encoding = result.encoding;
  describeRequest({ ...whole, url: last.url, method: last.method, body: last.body });
}

/** The URL that a Location leads to, written as a URI. @throws JavaException */
function redirectUrl(from: JavaUrl, location: string): JavaUrl {
  const place = withoutParents(location).replaceAll(' ', '%20');
  const url = parseUrl(place, from);
  // Extra `../` at the start lead no higher than the root.
  const above = place.startsWith('../') ? /^\/((?:\.\.\/)+)/.exec(url.path)?.[1] : undefined;
  const inside =
    above !== undefined && place.startsWith(above) ? parseUrl(place.slice(above.length), from) : url;
  return sanitized(inside);
}

/** Takes `folder/..` out of a path (ConversionUtils.removeSlashDotDot). */
function withoutParents(location: string): string {
  const text = location.trim();
  if (!text.includes('/..')) return text;
  const [, origin = '', path = '', rest = ''] = /^([^?#]*?:\/\/[^/]*)?([^?#]*)(.*)$/s.exec(text) ?? [];
  const kept: string[] = [];
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (name === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(name);
  }
  const start = path.startsWith('/') ? '/' : '';
  const end = path.endsWith('/') && kept.length > 0 ? '/' : '';
  return `${origin}${start}${kept.join('/')}${end}${rest}`;
}

/** Methods of requests that HttpClient redirects by itself; others only by 303. */
const AUTO_METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE']);

/**
 * Where HttpClient goes by itself (LaxRedirectStrategy); undefined: nowhere.
 * @throws JavaException for a redirect that it cannot follow.
 */
export function autoRedirect(
  status: number,
  method: string,
  location: string | undefined,
  from: JavaUrl,
): { readonly url: JavaUrl; readonly method: string; readonly keepsBody: boolean } | undefined {
  const repeatable = AUTO_METHODS.has(method);
  const redirected =
    status === 303 ||
    (repeatable &&
      (status === 301 || status === 307 || status === 308 || (status === 302 && location !== undefined)));
  if (!redirected) return undefined;
  if (location === undefined) throw protocolFailure();
  let url: JavaUrl;
  try {
    url = parseUrl(location, from);
    checkUri(url);
  } catch (error) {
    asException(error);
    throw protocolFailure();
  }
  const keepsBody = (status === 307 || status === 308) && method !== 'HEAD' && method !== 'GET';
  return { url, method: keepsBody || method === 'HEAD' ? method : 'GET', keepsBody };
}
