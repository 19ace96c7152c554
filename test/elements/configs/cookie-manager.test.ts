import { beforeAll, describe, expect, test } from 'vitest';
import { cookieManager, type CookieManager } from '../../../src/elements/configs/cookie-manager.ts';
import { elementContext, type PropertyValue } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

beforeAll(() => cookieManager.load());

const origin = { host: 'www.example.test', path: '/a/b', secure: false };

function manager(
  properties: Record<string, PropertyValue> = {},
  jmeterProperties: Record<string, string> = {},
): CookieManager {
  return cookieManager.compile(
    elementContext(
      Object.fromEntries(Object.entries(properties).map(([name, value]) => [`CookieManager.${name}`, value])),
      { jmeterProperties },
    ),
  );
}

/** What is sent back to the server that set these. */
function sentAfter(setCookies: readonly string[], policy = 'standard'): string | undefined {
  const user = testUser();
  const cookies = manager({ policy });
  cookies.store(user, origin, setCookies);
  return cookies.header(user, origin);
}

describe('a cookie that a server sets', () => {
  test.each([
    ['a=1', 'a=1'],
    [' a = 1 ; Path = / ', 'a=1'],
    ['a="two words"; Path=/', 'a="two words"'],
    ['a="q\\"uo"', 'a="q\\"uo"'],
    ['a=1,2', 'a="1,2"'],
    ['a=x   y', 'a="x y"'],
    ['a=b=c', 'a=b=c'],
    ['a=1; Domain=.example.test', 'a=1'],
    ['a=1; Domain=EXAMPLE.test', 'a=1'],
    ['a=1; Domain=other.test', undefined],
    ['a=1; Domain=', undefined],
    ['a=1; Path=/a', 'a=1'],
    ['a=1; Path=/a/b/c', undefined],
    ['a=1; Path=', 'a=1'],
    ['a=1; Secure', undefined],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['a=1; Expires=Fri, 01-Jan-2999 00:00:00 GMT', 'a=1'],
    ['a=1; Expires=nonsense', 'a=1'],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'a=1'],
    ['a=1; Max-Age=0', 'a=1'],
    ['a=1; Max-Age=-1', undefined],
    ['a=', undefined],
    ['a', undefined],
    ['=1', undefined],
    ['', undefined],
  ])('with %j is sent back as %j', (setCookie, sent) => {
    expect(sentAfter([setCookie])).toBe(sent);
  });

  test('takes the place of one with the same name, domain and path, also of one of the plan', () => {
    const user = testUser();
    const cookies = manager({
      cookies: [
        { 'Cookie.value': 'plan', 'Cookie.domain': origin.host, 'Cookie.path': '/' },
        { 'Cookie.value': 'elsewhere', 'Cookie.domain': origin.host, 'Cookie.path': '/a' },
      ],
    });
    expect(cookies.header(user, origin)).toBe('=elsewhere; =plan');
    // Cookies of test elements have no name; servers give theirs one.
    cookies.store(user, origin, ['b=1; Path=/', 'c=2; Path=/', 'b=3; Path=/', 'c=; Path=/']);
    expect(cookies.header(user, origin)).toBe('=elsewhere; =plan; b=3');
  });

  test('becomes a variable when the property says so', () => {
    const user = testUser();
    manager({}, { 'CookieManager.save.cookies': 'true', 'CookieManager.name.prefix': 'C_' }).store(
      user,
      origin,
      ['sid=s-1'],
    );
    expect(user.variables.get('C_sid')).toBe('s-1');
  });

  test('is kept without a value when the property says so', () => {
    const user = testUser();
    const cookies = manager({}, { 'CookieManager.delete_null_cookies': 'false' });
    cookies.store(user, origin, ['a=']);
    expect(cookies.header(user, origin)).toBe('a=');
  });
});

describe('the policy', () => {
  const set = ['a="q"', 'b=2; Version=1; Path=/'];

  test.each([
    ['standard', 'a=q; b=2'],
    ['standard-strict', 'a=q; b=2'],
    ['netscape', 'a="q"; b=2'],
    ['ignoreCookies', undefined],
    ['rfc2109', '$Version=0; a=q; b=2; $Path=/'],
    ['default', 'a="q"; b=2'],
  ])('%s writes %j', (policy, sent) => {
    expect(sentAfter(set, policy)).toBe(sent);
  });

  test('rfc2109 and those that follow it say the version of cookies of the plan', () => {
    const cookies = [
      {
        'Cookie.value': 'v',
        'Cookie.domain': origin.host,
        'Cookie.path': '/',
        'Cookie.path_specified': 'true',
        'Cookie.domain_specified': 'true',
      },
    ];
    for (const policy of ['rfc2109', 'rfc2965', 'default', 'compatibility', 'best-match'])
      expect(manager({ policy, cookies }).header(testUser(), origin)).toBe(
        '$Version=1; ="v"; $Path="/"; $Domain="www.example.test"',
      );
  });

  test('that does not exist stops the plan', () => {
    expect(() => manager({ policy: 'bogus' })).toThrow('Cookie policy "bogus" does not exist');
  });
});
