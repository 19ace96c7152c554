import type { Cookie as ParsedCookie } from 'tough-cookie';
import type { Config, VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';
import type { ElementDefinition } from '../definition.ts';
import { userState } from '../user-state.ts';

/** What decides which cookies a request carries. */
export interface CookieOrigin {
  readonly host: string;
  /** Path of the URL, without its query. */
  readonly path: string;
  readonly secure: boolean;
}

/** Cookies of each virtual user: those that the plan states, and those that servers set. */
export interface CookieManager extends Config {
  readonly kind: 'cookie-manager';
  /** Value of the Cookie header; undefined when no cookie matches. */
  header(user: VirtualUser, origin: CookieOrigin): string | undefined;
  /** Takes the values of the Set-Cookie headers of an answer. */
  store(user: VirtualUser, origin: CookieOrigin, setCookies: readonly string[]): void;
}

export const isCookieManager = (config: Config): config is CookieManager => config.kind === 'cookie-manager';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** The domain was stated, so that its sub-domains get the cookie, too. */
  readonly domainStated: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly expiresMs: number;
}

/** Cookies of one user that servers set, as of one iteration of its thread group. */
interface Jar {
  iteration: number;
  cookies: Cookie[];
}

let parse: ((header: string) => ParsedCookie | undefined) | undefined;

/** These write `$Version` and `$Path`, which no server of today expects. */
const OLD_POLICIES = new Set(['default', 'compatibility', 'rfc2109', 'rfc2965', 'best-match']);
const POLICIES = new Set(['standard', 'standard-strict', 'netscape', 'ignoreCookies', ...OLD_POLICIES]);

/** HTTP Cookie Manager (protocol.http.control.CookieManager with HttpClient 4's cookie specifications). */
export const cookieManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.CookieManager',
  label: 'HTTP Cookie Manager',
  role: 'config',
  properties: [
    'CookieManager.cookies',
    'CookieManager.clearEachIteration',
    'CookieManager.controlledByThreadGroup',
    'CookieManager.policy',
    'CookieManager.implementation',
  ],
  differs: 'The policies default, compatibility, rfc2109, rfc2965 and best-match act as standard.',
  async load() {
    const { Cookie } = await import('tough-cookie');
    parse = (header) => Cookie.parse(header);
  },
  compile(context): CookieManager {
    const policy = policyOf(context);
    const stated = context.elements('CookieManager.cookies').map((cookie) => ({
      name: cookie.name,
      value: cookie.text('Cookie.value'),
      domain: cookie.text('Cookie.domain'),
      domainStated: cookie.boolean('Cookie.domain_specified', true),
      path: cookie.text('Cookie.path'),
      secure: cookie.boolean('Cookie.secure'),
    }));
    const clears = context.boolean('CookieManager.clearEachIteration');
    const followsGroup = context.boolean('CookieManager.controlledByThreadGroup');
    const jars = userState<Jar>(context, (user) => ({ iteration: user.iteration, cookies: [] }));
    const jarOf = (user: VirtualUser): Jar => {
      const jar = jars(user);
      if (jar.iteration !== user.iteration) {
        jar.iteration = user.iteration;
        if (followsGroup(user) ? !user.group.sameUser : clears(user)) jar.cookies = [];
      }
      return jar;
    };
    const { properties } = context.environment;
    const exported = properties.get('CookieManager.save.cookies') === 'true';
    const prefix = properties.get('CookieManager.name.prefix') ?? 'COOKIE_';
    const keepsEmpty = properties.get('CookieManager.delete_null_cookies') === 'false';
    return {
      kind: 'cookie-manager',
      header(user, origin) {
        if (policy === 'ignoreCookies') return undefined;
        const fromPlan: Cookie[] = stated.map((cookie) => ({
          name: cookie.name.evaluate(user),
          value: cookie.value.evaluate(user),
          domain: cookie.domain.evaluate(user),
          domainStated: cookie.domainStated(user),
          path: cookie.path.evaluate(user),
          secure: cookie.secure(user),
          // JMeter sends a cookie of the plan however long its time is over.
          expiresMs: Infinity,
        }));
        const now = Date.now();
        const matching = [...fromPlan, ...jarOf(user).cookies]
          .filter((cookie) => cookie.expiresMs > now && matches(cookie, origin))
          .toSorted((a, b) => b.path.length - a.path.length);
        if (matching.length === 0) return undefined;
        return matching
          .map(({ name, value }) => `${name}=${policy === 'netscape' ? value : quoted(value)}`)
          .join('; ');
      },
      store(user, origin, setCookies) {
        if (policy === 'ignoreCookies') return;
        const jar = jarOf(user);
        for (const header of setCookies) {
          const cookie = received(header, origin);
          if (cookie === undefined) continue;
          jar.cookies = jar.cookies.filter((known) => !isSame(known, cookie));
          if (cookie.expiresMs <= Date.now() || (cookie.value === '' && !keepsEmpty)) continue;
          jar.cookies.push(cookie);
          if (exported) user.variables.put(prefix + cookie.name, cookie.value);
        }
      },
    };
  },
} satisfies ElementDefinition;

function policyOf(context: ElementContext): string {
  const policy = context.text('CookieManager.policy', 'standard').constant ?? 'standard';
  if (!POLICIES.has(policy))
    throw context.fail(
      `Cookie policy "${policy}" does not exist`,
      'Set CookieManager.policy to standard, netscape or ignoreCookies.',
    );
  if (OLD_POLICIES.has(policy)) context.warn(`cookie policy ${policy} acts as standard`);
  return policy;
}

const isSame = (a: Cookie, b: Cookie): boolean =>
  a.name === b.name && a.path === b.path && a.domain.toLowerCase() === b.domain.toLowerCase();

/** A cookie of an answer; undefined when it cannot be read or the server may not set it. */
function received(header: string, origin: CookieOrigin): Cookie | undefined {
  const parsed = parse?.(header);
  if (parsed === undefined) return undefined;
  const slash = origin.path.lastIndexOf('/');
  const cookie: Cookie = {
    name: parsed.key,
    value: parsed.value,
    domain: parsed.domain ?? origin.host,
    domainStated: parsed.domain !== null,
    path: parsed.path ?? (slash > 0 ? origin.path.slice(0, slash) : '/'),
    secure: parsed.secure,
    expiresMs: parsed.expiryTime() ?? Infinity,
  };
  return domainMatches(cookie, origin.host) ? cookie : undefined;
}

const matches = (cookie: Cookie, origin: CookieOrigin): boolean =>
  (!cookie.secure || origin.secure) &&
  domainMatches(cookie, origin.host) &&
  pathMatches(cookie.path, origin.path === '' ? '/' : origin.path);

const IP_ADDRESS = /^[\d.]+$|:/;

function domainMatches(cookie: Cookie, originHost: string): boolean {
  const host = originHost.toLowerCase();
  const domain = cookie.domain.toLowerCase().replace(/^\./, '');
  if (domain === '') return false;
  return host === domain || (cookie.domainStated && !IP_ADDRESS.test(host) && host.endsWith(`.${domain}`));
}

function pathMatches(cookiePath: string, path: string): boolean {
  const prefix = cookiePath.length > 1 && cookiePath.endsWith('/') ? cookiePath.slice(0, -1) : cookiePath;
  return (
    path.startsWith(prefix) &&
    (prefix === '/' || path.length === prefix.length || path[prefix.length] === '/')
  );
}

/** A value as a Cookie header holds it (RFC6265CookieSpec). */
const quoted = (value: string): string =>
  /[ ",;\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value;
