import { describe, expect, it } from 'vitest';
import { compileLoaded, evaluateText, testEnvironment } from '../../support/template.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { SampleResult } from '../../../src/types.ts';

/** What JMeter 5.6.3 gives, and the variables it sets. */
const values: [text: string, value: string, variables: Record<string, string>][] = [
  ['${__regexFunction((\\\\w)=(\\\\d),$1$-$2$,1)}', 'a-1', { _g0: 'a=1', _g1: 'a', _g2: '1' }],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$-$2$,4)}', '', {}],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,0.5)}', 'b', { _g0: 'b=2', _g1: 'b', _g2: '2' }],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,1.0)}', 'c', { _g0: 'c=3', _g1: 'c', _g2: '3' }],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,ALL)}', 'abc', { _g0: 'c=3', _g1: 'c', _g2: '3' }],
  ['${__regexFunction((\\\\w)=(\\\\d),$3$,1)}', 'null', { _g0: 'a=1', _g1: 'a', _g2: '1' }],
  [
    '${__regexFunction((\\\\w)=(\\\\d),$0$ x$1$$2$y $ $a$ $1,1)}',
    'a=1 xa1y $ $a$ $1',
    { _g0: 'a=1', _g1: 'a', _g2: '1' },
  ],
  ['${__regexFunction((\\\\w)=(\\\\d),\\\\$1\\\\$,1)}', '\\$1\\$', { _g0: 'a=1', _g1: 'a', _g2: '1' }],
  [
    '${__regexFunction((\\\\w)=(z)?(\\\\d),$1$$2$$3$,1,,d,nm)}',
    'anull1',
    { nm: 'anull1', nm_g0: 'a=1', nm_g1: 'a', nm_g3: '1', nm_matchNr: '3' },
  ],
  [
    '${__regexFunction((\\\\w)=(\\\\d),$1$,2,\\,,d,nm)}',
    'b',
    { nm: 'b', nm_g0: 'b=2', nm_g1: 'b', nm_g2: '2', nm_matchNr: '3' },
  ],
  [
    '${__regexFunction((\\\\w)=(\\\\d),$1$,ALL,;,d,nm)}',
    'a;b;c',
    { nm: 'c', nm_g0: 'c=3', nm_g1: 'c', nm_g2: '3', nm_matchNr: '3' },
  ],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,7,;,d,nm)}', 'd', { nm: 'd', nm_matchNr: '3' }],
  ['${__regexFunction((q)=(\\\\d),$1$,1,;,d,nm)}', 'd', { nm: 'd', nm_matchNr: '0' }],
  ['${__regexFunction((q)=(\\\\d),$1$,1,;,,nm)}', '', { nm: '', nm_matchNr: '0' }],
  [
    '${__regexFunction((\\\\w)=(\\\\d),$1$,1,;,d,nm,iv)}',
    'z',
    { nm: 'z', nm_g0: 'z=9', nm_g1: 'z', nm_g2: '9', nm_matchNr: '1' },
  ],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,1,;,d,nm,nosuch)}', 'd', { nm: 'd' }],
  [
    '${__regexFunction((\\\\w)=(\\\\d),$1$,1,;,d, nm ,)}',
    'a',
    { ' nm ': 'a', ' nm _g0': 'a=1', ' nm _g1': 'a', ' nm _g2': '1', ' nm _matchNr': '3' },
  ],
  ['${__regexFunction((\\\\w)=(\\\\d),plain,1)}', 'plain', { _g0: 'a=1', _g1: 'a', _g2: '1' }],
  ['${__regexFunction((\\\\w)=(\\\\d),,1)}', '', { _g0: 'a=1', _g1: 'a', _g2: '1' }],
  ['${__regexFunction(,$0$,1)}', '', { _g0: '' }],
  ['${__regexFunction(x*,[$0$],ALL)}', '[][][][][][][][][][][][]', { _g0: '' }],
];

/** What leaves the function as an exception. */
const thrown: [text: string, message: string][] = [
  ['${__regexFunction((\\\\w)=(\\\\d),$1$-$2$,-1)}', 'Index -2 out of bounds for length 3'],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$-$2$,0)}', 'Index -1 out of bounds for length 3'],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,0.1)}', 'Index -1 out of bounds for length 3'],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,1.4)}', 'Index 3 out of bounds for length 3'],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,abc)}', 'For input string: "abc"'],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$, 2)}', 'Index 5 out of bounds for length 3'],
  ['${__regexFunction((\\\\w)=(\\\\d),$1$,all)}', 'For input string: "all"'],
];

const malformed: [text: string, message: string][] = [
  [
    '${__regexFunction((\\\\w)=(\\\\d,$1$,1,;,d,nm)}',
    'Expected } after __regexFunction function call in ${__regexFunction((\\\\w)=(\\\\d,$1$,1,;,d,nm)}',
  ],
];

const variables = { iv: 'z=9' };

function freshUser(): TestUser {
  const user = testUser({ variables, properties: {} });
  user.previousResult = Object.assign(new SampleResult(), { responseData: 'a=1,b=2,c=3' });
  return user;
}

describe('__regexFunction', () => {
  it.each(values)('%s gives %j', async (text, value, set) => {
    const user = freshUser();
    expect(await evaluateText(text, user)).toBe(value);
    expect(Object.fromEntries(user.variables.entries())).toEqual({ ...variables, ...set });
  });

  it.each(thrown)('%s throws %j', async (text, message) => {
    await expect(evaluateText(text, freshUser())).rejects.toThrow(message);
  });

  it.each(malformed)('%s is malformed', async (text, message) => {
    await expect(compileLoaded(text, testEnvironment(freshUser()))).rejects.toThrow(message);
  });
});
