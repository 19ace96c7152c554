import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../src/template/template.ts';
import { evaluateText, testEnvironment } from '../../support/template.ts';
import { testUser, type TestUser } from '../../support/user.ts';

const moment = new Date(2026, 10, 30, 13, 55, 14, 549);
const nowMs = moment.getTime();

/** A user whose clock stands still. */
function userAt(ms: number, options: Parameters<typeof testUser>[0] = {}): TestUser {
  const user = testUser(options);
  return { ...user, clock: { ...user.clock, nowUs: () => ms * 1000 + 123 } };
}

describe('__time', () => {
  it.each([
    ['${__time}', String(nowMs)],
    ['${__time()}', String(nowMs)],
    ['${__time(/1000)}', String(Math.floor(nowMs / 1000))],
    ['${__time(/60000)}', String(Math.floor(nowMs / 60_000))],
    ['${__time(/1000 )}', '/1000 '],
    ['${__time(yyyy-MM-dd)}', '2026-11-30'],
    ['${__time( yyyy)}', ' 2026'],
    ['${__time(YMD)} ${__time(HMS)} ${__time(YMDHMS)}', '20261130 135514 20261130-135514'],
    ['[${__time(USER1)}][${__time(USER2)}]', '[13:55][]'],
    ["${__time(yyyy-MM-dd'T'HH:mm:ss.SSS)}", '2026-11-30T13:55:14.549'],
    ['${__time(EEE MMM d)}', 'Mon Nov 30'],
    ['${__time(SSSSSSSSS)}', '549123000'],
    ['${__time(,t)}|${t}', `${nowMs}|${nowMs}`],
    ['${__time(HH, t )}|${t}', '13|13'],
  ])('%s gives %j', async (text, value) => {
    expect(await evaluateText(text, userAt(nowMs, { properties: { 'time.USER1': 'HH:mm' } }))).toBe(value);
  });

  it('throws for a bad pattern and for a division by zero', async () => {
    const user = userAt(nowMs);
    await expect(evaluateText('${__time(/0)}', user)).rejects.toMatchObject({
      name: 'java.lang.ArithmeticException',
      message: '/ by zero',
    });
    await expect(evaluateText('${__time(bad)}', user)).rejects.toThrow(
      'Unable to parse date format bad: Unknown pattern letter: b',
    );
  });

  it('keeps the first format and variable for ever, for all users', () => {
    const user = userAt(nowMs, { variables: { f: 'yyyy', n: 'x' } });
    const template = compileTemplate('${__time(${f},${n})}', testEnvironment(user));
    expect(template.evaluate(user)).toBe('2026');
    const other = userAt(nowMs, { variables: { f: 'HH', n: 'y' } });
    expect(template.evaluate(other)).toBe('2026');
    expect(other.variables.get('x')).toBe('2026');
  });
});

