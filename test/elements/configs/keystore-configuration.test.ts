import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import {
  clientCertificate,
  keystoreConfiguration,
} from '../../../src/elements/configs/keystore-configuration.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser } from '../../support/user.ts';

/** Key stores made by keytool, each with keys of alice, bob and carol. */
const store = (name: string): Record<string, string> => ({
  'javax.net.ssl.keyStore': join(import.meta.dirname, 'keystore', name),
  'javax.net.ssl.keyStorePassword': 'secret',
});

const keystore = (properties: Record<string, string>, jmeterProperties: Record<string, string> = {}) =>
  keystoreConfiguration.compile(elementContext(properties, { jmeterProperties }));

// The order of the keys is that of the file.
describe.each([
  ['users.jks', ['alice', 'carol', 'bob', 'alice']],
  ['users.p12', ['alice', 'bob', 'carol', 'alice']],
])('Keystore Configuration with %s', (name, turns) => {
  test('lets the keys take turns, over all threads', async () => {
    const shared = testShared(store(name));
    const config = keystore({});
    const aliases: (string | undefined)[] = [];
    for (let i = 0; i < 4; i++)
      aliases.push((await clientCertificate(testUser({ shared, threadNum: i }), config))?.alias);
    expect(aliases).toEqual(turns);
  });

  test('takes the key that a variable names', async () => {
    const config = keystore({ clientCertAliasVarName: 'who' });
    const user = testUser({ properties: store(name), variables: { who: 'Bob' } });
    expect((await clientCertificate(user, config))?.alias).toBe('bob');
    user.variables.put('who', 'dave');
    await expect(clientCertificate(user, config)).rejects.toThrow("No private key found for alias: 'dave'");
    user.variables.put('who', undefined);
    await expect(clientCertificate(user, config)).rejects.toThrow("No var called 'who' found");
  });

  test('the server sees the certificate', async () => {
    const entry = await clientCertificate(testUser({ properties: store(name) }), undefined);
    const server = tls.createServer({ ...entry!, requestCert: true, rejectUnauthorized: false });
    const seen = new Promise((resolve) => {
      server.on('secureConnection', (socket) => {
        resolve(socket.getPeerCertificate().subject.CN);
        socket.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo;
    const { key, cert } = (await clientCertificate(
      testUser({ properties: store(name), variables: { who: 'carol' } }),
      keystore({ clientCertAliasVarName: 'who' }),
    ))!;
    const client = tls.connect({ port, host: '127.0.0.1', key, cert, rejectUnauthorized: false });
    expect(await seen).toBe('carol');
    client.destroy();
    server.close();
  });
});

test.each([
  [{ startIndex: '1', endIndex: '2' }, {}, ['bob', 'carol', 'bob']],
  [{ startIndex: '2' }, {}, ['carol', 'carol', 'carol']],
  [{ startIndex: '7' }, {}, [undefined, undefined, undefined]],
  [{}, { 'https.keyStoreStartIndex': '1', 'https.keyStoreEndIndex': '1' }, ['bob', 'bob', 'bob']],
])(
  'Keystore Configuration with %j and properties %j uses %j',
  async (properties, jmeterProperties, expected) => {
    const user = testUser({ properties: store('users.p12') });
    const config = keystore(properties, jmeterProperties);
    const aliases: (string | undefined)[] = [];
    for (let i = 0; i < 3; i++) aliases.push((await clientCertificate(user, config))?.alias);
    expect(aliases).toEqual(expected);
  },
);

test('without a key store there is no certificate', async () => {
  expect(await clientCertificate(testUser(), undefined)).toBeUndefined();
  expect(await clientCertificate(testUser(), keystore({}))).toBeUndefined();
});

test('without a Keystore Configuration it is the first key', async () => {
  const user = testUser({ properties: store('users.p12') });
  expect((await clientCertificate(user, undefined))?.alias).toBe('alice');
});

test.each([
  ['users.jks', 'wrong'],
  ['users.p12', 'wrong'],
  ['nothing.jks', 'secret'],
])('%s with the password %s is one clear error', async (name, password) => {
  const user = testUser({ properties: { ...store(name), 'javax.net.ssl.keyStorePassword': password } });
  await expect(clientCertificate(user, undefined)).rejects.toThrow(
    /^Cannot read the key store \S+: [^\n]+ Check javax\.net\.ssl\.keyStore and keyStorePassword\.$/,
  );
});
