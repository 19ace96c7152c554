import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import {
  clientCertificates,
  keystoreConfiguration,
} from '../../../src/elements/configs/keystore-configuration.ts';
import { ElementContext } from '../../../src/elements/element-context.ts';
import { readKeyStore } from '../../../src/java/key-store.ts';
import { elementContext, type PropertyValue } from '../../support/element.ts';
import { element, group, plan, text } from '../../support/plan-text.ts';
import { runPlan } from '../../support/run-plan.ts';
import { testShared, testUser } from '../../support/user.ts';

/** Key stores made by keytool, each with keys of alice, bob and carol. */
const storeFile = (name: string): string => join(import.meta.dirname, 'keystore', name);
const storeProperties = (name: string, password = 'secret'): Record<string, string> => ({
  'javax.net.ssl.keyStore': storeFile(name),
  'javax.net.ssl.keyStorePassword': password,
});

/** What the users of a run with these properties present; the element is absent when its properties are. */
function certificates(
  jmeterProperties: Record<string, string>,
  properties?: Record<string, PropertyValue>,
): ReturnType<typeof clientCertificates> {
  const context = elementContext({}, { jmeterProperties });
  if (properties === undefined) return clientCertificates(context, []);
  const config = new ElementContext(elementContext(properties).element, context.environment);
  return clientCertificates(context, [keystoreConfiguration.compile(config)]);
}

async function aliases(of: ReturnType<typeof clientCertificates>, count: number): Promise<unknown[]> {
  const shared = testShared();
  const found: unknown[] = [];
  for (let threadNum = 0; threadNum < count; threadNum++)
    found.push((await of(testUser({ shared, threadNum })))?.alias);
  return found;
}

describe('A key store', () => {
  // In the order of the file.
  test.each([
    ['users.jks', ['alice', 'carol', 'bob']],
    ['users.p12', ['alice', 'bob', 'carol']],
  ])('%s is read with its aliases', async (name, expected) => {
    const entries = await readKeyStore(storeFile(name), 'secret');
    expect(entries.map(({ alias }) => alias)).toEqual(expected);
    for (const { key, cert } of entries) {
      expect(key).toMatch(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/);
      expect(cert).toMatch(/^-----BEGIN CERTIFICATE-----/);
    }
  });

  test.each([
    ['users.jks', 'wrong'],
    ['users.p12', 'wrong'],
    ['nothing.jks', 'secret'],
  ])('%s with the password %s is one clear error for who needs a key', async (name, password) => {
    await expect(certificates(storeProperties(name, password))(testUser())).rejects.toThrow(
      /^Cannot read the key store \S+: [^\n]+ Check javax\.net\.ssl\.keyStore and keyStorePassword\.$/,
    );
  });
});

describe('Keystore Configuration', () => {
  test.each([
    [{}, {}, ['alice', 'carol', 'bob', 'alice']],
    [{ startIndex: '1', endIndex: '2' }, {}, ['carol', 'bob', 'carol', 'bob']],
    [{ startIndex: '2' }, {}, ['bob', 'bob', 'bob', 'bob']],
    [{ startIndex: '7' }, {}, [undefined, undefined, undefined, undefined]],
    [
      {},
      { 'https.keyStoreStartIndex': '1', 'https.keyStoreEndIndex': '1' },
      ['carol', 'carol', 'carol', 'carol'],
    ],
  ])('with %j and properties %j lets keys take turns: %j', async (properties, jmeterProperties, expected) => {
    const all = { ...storeProperties('users.jks'), ...jmeterProperties };
    expect(await aliases(certificates(all, properties), 4)).toEqual(expected);
  });

  test('takes the key that a variable names', async () => {
    const of = certificates(storeProperties('users.jks'), { clientCertAliasVarName: 'who' });
    const user = testUser({ variables: { who: 'Bob' } });
    expect((await of(user))?.alias).toBe('bob');
    user.variables.put('who', 'dave');
    await expect(of(user)).rejects.toThrow("No private key found for alias: 'dave'");
    user.variables.put('who', undefined);
    await expect(of(user)).rejects.toThrow("No var called 'who' found");
  });

  test('absent, every user presents the first key', async () => {
    expect(await aliases(certificates(storeProperties('users.jks')), 2)).toEqual(['alice', 'alice']);
  });

  test('without a key store gives no certificate', async () => {
    expect(await aliases(certificates({}), 1)).toEqual([undefined]);
    expect(await aliases(certificates({}, {}), 1)).toEqual([undefined]);
  });
});

test('WebSocket connections over TLS present the certificate', async () => {
  const [server] = await readKeyStore(storeFile('users.jks'), 'secret');
  const https = createServer({ ...server, requestCert: true, rejectUnauthorized: false });
  const names: unknown[] = [];
  new WebSocketServer({ server: https }).on('connection', (webSocket, { socket }) => {
    if (socket instanceof TLSSocket) names.push(socket.getPeerCertificate().subject.CN);
    webSocket.close();
  });
  https.listen(0, '127.0.0.1');
  await once(https, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = https.address() as AddressInfo;
  const open = element(
    'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
    'open',
    '<boolProp name="TLS">true</boolProp>' + text('server', '127.0.0.1') + text('port', String(port)),
  );
  const config = element('KeystoreConfig', 'keys', text('startIndex', '1'));
  const run = await runPlan(plan([group('g', [config, open], { loops: 2 })]), {
    properties: { ...storeProperties('users.jks'), 'https.use.cached.ssl.context': 'false' },
  });
  https.close();
  expect(run.rows.map(({ success }) => success)).toEqual([true, true]);
  expect(names).toEqual(['carol', 'bob']);
});