describe('__timeShift', () => {
  it.each([
    ['${__timeShift(yyyy-MM-dd,2020-02-28,P2D,,)}', '2020-03-01'],
    ['${__timeShift(yyyy-MM-dd,2020-03-01,P-1D,,ts)} ${ts}', '2020-02-29 2020-02-29'],
    ['${__timeShift(yyyy-MM-dd HH:mm:ss,2020-01-01 00:00:00,PT1H30M,,)}', '2020-01-01 01:30:00'],
    ['${__timeShift(dd/MM/yyyy,,,,)}', '30/11/2026'],
    ['${__timeShift(,,P1D,,)}', String(nowMs + 86_400_000)],
    ['${__timeShift(dd MMMM yyyy,01 janvier 2020,P31D,fr,)}', '01 février 2020'],
    ['${__timeShift(,1577836800000,P1D,,)}', '1577923200000'],
    [
      "${__timeShift(yyyy-MM-dd'T'HH:mm:ssXXX,2020-01-01T00:00:00+02:00,PT1M,,)}",
      '2020-01-01T00:01:00+02:00',
    ],
    ['${__timeShift(yyyy-MM-dd,2020-01-01,P1DT25H,,)}', '2020-01-03'],
    ['${__timeShift(yyyy-MM-dd HH:mm,2020-01-01 12:00,-PT30M,,)}', '2020-01-01 11:30'],
    ['${__timeShift(yyyy-MM-dd,2020-01-01,P1D,v1)}${v1}', '2020-01-022020-01-02'],
    ['${__timeShift( yyyy-MM-dd , 2020-01-01 , P1D ,)}', '2020-01-02'],
    ['${__timeShift(,1000,PT0.001S,)}', '1001'],
    ['${__timeShift(HH:mm,10:20,PT1H,)}', '11:20'],
    ['${__timeShift(SSSSSSSSS,,PT0.000000877S,)}', '549123877'],
    ['${__timeShift(EEEE d MMMM,,P0D,de,)}', 'Montag 30 November'],
  ])('%s gives %j', async (text, value) => {
    const user = userAt(nowMs);
    expect(await evaluateText(text, user)).toBe(value);
    expect(user.logged).toEqual([]);
  });

  it.each([
    ['${__timeShift(yyyy-MM-dd,bad,P1D,,)}', '2026-12-01', "Failed to parse the date 'bad' to shift"],
    [
      '${__timeShift(yyyy-MM-dd,2020-01-01,P1M,,)}',
      '2020-01-01',
      "Failed to parse the amount duration 'P1M'",
    ],
    ['${__timeShift(bad,2020-01-01,P1D,,)}', '', "Format date pattern 'bad' is invalid"],
    ['${__timeShift(,abc,P1D,)}', String(nowMs + 86_400_000), 'For input string: "abc"'],
  ])('%s gives %j and logs why', async (text, value, why) => {
    const user = userAt(nowMs);
    expect(await evaluateText(text, user)).toBe(value);
    expect(user.logged).toHaveLength(1);
    expect(user.logged[0]).toContain(why);
  });

  it('refuses what is no locale', async () => {
    await expect(evaluateText('${__timeShift(yyyy,,,bad locale,)}', userAt(nowMs))).rejects.toThrow(
      'Invalid locale format: bad locale',
    );
  });
});

describe('__dateTimeConvert', () => {
  it.each([
    ['${__dateTimeConvert(2020-01-31,yyyy-MM-dd,dd/MM/yyyy, v )}${v}', '31/01/202031/01/2020'],
    ['${__dateTimeConvert(31122020101112,ddMMyyyyHHmmss,yyyy-MM-dd HH:mm:ss,)}', '2020-12-31 10:11:12'],
    ["${__dateTimeConvert(2020-06-01T10:00:00+05:00,yyyy-MM-dd'T'HH:mm:ssXXX,HH:mm XXX)}", '10:00 +05:00'],
    ['${__dateTimeConvert(2020-02-30,yyyy-MM-dd,yyyy-MM-dd)}', '2020-02-29'],
    ['${__dateTimeConvert(06-01,MM-dd,d.M.)}', '1.6.'],
    ['${__dateTimeConvert(10:20,HH:mm,h.mm a[ yyyy])}', '10.20 AM'],
    [`\${__dateTimeConvert(${nowMs},,yyyy-MM-dd HH:mm:ss.SSS)}`, '2026-11-30 13:55:14.549'],
  ])('%s gives %j', async (text, value) => {
    expect(await evaluateText(text, testUser())).toBe(value);
  });

  it.each([
    '${__dateTimeConvert(bad,yyyy-MM-dd,dd/MM/yyyy,)}',
    '${__dateTimeConvert(2020-1-2,yyyy-MM-dd,yyyy-MM-dd)}',
    '${__dateTimeConvert(01 january 2020,dd MMMM yyyy,EEEE)}',
    '${__dateTimeConvert(2020-01-31,yyyy-MM-dd,HH:mm)}',
    '${__dateTimeConvert(2020-01-01 03 PM,yyyy-MM-dd hh a,HH:mm XXX)}',
    '${__dateTimeConvert(2020-01-31,yyyy-MM-dd,bad)}',
    '${__dateTimeConvert(,,yyyy)}',
  ])('%s is empty, and logged', async (text) => {
    const user = testUser();
    expect(await evaluateText(text, user)).toBe('');
    expect(user.logged[0]).toMatch(
      /^ERROR o\.a\.j\.f\.DateTimeConvertFunction: Error calling __dateTimeConvert/,
    );
  });
});
