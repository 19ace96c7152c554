import { describe, expect, it } from 'vitest';
import { compileLoaded, evaluateText, testEnvironment } from '../../support/template.ts';
import { testUser, type TestUser } from '../../support/user.ts';

/** What JMeter 5.6.3 gives, and the variables it sets. */
const values: [text: string, value: string, variables: Record<string, string>][] = [
  ['${__intSum(1,2)} ${__intSum(1,-5,10)} ${__intSum(1,2,sum)} ${sum}', '3 6 3 3', { sum: '3' }],
  ['${__intSum(1,2, sum )} ${sum}', '3 3', { sum: '3' }],
  ['${__intSum(1,)}', '1', { '': '1' }],
  ['${__intSum(1,v)}', '1', { v: '1' }],
  ['${__intSum(1,2147483648)} ${2147483648}', '1 1', { '2147483648': '1' }],
  ['${__longSum(1,99999999999999999999)} ${99999999999999999999}', '1 1', { '99999999999999999999': '1' }],
  ['${__longSum(9223372036854775807,1)}', '-9223372036854775808', {}],
  ['${__longSum(1,+2)} ${__longSum(1,-)}', '3 1', { '-': '1' }],
  ['${__intSum(1,  )}', '1', { '': '1' }],
];

/** What leaves the function as an exception. */
const thrown: [text: string, message: string][] = [['${__longSum( 1,2)}', 'For input string: " 1"']];

const malformed: [text: string, message: string][] = [
  ['${__intSum(1)}', '__intSum called with wrong number of parameters. Actual: 1. Expected at least: 2.'],
  ['${__longSum(1)}', '__longSum called with wrong number of parameters. Actual: 1. Expected at least: 2.'],
];

const variables = { v: 'V' };

function freshUser(): TestUser {
  const user = testUser({ variables, properties: {} });
  return user;
}

describe('__intSum and __longSum', () => {
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
