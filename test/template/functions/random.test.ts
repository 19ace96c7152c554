import { describe, expect, it } from 'vitest';
import { evaluateText } from '../../support/template.ts';
import { testUser } from '../../support/user.ts';

async function many(text: string, user = testUser(), times = 200): Promise<string[]> {
  const values: string[] = [];
  for (let i = 0; i < times; i++) values.push(await evaluateText(text, user));
  return values;
}
const distinct = (values: string[]): string[] => [...new Set(values)].toSorted();

describe('__Random', () => {
  it('gives all integers between its bounds, and no other', async () => {
    expect(distinct(await many('${__Random(-1, 2 )}'))).toEqual(['-1', '0', '1', '2']);
    expect(await evaluateText('${__Random(5,5, r )}${r}', testUser())).toBe('55');
  });

  it('has room for longs', async () => {
    const values = await many('${__Random(9007199254740993,9007199254740995)}');
    expect(distinct(values)).toEqual(['9007199254740993', '9007199254740994', '9007199254740995']);
  });

  it.each(['${__Random(6,1)}', '${__Random(x,1)}', '${__Random(1,)}', '${__Random(0,9223372036854775807)}'])(
    '%s throws',
    async (text) => {
      await expect(evaluateText(text, testUser())).rejects.toThrow(/bound must be greater|For input string/);
    },
  );
});

describe('__RandomString', () => {
  it('takes the characters it is given', async () => {
    const values = await many('${__RandomString(8,ab)}');
    expect(values.every((value) => /^[ab]{8}$/.test(value))).toBe(true);
    expect(distinct(values.join('').split(''))).toEqual(['a', 'b']);
    expect(await evaluateText('${__RandomString(3,x, v )}${v}|${__RandomString(0,x)}', testUser())).toBe(
      'xxxxxx|',
    );
  });

  it('takes any character when it is given none', async () => {
    for (const value of await many('${__RandomString(7, )}')) {
      expect(value).toHaveLength(7);
      expect(value).not.toMatch(/[\p{Cn}\p{Co}\p{Cs}]/u);
    }
  });

  it.each([
    ['${__RandomString( 5 ,a)}', 'For input string: " 5 "'],
    ['${__RandomString(-1,a)}', 'Requested random string length -1 is less than 0.'],
  ])('%s throws', async (text, message) => {
    await expect(evaluateText(text, testUser())).rejects.toThrow(message);
  });
});

describe('__RandomFromMultipleVars', () => {
  const variables = {
    a: 'A',
    b: 'B',
    m_matchNr: '2',
    m_1: 'M1',
    m_2: 'M2',
    z: 'Z',
    z_matchNr: '0',
    x_matchNr: 'x',
  };
  const user = testUser({ variables });

  it('chooses among the values of variables and of what extractors found', async () => {
    expect(distinct(await many('${__RandomFromMultipleVars(a|m|nope|z)}', user))).toEqual([
      'A',
      'M1',
      'M2',
      'Z',
    ]);
    expect(await evaluateText('${__RandomFromMultipleVars( b , out )}${out}', user)).toBe('BB');
    expect(await evaluateText('[${__RandomFromMultipleVars(nope)}]', user)).toBe('[]');
  });

  it('throws for a number of matches that is none', async () => {
    await expect(evaluateText('${__RandomFromMultipleVars(x)}', user)).rejects.toThrow(
      'For input string: "x"',
    );
  });
});

describe('__UUID', () => {
  it('gives random UUIDs of version 4', async () => {
    const values = await many('${__UUID}', testUser(), 50);
    expect(new Set(values).size).toBe(50);
    for (const value of values)
      expect(value).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('__RandomDate', () => {
  it('gives all days from the start up to the end, which is not included', async () => {
    const values = await many('${__RandomDate(yyyy-MM-dd,2020-02-28, 2020-03-02 ,,)}');
    expect(distinct(values)).toEqual(['2020-02-28', '2020-02-29', '2020-03-01']);
  });

  it('starts today when no start is given', async () => {
    for (const value of await many('${__RandomDate(,,2999-01-01,,)}', testUser(), 50)) {
      expect(value).toMatch(/^2\d{3}-\d\d-\d\d$/);
      expect(Date.parse(value)).toBeGreaterThan(Date.now() - 2 * 86_400_000);
    }
  });

  it.each([
    [
      '${__RandomDate(dd MMMM yyyy,01 janvier 2020,02 janvier 2020,fr, v )}${v}',
      '01 janvier 202001 janvier 2020',
    ],
    ['${__RandomDate(MM-dd,01-01,01-02,,)}', '01-01'],
    ['${__RandomDate(yyyy-MM-dd,2020-01-01,2020-01-02)}', '2020-01-01'],
  ])('%s gives %j', async (text, value) => {
    expect(await evaluateText(text, testUser())).toBe(value);
  });

  it.each([
    ['${__RandomDate(yyyy-MM-dd,2020-01-02,2020-01-01,,)}', 'must be greater than Start Date'],
    ['${__RandomDate(yyyy-MM-dd,2020-01-01,,,)}', 'must be greater than Start Date'],
    ['${__RandomDate(bad,2020-01-01,2020-01-02,,)}', "Format date pattern 'bad' is invalid"],
  ])('%s is empty, and logged', async (text, why) => {
    const user = testUser();
    expect(await evaluateText(text, user)).toBe('');
    expect(user.logged.at(-1)).toContain(why);
  });

  it('throws for no day at all, and for a pattern with hours', async () => {
    await expect(
      evaluateText('${__RandomDate(yyyy-MM-dd,2020-01-01,2020-01-01,,)}', testUser()),
    ).rejects.toThrow('bound must be greater than origin');
    await expect(
      evaluateText('${__RandomDate(yyyy-MM-dd HH,2020-01-01 10,2020-01-02 10,,)}', testUser()),
    ).rejects.toMatchObject({ name: 'java.time.temporal.UnsupportedTemporalTypeException' });
  });
});
