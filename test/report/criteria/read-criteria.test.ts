import { describe, expect, test } from 'vitest';
import { CriterionError } from '../../../src/report/criteria/criterion.ts';
import { criteriaInComment, readCriteria } from '../../../src/report/criteria/read-criteria.ts';

const short = ['avg-rt>1s', 'fail of a>5% for 10s, continue as failed'];

describe('a file of criteria', () => {
  test.each([
    ['a YAML list', `- avg-rt>1s\n- fail of a>5% for 10s, continue as failed\n`],
    ['a list under criteria', `criteria:\n- avg-rt>1s\n- fail of a>5% for 10s, continue as failed\n`],
    ['JSON', JSON.stringify({ criteria: short })],
    [
      'full forms',
      `- {subject: avg-rt, condition: '>', threshold: 1s}\n- {subject: fail, label: a, condition: '>', threshold: 5%, timeframe: 10s, stop: false}\n`,
    ],
    [
      'a Taurus configuration',
      `execution: [{scenario: s}]\nreporting:\n- module: final-stats\n- module: passfail\n  criteria:\n  - avg-rt>1s\nservices:\n- module: passfail\n  criteria:\n  - fail of a>5% for 10s, continue as failed\n`,
    ],
  ])('may be %s', async (_, text) => {
    const criteria = await readCriteria(text);
    expect(
      criteria.map((criterion) => [criterion.subject.isCount, criterion.label, criterion.stops]),
    ).toEqual([
      [false, undefined, false],
      [true, 'a', false],
    ]);
    expect(criteria[0]?.text).toBe('avg-rt>1s');
    expect(criteria[1]?.text).toMatch(/^fail of a>5% for 10s, continue as failed$/);
  });

  test('may name its criteria', async () => {
    const criteria = await readCriteria(
      'criteria:\n  Slow: avg-rt>1s\n  Bad: {subject: fail, condition: ">", threshold: 3}\n',
    );
    expect(criteria.map(({ name, text }) => [name, text])).toEqual([
      ['Slow', 'avg-rt>1s'],
      ['Bad', 'fail>3'],
    ]);
  });

  test('may have messages in a list, which YAML takes for maps', async () => {
    const criteria = await readCriteria(
      '- "Slow": avg-rt>1s\n- Bad: {subject: fail, condition: ">", threshold: 3}\n',
    );
    expect(criteria.map(({ name, text }) => [name, text])).toEqual([
      ['Slow', 'avg-rt>1s'],
      ['Bad', 'fail>3'],
    ]);
  });

  test.each([
    ['- avg-rt', 'is malformed'],
    ['hello', 'Criteria are a list of texts'],
    ['[1]', 'is not 1'],
    ['[{subject: hits}]', "has no field 'condition'"],
    ['[{subject: hits, condition: ">", threshold: [1]}]', "'threshold' of a criterion is no text"],
    ['[{subject: hits, condition: ">", threshold: 1, stop: maybe}]', 'neither true nor false'],
    ['[{class: bzt.modules.monitoring.MonitoringCriteria, subject: local/cpu}]', "has the field 'class'"],
    ['[{subject: hits, condition: "=>", threshold: 1}]', "has the condition '=>'"],
    [
      '[{subject: hits, condition: ">", threshold: 1, logic: during, timeframe: 1s}]',
      "has the logic 'during'",
    ],
    ['{"a": ', 'is neither YAML nor JSON'],
  ])('is refused when it is %j', async (text, why) => {
    await expect(readCriteria(text)).rejects.toThrow(CriterionError);
    await expect(readCriteria(text)).rejects.toThrow(why);
  });
});

test('the comment of a plan holds criteria behind @criteria', () => {
  const comment =
    'Login under load.\n@criteria avg-rt>1s\r\nmore: @criteria  Bad: fail of a>5%\nno@criteriahere>1';
  expect(criteriaInComment(comment).map(({ name }) => name)).toEqual(['avg-rt>1s', 'Bad']);
  expect(criteriaInComment('')).toEqual([]);
  expect(() => criteriaInComment('@criteria avg-rt')).toThrow(CriterionError);
});
