import { readKeyStore, type KeyEntry } from '../../java/key-store.ts';
import type { Config, Properties, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { parseInteger, type ElementContext } from '../element-context.ts';

/** Which keys of the key store the threads present. */
export interface Keystore extends Config {
  readonly kind: 'keystore';
  /** First and last key, counted from 0; `last` is undefined for all that follow. */
  range(user: VirtualUser): { first: number; last: number | undefined };
  /** Name of the variable that holds the alias of the key; empty: the keys take turns. */
  aliasVariable(user: VirtualUser): string;
}

/**
 * Keystore Configuration: several client certificates for TLS (config.KeystoreConfig). The key store is named by the
 * system properties javax.net.ssl.keyStore and keyStorePassword.
 */
export const keystoreConfiguration = {
  testclass: 'org.apache.jmeter.config.KeystoreConfig',
  label: 'Keystore Configuration',
  role: 'config',
  properties: ['preload', 'startIndex', 'endIndex', 'clientCertAliasVarName'],
  compile(context): Keystore {
    const start = context.text('startIndex');
    const end = context.text('endIndex');
    const aliasVariable = context.text('clientCertAliasVarName');
    const index = (text: string, property: string, fallback: number): number =>
      parseInteger(text || (context.environment.properties.get(property) ?? String(fallback)));
    return {
      kind: 'keystore',
      range(user) {
        const last = index(end.evaluate(user), 'https.keyStoreEndIndex', -1);
        return {
          first: index(start.evaluate(user), 'https.keyStoreStartIndex', 0),
          last: last === -1 ? undefined : last,
        };
      },
      aliasVariable: (user) => aliasVariable.evaluate(user),
    };
  },
} satisfies ElementDefinition;

const keyStores = new WeakMap<Properties, Promise<KeyEntry[]>>();

/** The keys of the run's key store, read once; undefined when no key store is named. */
function runKeyStore(properties: Properties): Promise<KeyEntry[]> | undefined {
  const file = properties.get('javax.net.ssl.keyStore') ?? '';
  if (file === '') return undefined;
  let entries = keyStores.get(properties);
  if (entries === undefined) {
    entries = readKeyStore(file, properties.get('javax.net.ssl.keyStorePassword') ?? '');
    keyStores.set(properties, entries);
  }
  return entries;
}

/**
 * What a user presents when a server asks for a certificate; undefined when there is no key store. Without a Keystore
 * Configuration in scope it is the first key (util.keystore.JmeterKeyStore). The key store is read when the plan is
 * compiled, so that no sample has to wait for it.
 * @returns a promise that rejects when the key store cannot be read, or names no key for this user.
 */
export function clientCertificates(
  context: ElementContext,
  configs: readonly Config[],
): (user: VirtualUser) => Promise<KeyEntry | undefined> {
  const { properties } = context.environment;
  const keystore = configs.find((config): config is Keystore => config.kind === 'keystore');
  // Whoever needs a key is told what is wrong.
  runKeyStore(properties)?.catch(() => {});
  return async (user) => {
    const entries = await runKeyStore(properties);
    return entries === undefined ? undefined : chooseKey(entries, keystore, user);
  };
}

function chooseKey(
  entries: readonly KeyEntry[],
  keystore: Keystore | undefined,
  user: VirtualUser,
): KeyEntry | undefined {
  if (keystore === undefined) return entries[0];
  const variable = keystore.aliasVariable(user);
  if (variable !== '') {
    const alias = user.variables.text(variable) ?? '';
    if (alias === '') throw new Error(`No var called '${variable}' found`);
    const entry = entries.find((candidate) => candidate.alias === alias.toLowerCase());
    if (entry === undefined) throw new Error(`No private key found for alias: '${alias}'`);
    return entry;
  }
  const { first, last } = keystore.range(user);
  const used = entries.slice(first, last === undefined ? undefined : last + 1);
  if (used.length === 0) return undefined;
  const turn = user.shared.update(user.shared.cell('keystore turn'), (count) => count + 1);
  return used[turn % used.length];
}
