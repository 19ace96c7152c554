import { describe, expect, test } from 'vitest';
import { serverAddress } from '../../src/websocket/server-address.ts';

const target = (path: string): string => serverAddress(false, '127.0.0.1', 8765, path).target;

describe('the path of an address', () => {
  test.each([
    ['/echo', '/echo'],
    ['echo', '/echo'],
    ['', '/'],
    [' ', '/'],
    [' echo', '/echo'],
    ['?x=1', '/?x=1'],
    ['/x?y#z?w', '/x?y'],
    ['#', '/'],
    ['/a?#f', '/a?'],
    ['//x//y', '//x//y'],
    ['http://x/y', '/http://x/y'],
    ['/a b|{}', '/a b|{}'],
    ['/a/../b', '/a/../b'],
  ])('%j goes out as %j', (path, expected) => {
    expect(target(path)).toBe(expected);
  });

  test('keeps blanks in front of a slash in the request, not in the URL', () => {
    const address = serverAddress(false, 'h', 80, '  /echo');
    expect(address.target).toBe('  /echo');
    expect(address.url).toBe('ws://h:80/  /echo');
  });
});

describe('the host of an address', () => {
  test('an IPv6 address stands in brackets', () => {
    expect(serverAddress(false, '::1', 80, '/x').url).toBe('ws://[::1]:80/x');
    expect(serverAddress(true, '[::1]', 80, '/x').url).toBe('wss://[::1]:80/x');
    expect(serverAddress(false, '127.0.0.1:80', 81, '').host).toBe('[127.0.0.1:80]');
  });

  test.each(['127.0.0.1/x', 'ws://127.0.0.1', 'a\tb', 'a\n', '\u007f'])('%j is refused', (host) => {
    expect(() => serverAddress(false, host, 80, '/')).toThrowError(/^Illegal character found in host: /);
  });
});
