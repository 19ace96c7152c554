import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cookieManager, type CookieManager } from '../../../src/elements/configs/cookie-manager.ts';
import { headerManager } from '../../../src/elements/configs/header-manager.ts';
import type { Config } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { echo, sample, testServer, to, type TestServer } from '../../support/web-socket.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await testServer(echo);
  user = testUser();
  await cookieManager.load();
});
afterEach(() => server.close());

const headers = (...pairs: [string, string][]): Config =>
  headerManager.compile(
    elementContext({
      'HeaderManager.headers': pairs.map(([name, value]) => ({ 'Header.name': name, 'Header.value': value })),
    }),
  );

/** Cookies without a name, as test elements have none. */
const cookies = (list: Record<string, string>[] = [], more: Record<string, string> = {}): CookieManager =>
  cookieManager.compile(
    elementContext({
      'CookieManager.cookies': list.map((cookie) =>
        Object.fromEntries(Object.entries(cookie).map(([key, value]) => [`Cookie.${key}`, value])),
      ),
      ...more,
    }),
  );

const shownBy = async (...configs: Config[]): Promise<string> =>
  (await sample(user, 'open', to(server), { configs })).requestHeaders;

describe('Header Managers', () => {
  test('give their headers to the upgrade, the innermost first, in the order of a HashMap', async () => {
    const shown = await shownBy(
      headers(['X-Same', 'inner'], ['X-S', 's'], ['', 'no name'], ['X-Empty', '']),
      headers(['x-same', 'outer'], ['X-G', 'g']),
    );
    expect(shown).toBe('X-Same: inner\nX-G: g\nX-Empty: \nX-S: s');
    expect(server.upgrades[0]!.headers).toMatchObject({ 'x-same': 'inner', 'x-g': 'g', 'x-empty': '' });
  });

  test('of two equal names in one manager the later counts; names that differ in case go out both', async () => {
    expect(await shownBy(headers(['A', '1'], ['A', '2'], ['a', '3']))).toBe('A: 2\na: 3');
  });

  test('are shown with what the client sets by itself, and that is not sent', async () => {
    expect(await shownBy(headers(['Host', 'evil.test'], ['Upgrade', 'h2c']))).toBe(
      'Host: evil.test\nUpgrade: h2c',
    );
    expect(server.upgrades[0]!.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      upgrade: 'websocket',
    });
    expect(user.logged).toEqual([
      "ERROR e.l.w.WebSocketClient: Ignoring user supplied header 'Host=evil.test'",
      "ERROR e.l.w.WebSocketClient: Ignoring user supplied header 'Upgrade=h2c'",
    ]);
  });

  test('are evaluated for each sample', async () => {
    const manager = headers(['X-N', '${n}']);
    for (const n of ['1', '2']) {
      user.variables.put('n', n);
      expect(await shownBy(manager)).toBe(`X-N: ${n}`);
    }
  });

  test('have no effect on an existing connection', async () => {
    await sample(user, 'open', to(server));
    const result = await sample(
      user,
      'requestResponse',
      { createNewConnection: 'false', requestData: 'x' },
      { configs: [headers(['X', '1'])] },
    );
    expect(result.requestHeaders).toBe('');
  });

  test('with a line break fail the sample, which shows them', async () => {
    const result = await sample(user, 'open', to(server), {
      configs: [headers(['X-Bad', 'a\nX-Injected: 1'])],
    });
    expect(result).toMatchObject({
      responseMessage:
        'Sampler error: java.lang.IllegalArgumentException: Invalid header; contains new line.',
      requestHeaders: 'X-Bad: a\nX-Injected: 1',
    });
    expect(server.upgrades).toEqual([]);
  });
});

describe('a Cookie Manager', () => {
  const origin = { host: '127.0.0.1', path: '/x/y/z', secure: false };
  const set = (manager: CookieManager, ...values: string[]): string | undefined => {
    manager.store(user, origin, values);
    return manager.header(user, origin);
  };

  test('sends the cookies of the plan that match, longest path first', () => {
    const manager = cookies(
      ['/', '/x', '/x/y', '/x/', '/other', '', '/x?q'].map((path, i) => ({
        value: String(i),
        domain: '127.0.0.1',
        path,
      })),
    );
    expect(manager.header(user, origin)).toBe('=2; =3; =1; =0; =5');
    expect(manager.header(user, { ...origin, path: '/xy' })).toBe('=0; =5');
  });

  test.each([
    ['localhost', 'localhost', true],
    ['.localhost', 'localhost', true],
    ['LOCALHOST', 'localhost', true],
    ['example.test', 'a.example.test', true],
    ['example.test', 'badexample.test', false],
    ['0.0.1', '127.0.0.1', false],
    ['', 'localhost', false],
  ])('a cookie for %j matches %j: %j', (domain, host, matching) => {
    const manager = cookies([{ value: 'v', domain, path: '/', domain_specified: 'true' }]);
    expect(manager.header(user, { ...origin, host }) !== undefined).toBe(matching);
  });

  test('keeps secure cookies to secure connections', () => {
    const manager = cookies([{ value: 'v', domain: '127.0.0.1', path: '/', secure: 'true' }]);
    expect(manager.header(user, origin)).toBeUndefined();
    expect(manager.header(user, { ...origin, secure: true })).toBe('=v');
  });

  test('quotes values that need it, unless the policy is netscape', () => {
    const list = ['x y;z', '"q"', 'a=b', ''].map((value) => ({ value, domain: '127.0.0.1', path: '/' }));
    expect(cookies(list).header(user, origin)).toBe('="x y;z"; ="\\"q\\""; =a=b; =');
    expect(cookies(list, { 'CookieManager.policy': 'netscape' }).header(user, origin)).toBe(
      '=x y;z; ="q"; =a=b; =',
    );
    expect(cookies(list, { 'CookieManager.policy': 'ignoreCookies' }).header(user, origin)).toBeUndefined();
    expect(() => cookies(list, { 'CookieManager.policy': 'bogus' })).toThrow(
      'Cookie policy "bogus" does not exist',
    );
  });

  test('keeps what servers set, for each thread', () => {
    const manager = cookies();
    expect(set(manager, 'sid=1; Path=/', 'deep=2')).toBe('deep=2; sid=1');
    expect(set(manager, 'sid=3; Path=/; HttpOnly')).toBe('deep=2; sid=3');
    expect(manager.header(testUser(), origin)).toBeUndefined();
    expect(set(manager, 'sid=; Path=/')).toBe('deep=2');
    expect(set(manager, 'deep=3; Max-Age=0')).toBe('deep=3');
    expect(set(manager, 'deep=4; Max-Age=-1')).toBeUndefined();
    expect(set(manager, 'other=1; Domain=example.test', 'nonsense')).toBeUndefined();
  });

  test('forgets them with each iteration when it is told to', () => {
    const kept = cookies();
    const cleared = cookies([], { 'CookieManager.clearEachIteration': 'true' });
    expect([set(kept, 'a=1'), set(cleared, 'a=1')]).toEqual(['a=1', 'a=1']);
    user.iteration = 2;
    expect([kept.header(user, origin), cleared.header(user, origin)]).toEqual(['a=1', undefined]);
  });

  test('gives its cookies to the upgrade; of several managers the outermost does', async () => {
    const manager = (value: string): Config => cookies([{ value, domain: '127.0.0.1', path: '/' }]);
    expect(await shownBy(manager('inner'), headers(['Cookie', 'typed']), manager('outer'))).toBe(
      'Cookie: =outer',
    );
    expect(server.upgrades[0]!.headers['cookie']).toBe('=outer');
  });
});
