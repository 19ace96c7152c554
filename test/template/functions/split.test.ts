import { describe, expect, it } from 'vitest';
import { evaluateText } from '../../support/template.ts';
import { testUser, type TestUser } from '../../support/user.ts';

/** What JMeter 5.6.3 gives, and the variables it sets. */
const values: [text: string, value: string, variables: Record<string, string>][] = [
  [
    '${__split(a\\,b\\,c,S)} ${S} ${S_n} ${S_1} ${S_2} ${S_3} ${S_4}',
    'a,b,c a,b,c 3 a b c ${S_4}',
    { S: 'a,b,c', S_1: 'a', S_2: 'b', S_3: 'c', S_n: '3' },
  ],
  [
    '${__split(x|y||z,T,|)} ${T_n} ${T_1} ${T_2} [${T_3}] ${T_4}',
    'x|y||z 4 x y [?] z',
    { T: 'x|y||z', T_1: 'x', T_2: 'y', T_3: '?', T_4: 'z', T_n: '4' },
  ],
  ['${__split(a b,W, )} ${W_n} ${W_2}', 'a b 2 b', { W: 'a b', W_1: 'a', W_2: 'b', W_n: '2' }],
  ['${__split(,E)} [${E_n}] [${E_1}]', ' [0] [${E_1}]', { E: '', E_n: '0' }],
  [
    '${__split(1::2,C,::)} ${C_n} ${C_1} ${C_2}',
    '1::2 3 1 ?',
    { C: '1::2', C_1: '1', C_2: '?', C_3: '2', C_n: '3' },
  ],
  [
    '${__split(1ab2ba3,C,ab)} ${C_n} ${C_1} ${C_2} ${C_3}',
    '1ab2ba3 5 1 ? 2',
    { C: '1ab2ba3', C_1: '1', C_2: '?', C_3: '2', C_4: '?', C_5: '3', C_n: '5' },
  ],
  ['${__split(a\\,b, SS )}', 'a,b', { SS: 'a,b', SS_1: 'a', SS_2: 'b', SS_n: '2' }],
  ['${__split(a\\,b,SS,)}', 'a,b', { SS: 'a,b', SS_1: 'a', SS_2: 'b', SS_n: '2' }],
  ['${__split(a,)}', 'a', { '': 'a', _1: 'a', _n: '1' }],
  [
    '${__split(a\\,\\,b\\,,S2)}',
    'a,,b,',
    { S2: 'a,,b,', S2_1: 'a', S2_2: '?', S2_3: 'b', S2_4: '?', S2_n: '4' },
  ],
  ['${__split(a;b;,S2,;)}', 'a;b;', { S2: 'a;b;', S2_1: 'a', S2_2: 'b', S2_3: '?', S2_n: '3' }],
  ['${__split(;a,S2,;)}', ';a', { S2: ';a', S2_1: 'a', S2_n: '1' }],
  ['${__split(abc,S2,xyz)}', 'abc', { S2: 'abc', S2_1: 'abc', S2_n: '1' }],
  ['${__split(a|||b,S2,|)}', 'a|||b', { S2: 'a|||b', S2_1: 'a', S2_2: '?', S2_3: '?', S2_4: 'b', S2_n: '4' }],
  ['${__split(a\\tb,S2,\\t)}', 'a\\tb', { S2: 'a\\tb', S2_1: 'a', S2_2: '?', S2_3: 'b', S2_n: '3' }],
  ['${__split(atbnc,S2,\\t)}', 'atbnc', { S2: 'atbnc', S2_1: 'a', S2_2: 'bnc', S2_n: '2' }],
  ['${__split(a??b,S2,?)}', 'a??b', { S2: 'a??b', S2_1: 'a', S2_2: '?', S2_3: 'b', S2_n: '3' }],
  ['${__split(a?b;c,S2,;)}', 'a?b;c', { S2: 'a?b;c', S2_1: 'a?b', S2_2: 'c', S2_n: '2' }],
  ['${__split(;;a,S2,;)}', ';;a', { S2: ';;a', S2_1: '?', S2_2: 'a', S2_n: '2' }],
  ['${__split(;,S2,;)}', ';', { S2: ';', S2_1: '?', S2_n: '1' }],
];

const variables = { v: 'V' };

function freshUser(): TestUser {
  const user = testUser({ variables, properties: {} });
  return user;
}

describe('__split', () => {
  it.each(values)('%s gives %j', async (text, value, set) => {
    const user = freshUser();
    expect(await evaluateText(text, user)).toBe(value);
    expect(Object.fromEntries(user.variables.entries())).toEqual({ ...variables, ...set });
  });
});
