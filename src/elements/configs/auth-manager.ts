import type { Config, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { PlanError } from '../../jmx/plan-error.ts';

/** Who a user says to be. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Credentials for HTTP requests. */
export interface AuthManager extends Config {
  readonly kind: 'auth-manager';
  /** The first entry whose URL the request's URL starts with, with or without the default port in it. */
  credentials(user: VirtualUser, url: AuthorizedUrl): Credentials | undefined;
  /** Why HTTP requests cannot use it; undefined: they can. */
  readonly problem: PlanError | undefined;
}

/** The parts of a URL that decide. */
export interface AuthorizedUrl {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  /** -1: none given. */
  readonly port: number;
  readonly path: string;
}

export const isAuthManager = (config: Config): config is AuthManager => config.kind === 'auth-manager';

const BASIC = new Set(['', 'BASIC', 'BASIC_DIGEST']);

/** HTTP Authorization Manager (protocol.http.control.AuthManager), Basic: credentials go with the first request. */
export const authManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.AuthManager',
  label: 'HTTP Authorization Manager',
  role: 'config',
  properties: [
    'AuthManager.auth_list',
    'AuthManager.clearEachIteration',
    'AuthManager.controlledByThreadGroup',
  ],
  differs:
    'Basic only: an HTTP Request in the scope of another mechanism stops the plan. Credentials are always sent unasked (httpclient4.auth.preemptive).',
  compile(context): AuthManager {
    const entries = context.elements('AuthManager.auth_list').map((entry) => ({
      url: entry.text('Authorization.url'),
      user: entry.text('Authorization.username'),
      password: entry.text('Authorization.password'),
      domain: entry.text('Authorization.domain'),
    }));
    const mechanism = context
      .elements('AuthManager.auth_list')
      .map((entry) => entry.text('Authorization.mechanism').source)
      .find((source) => !BASIC.has(source));
    return {
      kind: 'auth-manager',
      problem:
        mechanism === undefined
          ? undefined
          : context.fail(
              `Authorization mechanism ${mechanism} is not supported`,
              'Set it to BASIC, or disable the entry.',
            ),
      credentials(user, { protocol, host, port, path }) {
        const usual = protocol === 'https' ? 443 : 80;
        const spelt = (shownPort: number): string =>
          `${protocol}://${host}${shownPort < 0 ? '' : `:${shownPort}`}${path}`;
        const spellings = [spelt(port)];
        if (port < 0 || port === usual) spellings.push(spelt(port < 0 ? usual : -1));
        const entry = entries.find(({ url }) => {
          const prefix = url.evaluate(user);
          return spellings.some((spelling) => spelling.startsWith(prefix));
        });
        if (entry === undefined) return undefined;
        const domain = entry.domain.evaluate(user);
        const name = entry.user.evaluate(user);
        return {
          user: domain === '' ? name : `${domain.toUpperCase()}\\${name}`,
          password: entry.password.evaluate(user),
        };
      },
    };
  },
} satisfies ElementDefinition;
