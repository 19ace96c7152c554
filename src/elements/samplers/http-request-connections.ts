import type { ConnectionSettings, HttpClient, HttpProxy, KeepingRules } from '../../http/client.ts';
import type { Config, Properties, VirtualUser } from '../../types.ts';
import { proxyFor } from '../../websocket/proxy.ts';
import { clientCertificates } from '../configs/keystore-configuration.ts';
import { parseInteger, type ElementContext } from '../element-context.ts';

/** The client of each virtual user: all its HTTP samplers share it. */
const clients = new WeakMap<VirtualUser, { readonly client: HttpClient; iteration: number }>();

let load: typeof import('../../http/client.ts') | undefined;

/** Loads what only plans with HTTP requests need. */
export async function loadHttpClient(): Promise<void> {
  load = await import('../../http/client.ts');
}

/** The client of that user. A new visitor (a new iteration that is not the same user) starts with no connection. */
export function httpClientOf(user: VirtualUser): HttpClient {
  const { properties } = user.shared;
  let state = clients.get(user);
  if (state === undefined) {
    if (load === undefined) throw new Error('The HTTP client is not loaded');
    state = { client: new load.HttpClient(user.clock, keepingRules(properties)), iteration: user.iteration };
    clients.set(user, state);
  }
  if (state.iteration !== user.iteration) {
    state.iteration = user.iteration;
    const resets = properties.get('httpclient.reset_state_on_thread_group_iteration') !== 'false';
    if (resets && !user.group.sameUser) state.client.reset();
  }
  return state.client;
}

export function closeHttpClient(user: VirtualUser): void {
  clients.get(user)?.client.close();
  clients.delete(user);
}

function keepingRules(properties: Properties): KeepingRules {
  const number = (name: string, fallback: number): number =>
    parseInteger(properties.get(name) ?? String(fallback));
  return {
    timeToLiveMs: number('httpclient4.time_to_live', 60_000),
    idleTimeoutMs: number('httpclient4.idletimeout', 0),
    validateAfterMs: number('httpclient4.validate_after_inactivity', 4900),
  };
}

export const CONNECTION_PROPERTIES = [
  'HTTPSampler.connect_timeout',
  'HTTPSampler.response_timeout',
  'HTTPSampler.proxyScheme',
  'HTTPSampler.proxyHost',
  'HTTPSampler.proxyPort',
  'HTTPSampler.proxyUser',
  'HTTPSampler.proxyPass',
];

/** False when requests are to have no User-Agent of their own. */
export const namesItself = (properties: Properties): boolean =>
  properties.get('httpclient4.default_user_agent_disabled') !== 'true';

/** How the requests of a sampler to that host get their connections. */
export function connectionReader(
  context: ElementContext,
  configs: readonly Config[],
): (user: VirtualUser, host: string) => ConnectionSettings {
  const connectTimeout = context.integer('HTTPSampler.connect_timeout');
  const responseTimeout = context.integer('HTTPSampler.response_timeout');
  const proxyHost = context.text('HTTPSampler.proxyHost');
  const proxyPort = context.integer('HTTPSampler.proxyPort');
  const proxyUser = context.text('HTTPSampler.proxyUser');
  const proxyPass = context.text('HTTPSampler.proxyPass');
  const certificates = clientCertificates(context, configs);
  if (context.text('HTTPSampler.proxyScheme').source.toLowerCase() === 'https')
    throw context.fail('A proxy that is spoken to over TLS is not supported', 'Set its scheme to http.');

  /** The proxy that the sampler names, or else that of the run. */
  function proxyOf(user: VirtualUser, host: string): HttpProxy | undefined {
    const named = proxyHost.evaluate(user);
    const port = proxyPort(user);
    if (named.trim() !== '' && port > 0)
      return { host: named, port, user: proxyUser.evaluate(user), password: proxyPass.evaluate(user) };
    const proxy = proxyFor(host, user.shared.properties);
    if (proxy === undefined || !(proxy.port > 0)) return undefined;
    const { user: name = '', password = '' } = proxy.credentials ?? {};
    return { host: proxy.host, port: proxy.port, user: name, password };
  }

  return (user, host) => ({
    proxy: proxyOf(user, host),
    connectTimeoutMs: Math.max(0, connectTimeout(user)),
    readTimeoutMs: Math.max(0, responseTimeout(user)),
    certificate: () => certificates(user),
    namesItself: namesItself(user.shared.properties),
  });
}
