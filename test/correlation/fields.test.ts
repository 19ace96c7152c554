import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf, jsonStart, LOOKED_AT, sockJsContent } from '../../src/correlation/fields.ts';
import { placeOf } from '../../src/correlation/place.ts';

const found = (text: string): Record<string, string> =>
  Object.fromEntries(fieldsOf(text).map(({ at, value }) => [at, value]));

describe('the fields of a message', () => {
  it('are the scalars of JSON, without truth values and null', () => {
    expect(found('{"id":1,"a":{"b":["x",null,true]},"e":""}')).toEqual({
      'json ["id"]': '1',
      'json ["a","b",0]': 'x',
    });
  });

  it('leave out what stands in one of several objects of a list', () => {
    expect(found('{"id":1,"items":[{"id":2},{"id":3}],"one":[{"id":4}],"pair":[5,6]}')).toEqual({
      'json ["id"]': '1',
      'json ["one",0,"id"]': '4',
      'json ["pair",0]': '5',
      'json ["pair",1]': '6',
    });
  });

  it('are the headers of a STOMP frame, the first of each name, and the JSON of its body', () => {
    expect(found('SEND\nreceipt:77\nreceipt:78\nbad\n\n{"id":5}\0')).toEqual({
      'header receipt': '77',
      'json ["id"]': '5',
    });
  });

  it('are the acknowledgement id of a Socket.IO packet and its arguments', () => {
    expect(found('42/chat,17["m",{"id":5}]')).toEqual({
      'ack 25': '17',
      'json [0]': 'm',
      'json [1,"id"]': '5',
    });
    expect(found('4317["ok"]')).toEqual({ 'ack 36': '17', 'json [0]': 'ok' });
    expect(found('42["m"]')).toEqual({ 'json [0]': 'm' });
  });

  it('are the words of a text that stand at its start or behind a fixed word', () => {
    expect(found('user 1 message 17, ünï-7')).toEqual({
      'word ^': 'user',
      'word ^user ': '1',
      'word message ': '17',
    });
  });

  it('are bounded in number, depth and length', () => {
    expect(fieldsOf(JSON.stringify(Array.from({ length: 1_000 }, (_, i) => i))).length).toBe(64);
    expect(fieldsOf('a1 '.repeat(10_000)).length).toBeLessThanOrEqual(64);
    expect(fieldsOf('['.repeat(100_000))).toEqual([]);
    expect(fieldsOf(JSON.stringify({ a: 'x'.repeat(LOOKED_AT), id: 1 }))).toEqual([]);
    expect(fieldsOf(JSON.stringify({ id: 'x'.repeat(129) }))).toEqual([]);
  });

  const texts = fc.oneof(
    fc.json(),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^SEND\n(\w+:\w*\n){0,4}\n\{"id":\d+\}\0$/),
    fc.stringMatching(/^42(\/\w+,)?\d{0,3}\["\w+"(,\{"id":\d+\})?\]$/),
    fc.stringMatching(/^(\w+[ =;:]){1,8}\w+$/),
  );

  it('are found behind what opens the text, too', () =>
    expect(fieldsOf('a a v').map((field) => placeOf(field, false).find('a a v'))).toEqual(['a', 'a', 'v']));

  it('are found again at their places', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const field of fieldsOf(text)) {
          const place = placeOf(field, false);
          for (const look of ['first', 'again'])
            expect({ text, field, look, found: place.find(text) }).toEqual({
              text,
              field,
              look,
              found: field.value,
            });
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('are found again at their places inside SockJS framing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const framed = `a${JSON.stringify([text])}`;
        expect(sockJsContent(framed)).toBe(text);
        for (const field of fieldsOf(text)) expect(placeOf(field, true).find(framed)).toBe(field.value);
      }),
    );
  });

  it('of one message are looked for in others without harm', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        for (const field of fieldsOf(one)) {
          const place = placeOf(field, false);
          place.find(one);
          const value = place.find(other);
          const same = fieldsOf(other).find(({ at }) => at === field.at);
          if (same !== undefined) expect(value).toBe(same.value);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the start of the JSON in a message', () => {
  it.each([
    ['{}', 0],
    [' \n[1]', 2],
    ['42["a"]', 2],
    ['42/n,7{"a":1}', 6],
    ['451-["a"]', 4],
    ['SEND\nx:1\n\n{}', 10],
    ['SEND\r\nx:1\r\n\r\n[]', 13],
    ['SEND\n\ntext', -1],
    ['HELLO {}', -1],
    ['text', -1],
    ['42', -1],
    ['', -1],
  ])('%j: %i', (text, start) => expect(jsonStart(text)).toBe(start));
});
