import { describe, expect, test } from 'vitest';
import { checkUri, proxyTarget, requestTarget, sanitized } from '../../src/http/java-uri.ts';
import { hostText, parseUrl, portOf, urlFromParts } from '../../src/http/java-url.ts';

describe('a URL relative to another', () => {
  const base = parseUrl('http://u@host:81/a/b/c?q#f');

  test.each([
    ['d', 'http://u@host:81/a/b/d'],
    ['/d', 'http://u@host:81/d'],
    ['../d', 'http://u@host:81/a/d'],
    ['../../../d', 'http://u@host:81/../d'],
    ['./d/./e/', 'http://u@host:81/a/b/d/e/'],
    ['d/..', 'http://u@host:81/a/b/'],
    ['.', 'http://u@host:81/a/b/'],
    ['?x=1', 'http://u@host:81/a/b/?x=1'],
    ['#g', 'http://u@host:81/a/b/c?q#g'],
    ['', 'http://u@host:81/a/b/c?q#f'],
    ['//other/d', 'http://other/d'],
    ['//other', 'http://other'],
    ['https:/d', 'https:/d'],
    ['d/../../../../e/..', 'http://u@host:81/../e/..'],
    ['..', 'http://u@host:81/a/'],
    ['x?a/../b', 'http://u@host:81/a/b/x?a/../b'],
    ['//u:p@h@i/x', 'http://u:p@h@i/x'],
    ['http:', 'http://u@host:81/a/b/c?q#f'],
    ['?', 'http://u@host:81/a/b/?'],
    ['#', 'http://u@host:81/a/b/c?q#'],
    ['http:d', 'http://u@host:81/a/b/d'],
    ['https://other:443/', 'https://other:443/'],
    ['  d  ', 'http://u@host:81/a/b/d'],
    ['http://[::1]:82/d', 'http://[::1]:82/d'],
  ])('%j is %s', (spec, url) => {
    expect(parseUrl(spec, base).text).toBe(url);
  });

  test.each([
    ['foo://x', 'unknown protocol: foo'],
    ['http://host:12x/', 'Error at index 2 in: "12x"'],
    ['http://host:99999999999/', 'Error at index 9 in: "99999999999"'],
    ['http://host:-2/', 'Invalid port number :-2'],
    ['http://[nonsense]/', 'Invalid host: [nonsense]'],
  ])('%s is refused', (spec, message) => {
    expect(() => parseUrl(spec, base)).toThrow(
      expect.objectContaining({ name: 'java.net.MalformedURLException', message }),
    );
  });

  test('needs a protocol when there is nothing to be relative to', () => {
    expect(() => parseUrl('/x')).toThrow('no protocol: /x');
  });
});

describe('a URL made of parts', () => {
  test.each([
    ['HTTP', 'host', -1, '/x?a?b#c', 'http://host/x?a?b#c'],
    ['https', '::1', 8443, '/', 'https://[::1]:8443/'],
    ['http', 'host', 80, '', 'http://host:80'],
    ['http', '', -1, '/x', 'http:/x'],
    ['http', '', 81, '/x', 'http://:81/x'],
  ])('%s %s %i %s', (protocol, host, port, file, url) => {
    expect(urlFromParts(protocol, host, port, file).text).toBe(url);
  });

  test.each([
    ['ftp', 'host', -1, 'unknown protocol: ftp'],
    ['http', 'a/b', -1, "Illegal character found in host: '/'"],
    ['http', 'a\tb', -1, 'Illegal character found in host: control char (code=9)'],
    ['http', 'host', -7, 'Invalid port number :-7'],
  ])('%s %j %i is refused', (protocol, host, port, message) => {
    expect(() => urlFromParts(protocol, host, port, '/')).toThrow(message);
  });

  test('has the usual port unless it has one of its own', () => {
    expect(portOf(parseUrl('https://h/'))).toBe(443);
    expect(portOf(parseUrl('http://h:81/'))).toBe(81);
    expect(hostText(parseUrl('http://h:80/'))).toBe('h:80');
    expect(hostText(parseUrl('http://h/'))).toBe('h');
  });
});

describe('a URI', () => {
  test.each(['http://h/a;b=c,d/%20?x[]=1/?&é#\u20ac', 'http://no_host/', 'http://h:80', 'http://[fe80::1]/'])(
    '%s is well written',
    (url) => {
      expect(() => checkUri(parseUrl(url))).not.toThrow();
    },
  );

  test.each([
    ['http://h/a|b', 'Illegal character in path at index 10: http://h/a|b'],
    ['http://h/[a]', 'Illegal character in path at index 9: http://h/[a]'],
    ['http://h/?a=b^', 'Illegal character in query at index 13: http://h/?a=b^'],
    ['http://h/#a b', 'Illegal character in fragment at index 11: http://h/#a b'],
    ['http://h/%2', 'Malformed escape pair at index 9: http://h/%2'],
    ['http://h/a\u00a0', 'Illegal character in path at index 10: http://h/a\u00a0'],
    ['http://a b/', 'Illegal character in authority at index 7: http://a b/'],
  ])('%s is not', (url, message) => {
    expect(() => checkUri(parseUrl(url))).toThrow(
      expect.objectContaining({ name: 'java.net.URISyntaxException', message }),
    );
  });

  test('is made of a URL by encoding what may not stand in it, and all percent signs with it', () => {
    expect(sanitized(parseUrl('http://u@h:1/a|b%20?c=d^e#f g')).text).toBe(
      'http://u@h:1/a%7Cb%2520?c=d%5Ee#f%20g',
    );
    expect(sanitized(parseUrl('http://h/%20')).text).toBe('http://h/%20');
    expect(() => sanitized(parseUrl('http://a b/'))).toThrow('Illegal character in authority');
  });
});

describe('the target of a request', () => {
  test.each([
    ['http://h', '/'],
    ['http://h/', '/'],
    ['http://h//a///b//', '/a/b/'],
    ['http://h/%7ea%2fb%20c+d', '/%7ea%2fb%20c+d'],
    ['http://h//%7ea/b%2fc/', '/~a/b%2Fc/'],
    ['http://h/a//%E9é', '/a/%EF%BF%BD%EF%BF%BD'],
    ['http://h///?x', '/?x'],
    ['http://h/ä?ö=ü#ß', '/%C3%A4?%C3%B6=%C3%BC'],
    ['http://h/?', '/?'],
    ['http://h?q', '/?q'],
  ])('of %s is %s', (url, target) => {
    expect(requestTarget(parseUrl(url))).toBe(target);
  });

  test('for a proxy is the whole URL', () => {
    expect(proxyTarget(parseUrl('http://u@HOST:81//a//b?c#d'))).toBe('http://host:81//a//b?c');
    expect(proxyTarget(parseUrl('http://h'))).toBe('http://h/');
  });
});
