import { describe, expect, it } from 'vitest';
import type { CorrelationOptions } from '../../src/correlation/options.ts';
import {
  CorrelationSettingError,
  DEFAULT_CORRELATION,
  optionsOfComment,
  optionsOfProperties,
  parseCorrelation,
} from '../../src/correlation/settings.ts';

const path = (text: string) => ({ kind: 'json-path', path: text });
const regex = (pattern: string) => ({ kind: 'regex', pattern });
const option = (text: string, base = DEFAULT_CORRELATION) => parseCorrelation(text, base, '--correlation');

describe('--correlation', () => {
  it.each([
    ['', { mode: 'flag', request: 'auto', reply: 'auto' }],
    ['auto', { mode: 'flag', request: 'auto', reply: 'auto' }],
    ['off', { mode: 'off', request: 'auto', reply: 'auto' }],
    ['match', { mode: 'match', request: 'auto', reply: 'auto' }],
    [' flag  auto ', { mode: 'flag', request: 'auto', reply: 'auto' }],
    ['request=$.id reply=$.ref', { mode: 'flag', request: path('$.id'), reply: path('$.ref') }],
    ['match request=$.id', { mode: 'match', request: path('$.id'), reply: path('$.id') }],
    ['reply=$.ref match', { mode: 'match', request: path('$.ref'), reply: path('$.ref') }],
    ["request=$['a'][0]", { mode: 'flag', request: path("$['a'][0]"), reply: path("$['a'][0]") }],
    [`request="$['an id']"`, { mode: 'flag', request: path("$['an id']"), reply: path("$['an id']") }],
    ['request="$[\\"a\\"]"', { mode: 'flag', request: path('$["a"]'), reply: path('$["a"]') }],
    [
      'request=/id (\\d+)/ reply=/re: (\\d+)/',
      { mode: 'flag', request: regex('id (\\d+)'), reply: regex('re: (\\d+)') },
    ],
    ['request=/a\\/(\\d)/', { mode: 'flag', request: regex('a/(\\d)'), reply: regex('a/(\\d)') }],
    [
      'request=bytes:0:4 reply=bytes:8:4',
      {
        mode: 'flag',
        request: { kind: 'position', offset: 0, length: 4 },
        reply: { kind: 'position', offset: 8, length: 4 },
      },
    ],
  ])('%j', (text, options) => expect(option(text)).toEqual(options));

  it('changes what it names and keeps the rest', () => {
    const base: CorrelationOptions = option('match request=$.a reply=$.b');
    expect(option('off', base)).toEqual({ ...base, mode: 'off' });
    expect(option('auto', base)).toEqual({ mode: 'match', request: 'auto', reply: 'auto' });
    expect(option('request=$.c', base)).toEqual({ mode: 'match', request: path('$.c'), reply: path('$.c') });
  });

  it.each([
    [
      'on',
      /^--correlation: "on" is not understood; write auto, flag, match or off, and request=RULE reply=RULE$/,
    ],
    ['flag, match', /"flag, match" is not understood/],
    ['ids=$.id', /"ids=\$\.id" is not understood/],
    ['request=', /"request=" is not understood/],
    ['request=/a b', /"\/a" is no rule/],
    [
      'request=id',
      /^--correlation request: "id" is no rule; write a JSONPath \(\$\.id\), \/a regular expression\/, bytes:OFFSET:LENGTH or auto$/,
    ],
    ['request=//', /"\/\/" is no rule/],
    ['request=bytes:4', /"bytes:4" is no rule/],
    ['request=bytes:4:0', /"bytes:4:0" is no rule/],
    ['reply=$..[', /^--correlation reply: the JSONPath \$\.\.\[ is malformed: /],
    ['reply=/(/', /^--correlation reply: the regular expression \( cannot be used: /],
    ['request=$.id reply=auto', /^--correlation: request and reply must both be auto, or both be rules/],
  ])('%j is refused in one line', (text, message) => {
    expect(() => option(text)).toThrow(CorrelationSettingError);
    expect(() => option(text)).toThrow(message);
    expect(() => option(text)).toThrow(/^[^\n]+$/);
  });
});

describe('the properties', () => {
  const none = { correlation: undefined, request: undefined, reply: undefined };

  it('give the default when none is set', () => {
    expect(optionsOfProperties(none)).toEqual(DEFAULT_CORRELATION);
  });

  it('name the mode and the rules', () => {
    expect(optionsOfProperties({ correlation: 'match', request: '$.id', reply: '/ref=(\\w+)/' })).toEqual({
      mode: 'match',
      request: path('$.id'),
      reply: regex('ref=(\\w+)'),
    });
    expect(optionsOfProperties({ ...none, request: '$.id' })).toMatchObject({ reply: path('$.id') });
    expect(optionsOfProperties({ ...none, correlation: 'request=$.a', reply: '$.b' })).toMatchObject({
      request: path('$.a'),
      reply: path('$.b'),
    });
  });

  it('are named in what is wrong with them', () => {
    expect(() => optionsOfProperties({ ...none, correlation: 'maybe' })).toThrow(
      /^wsmeter\.correlation: "maybe"/,
    );
    expect(() => optionsOfProperties({ ...none, request: 'id' })).toThrow(
      /^wsmeter\.correlation\.request: "id"/,
    );
    expect(() => optionsOfProperties({ ...none, reply: 'id' })).toThrow(/^wsmeter\.correlation\.reply: "id"/);
  });
});

describe('the comment of a sampler', () => {
  it('holds for the sampler', () => {
    const comment = 'Asks for the price.\n@correlation request=$.id reply=$.ref\nTwice a day.';
    expect(optionsOfComment(comment, DEFAULT_CORRELATION)).toEqual({
      mode: 'flag',
      request: path('$.id'),
      reply: path('$.ref'),
    });
    expect(optionsOfComment('@correlation off', option('match request=$.id'))).toEqual({
      mode: 'off',
      request: path('$.id'),
      reply: path('$.id'),
    });
    expect(optionsOfComment('see below: @correlation match\r\n', DEFAULT_CORRELATION)).toMatchObject({
      mode: 'match',
    });
  });

  it.each([
    '',
    'A comment',
    'no@correlation off',
    '@correlations off',
    '@correlation-id off',
    '@Correlation off',
  ])('changes nothing otherwise: %j', (comment) =>
    expect(optionsOfComment(comment, DEFAULT_CORRELATION)).toBe(DEFAULT_CORRELATION),
  );

  it('is named in what is wrong with it', () => {
    expect(() => optionsOfComment('@correlation flagg', DEFAULT_CORRELATION)).toThrow(
      /^@correlation: "flagg"/,
    );
    expect(() => optionsOfComment('@correlation request=id', DEFAULT_CORRELATION)).toThrow(
      /^@correlation request: "id"/,
    );
  });
});
