import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileIdRule } from '../../src/correlation/id-rule.ts';

const byPath = (path: string) => compileIdRule({ kind: 'json-path', path });
const byRegex = (pattern: string) => compileIdRule({ kind: 'regex', pattern });

describe('a JSONPath rule', () => {
  it('finds a scalar as text', () => {
    expect(byPath('$.a[1].id')('{"a":[0,{"id":7}]}')).toBe('7');
    expect(byPath('$.a[1].id')('{"a":[0,{"id":"7"}]}')).toBe('7');
  });

  it('takes the first result of any other path', () => {
    expect(byPath('$..id')('{"a":{"id":"x"},"id":"y"}')).toMatch(/^[xy]$/);
    expect(byPath('$.items[*].id')('{"items":[{"n":1},{"id":5},{"id":6}]}')).toBe('5');
    expect(byPath('$.items[?(@.kind=="a")].id')('{"items":[{"kind":"b","id":1},{"kind":"a","id":2}]}')).toBe(
      '2',
    );
    expect(byPath('$[-1]')('[1,2,3]')).toBe('3');
  });

  it('agrees with the general evaluation on plain paths', () => {
    const keys = fc.constantFrom('a', 'b', 'id');
    const step = fc.oneof(keys, fc.nat({ max: 2 }));
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.integer(),
        fc.string(),
        fc.dictionary(keys, tie('value')),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.array(step, { minLength: 1, maxLength: 4 }), (json, steps) => {
        const plain = `$${steps.map((s) => (typeof s === 'string' ? `.${s}` : `[${s}]`)).join('')}`;
        // A union of one and the same name is no plain path.
        const general = `$${steps.map((s) => (typeof s === 'string' ? `['${s}','${s}']` : `[${s}:${s + 1}]`)).join('')}`;
        const text = JSON.stringify(json);
        expect(byPath(plain)(text)).toBe(byPath(general)(text));
      }),
    );
  });

  it('reads STOMP bodies, SignalR records, Socket.IO packets and bytes', () => {
    for (const path of ['$.id', '$..id']) {
      expect(byPath(path)('MESSAGE\nx:1\n\n{"id":1}\0')).toBe('1');
      expect(byPath(path)('{"id":2}\x1e')).toBe('2');
      expect(byPath(path)(Buffer.from('{"id":"é"}'))).toBe('é');
    }
    expect(byPath('$[1].id')('42["m",{"id":3}]')).toBe('3');
  });

  it.each(['', 'text', '{', '{"id":null}', '{"id":{}}', '[]', '\0'])('finds nothing in %j', (text) => {
    expect(byPath('$.id')(text)).toBeUndefined();
    expect(byPath('$..id')(text)).toBeUndefined();
  });

  it('that is malformed is refused in one line', () => {
    expect(() => byPath('$..[')).toThrow(/^the JSONPath \$\.\.\[ is malformed: [^\n]+$/);
  });
});

describe('a regular expression', () => {
  it('gives its first group, or else the whole match', () => {
    expect(byRegex('id=(\\d+);(\\d+)')('x id=5;6')).toBe('5');
    expect(byRegex('r-\\d+')('see r-17, r-18')).toBe('r-17');
    expect(byRegex('id=(\\d+)|none')('none')).toBeUndefined();
    expect(byRegex('id=(\\d+)')('id=x')).toBeUndefined();
  });

  it('is one of Java', () => {
    expect(byRegex('(?i)ID\\s*=\\s*(\\p{Alnum}++)')('id = a7')).toBe('a7');
  });

  it('reads bytes as UTF-8', () => {
    expect(byRegex('ü(\\d)')(Buffer.from('ü5'))).toBe('5');
  });

  it('that takes too long finds nothing, and is not tried for ever', () => {
    const find = byRegex('(a|a)*(a|aa)+(?=c)');
    const text = `${'a'.repeat(200)}b`;
    for (let n = 0; n < 3; n++) expect(find(text)).toBeUndefined();
    // If each of these were tried, the test would not end in time.
    for (let n = 0; n < 1_000; n++) expect(find(text)).toBeUndefined();
  });

  it('looks at the first 65,536 characters', () => {
    expect(byRegex('id=\\d')(`${'x'.repeat(65_532)}id=5`)).toBe('id=5');
    expect(byRegex('id=\\d')(`${'x'.repeat(65_533)}id=5`)).toBeUndefined();
  });

  it('that is malformed is refused in one line', () => {
    expect(() => byRegex('id=(\\d+')).toThrow(/^the regular expression id=\(\\d\+ cannot be used: [^\n]+$/);
  });
});

describe('a position', () => {
  const find = compileIdRule({ kind: 'position', offset: 2, length: 3 });

  it('gives the bytes there', () => {
    expect(find(Uint8Array.of(0, 1, 2, 3, 255, 5))).toBe('0203ff');
    expect(find(Buffer.from('xx\0\0\x07').subarray(0, 5))).toBe('000007');
  });

  it('finds nothing in a short message or a text', () => {
    expect(find(Uint8Array.of(0, 1, 2, 3))).toBeUndefined();
    expect(find('abcdefg')).toBeUndefined();
  });
});

describe('a very long id', () => {
  it('is replaced by a digest that tells it from others', () => {
    const id = (end: string) => byRegex('.+')(`${'x'.repeat(60_000)}${end}`);
    expect(id('1')?.length).toBeLessThan(40);
    expect(id('1')).toBe(id('1'));
    expect(id('1')).not.toBe(id('2'));
  });
});
