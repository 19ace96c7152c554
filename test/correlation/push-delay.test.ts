import { describe, expect, it } from 'vitest';
import { compileSendTime, parsePushDelay, pushDelayOf } from '../../src/correlation/push-delay.ts';
import { CorrelationSettingError } from '../../src/correlation/settings.ts';

const parse = (text: string) => parsePushDelay(text, '--push-delay');
const path = (text: string) => ({ kind: 'json-path', path: text });

describe('a push delay setting', () => {
  it.each([
    ['$.t', { rule: path('$.t'), unit: 'ms' }],
    ['$.t unit=us', { rule: path('$.t'), unit: 'us' }],
    [' unit=iso  $.head.sent ', { rule: path('$.head.sent'), unit: 'iso' }],
    ['/at (\\d+) ms/', { rule: { kind: 'regex', pattern: 'at (\\d+) ms' }, unit: 'ms' }],
    [`"$['sent at']" unit=s`, { rule: path("$['sent at']"), unit: 's' }],
    ['bytes:0:8 unit=ns', { rule: { kind: 'position', offset: 0, length: 8 }, unit: 'ns' }],
    ['off', undefined],
  ])('%j', (text, options) => expect(parse(text)).toEqual(options));

  it.each([
    ['', /^--push-delay: there is no rule; write off or RULE unit=UNIT, where RULE is a JSONPath/],
    ['unit=ms', /there is no rule/],
    ['auto', /there is no rule/],
    ['$.t unit=min', /"unit=min" is not understood/],
    ['$.t $.u', /"\$\.u" is not understood/],
    ['sentAt', /"sentAt" is no rule/],
    ['/(/', /the regular expression \( cannot be used/],
  ])('%j is refused in one line', (text, message) => {
    expect(() => parse(text)).toThrow(CorrelationSettingError);
    expect(() => parse(text)).toThrow(message);
  });

  it('of a comment goes before that of the run', () => {
    expect(pushDelayOf('', '$.run')?.rule).toEqual(path('$.run'));
    expect(pushDelayOf('', ' ')).toBeUndefined();
    expect(pushDelayOf('ticks\n@push-delay $.own unit=s\nmore', '$.run')).toEqual({
      rule: path('$.own'),
      unit: 's',
    });
    expect(pushDelayOf('@push-delay off', '$.run')).toBeUndefined();
    expect(pushDelayOf('mail@push-delay.example', '$.run')?.rule).toEqual(path('$.run'));
  });
});

describe('the send time of a message', () => {
  const bytes = Buffer.alloc(10);
  bytes.writeBigUInt64BE(1_796_044_708_123n, 2);
  it.each([
    ['$.t', '{"n":1,"t":1796044708123}', 1_796_044_708_123_000],
    ['$.t', '{"n":1,"t":"1796044708123.25"}', 1_796_044_708_123_250],
    ['$.t', Buffer.from('{"t":1796044708123}'), 1_796_044_708_123_000],
    ['$.t unit=s', '{"t":1796044708.5}', 1_796_044_708_500_000],
    ['$.t unit=us', '{"t":1796044708123456}', 1_796_044_708_123_456],
    ['$.t unit=ns', '{"t":1796044708123456789}', 1_796_044_708_123_457],
    ['$.t unit=iso', '{"t":"2026-11-30T13:18:28.123Z"}', 1_796_044_708_123_000],
    ['/sent=(\\d+)/', 'tick 7 sent=1796044708123', 1_796_044_708_123_000],
    ['bytes:2:8', bytes, 1_796_044_708_123_000],
    ['$.t', '{"t":"soon"}', undefined],
    ['$.t', '{"t":""}', undefined],
    ['$.t', '{"u":1}', undefined],
    ['$.t', 'tick', undefined],
    ['$.t unit=iso', '{"t":"yesterday"}', undefined],
    ['bytes:2:8', 'text', undefined],
    ['bytes:4:8', bytes, undefined],
  ])('%s in %o', (setting, message, us) => {
    const found = compileSendTime(parse(setting)!)(message);
    if (us === undefined) expect(found).toBeUndefined();
    else expect(Math.abs(found! - us)).toBeLessThan(1);
  });
});
