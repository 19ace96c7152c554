import { expect, test } from 'vitest';
import { javaHashMapOrder } from '../../src/websocket/java-hash-map-order.ts';

const order = (names: readonly string[]): string[] =>
  javaHashMapOrder(new Map(names.map((name) => [name, '']))).map(([name]) => name);

test('headers go out in the order that JMeter was recorded to send', () => {
  const names =
    'X-Sampler Host Upgrade connection Sec-WebSocket-Key Sec-WebSocket-Version X-Empty X-Var X-Dup X-Group x-both Zeta Alpha Origin User-Agent X-Plan';
  expect(order(names.split(' ')).join(' ')).toBe(
    'Origin Sec-WebSocket-Key X-Group X-Dup User-Agent X-Sampler Sec-WebSocket-Version Host Upgrade Zeta X-Plan X-Empty Alpha connection x-both X-Var',
  );
});

test('names in one bucket stay as they came', () => {
  // "Aa" and "BB" have the same hash code.
  expect(order(['BB', 'Aa'])).toEqual(['BB', 'Aa']);
  expect(order(['Aa', 'BB'])).toEqual(['Aa', 'BB']);
});

test('the table grows above three quarters of its size', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `h${i}`);
  // As Java 17 gives them.
  expect(order(names(12)).join(' ')).toBe('h8 h9 h10 h0 h1 h11 h2 h3 h4 h5 h6 h7');
  expect(order(names(13)).join(' ')).toBe('h10 h0 h12 h1 h11 h2 h3 h4 h5 h6 h7 h8 h9');
  expect(order(Array.from({ length: 30 }, (_, i) => `X-Header-${i * i}`)).join(' ')).toBe(
    'X-Header-1 X-Header-361 X-Header-0 X-Header-100 X-Header-144 X-Header-441 X-Header-121 X-Header-484 X-Header-225 X-Header-324 X-Header-841 X-Header-9 X-Header-289 X-Header-784 X-Header-169 X-Header-400 X-Header-625 X-Header-4 X-Header-36 X-Header-16 X-Header-729 X-Header-529 X-Header-196 X-Header-81 X-Header-64 X-Header-676 X-Header-256 X-Header-576 X-Header-25 X-Header-49',
  );
});
