import type { Config, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';
import { userState } from '../user-state.ts';
import { isSame, matches, type Cookie, type CookieOrigin } from './cookie.ts';
import { COOKIE_FORMATS, KEEPS_QUOTES } from './cookie-policy.ts';
import { readSetCookie } from './set-cookie.ts';

/** Cookies of each virtual user: those that the plan states, and those that servers set. */
export interface CookieManager extends Config {
  readonly kind: 'cookie-manager';
  /** Value of the Cookie header; undefined when no cookie matches. */
  header(user: VirtualUser, origin: CookieOrigin): string | undefined;
  /** Takes the values of the Set-Cookie headers of an answer. */
  store(user: VirtualUser, origin: CookieOrigin, setCookies: readonly string[]): void;
}

export const isCookieManager = (config: Config): config is CookieManager => config.kind === 'cookie-manager';

/** A cookie of the plan is evaluated whenever it is looked at. */
type CookieReader = (user: VirtualUser) => Cookie;

/** The cookies of one user, as of one iteration of its thread group. */
interface Jar {
  iteration: number;
  cookies: readonly CookieReader[];
}

let parseDate: (text: string) => Date | undefined = () => undefined;

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
  differs:
    'The policies other than standard write cookies in their own way but read Set-Cookie as standard does.',
  async load() {
    parseDate = (await import('tough-cookie')).parseDate;
  },
  compile(context): CookieManager {
    const policy = policyOf(context);
    const format = COOKIE_FORMATS[policy];
    const keepsQuotes = KEEPS_QUOTES.has(policy);
    const stated = context.elements('CookieManager.cookies').map(cookieReader);
    const clears = context.boolean('CookieManager.clearEachIteration');
    const followsGroup = context.boolean('CookieManager.controlledByThreadGroup');
    const jars = userState<Jar>(context, (user) => ({ iteration: user.iteration, cookies: stated }));
    const jarOf = (user: VirtualUser): Jar => {
      const jar = jars(user);
      if (jar.iteration !== user.iteration) {
        jar.iteration = user.iteration;
        if (followsGroup(user) ? !user.group.sameUser : clears(user)) jar.cookies = stated;
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
        if (format === undefined) return undefined;
        const matching = jarOf(user)
          .cookies.map((read) => read(user))
          .filter((cookie) => matches(cookie, origin));
        return matching.length === 0 ? undefined : format(matching);
      },
      store(user, origin, setCookies) {
        if (format === undefined) return;
        const jar = jarOf(user);
        for (const header of setCookies) {
          const received = readSetCookie(header, origin, keepsQuotes, parseDate);
          if (received === undefined) continue;
          const { cookie, lives } = received;
          jar.cookies = jar.cookies.filter((read) => !isSame(read(user), cookie));
          if (!lives || (cookie.value === '' && !keepsEmpty)) continue;
          jar.cookies = [...jar.cookies, () => cookie];
          if (exported) user.variables.put(prefix + cookie.name, cookie.value);
        }
      },
    };
  },
} satisfies ElementDefinition;

function policyOf(context: ElementContext): string {
  const policy = context.text('CookieManager.policy', 'standard').constant ?? 'standard';
  if (!Object.hasOwn(COOKIE_FORMATS, policy))
    throw context.fail(
      `Cookie policy "${policy}" does not exist`,
      'Set CookieManager.policy to standard, netscape or ignoreCookies.',
    );
  return policy;
}

/** A cookie of the plan; it is sent however long its time is over. */
function cookieReader(cookie: ElementContext): CookieReader {
  const { name } = cookie;
  const value = cookie.text('Cookie.value');
  const domain = cookie.text('Cookie.domain');
  const domainStated = cookie.boolean('Cookie.domain_specified');
  const path = cookie.text('Cookie.path');
  const pathStated = cookie.boolean('Cookie.path_specified');
  const secure = cookie.boolean('Cookie.secure');
  const version = cookie.integer('Cookie.version', 1);
  return (user) => ({
    name: name.evaluate(user),
    value: value.evaluate(user),
    domain: domain.evaluate(user),
    domainStated: domainStated(user),
    path: path.evaluate(user),
    pathStated: pathStated(user),
    secure: secure(user),
    version: version(user),
  });
}
