import { describe, expect, test } from 'vitest';
import { arrivalInstants, stretches } from '../../../src/elements/thread-groups/open-model-arrivals.ts';
import { parseSchedule } from '../../../src/elements/thread-groups/open-model-schedule.ts';
import { JavaRandom } from '../../../src/java/random.ts';

// All expected values are what the classes of JMeter 5.6.3 give.

/** Instants rounded to microseconds. */
function instants(schedule: string, seed = 1n): number[] {
  const found = [...arrivalInstants(stretches(parseSchedule(schedule)), new JavaRandom(seed))];
  return found.map((seconds) => Math.round(seconds * 1e6) / 1e6);
}

const print = (schedule: string): string =>
  parseSchedule(schedule)
    .map((step) => (step.kind === 'rate' ? `rate ${step.perSecond}` : `${step.type} ${step.seconds}`))
    .join(', ');

describe('The schedule of an Open Model Thread Group', () => {
  test.each([
    ['rate(60 per min) even_arrivals(1 min 500 ms)', 'rate 1, even 60.5'],
    ['rate(1/s)random_arrivals(2s)', 'rate 1, random 2'],
    ['RATE(3600 / Hours) Even_Arrivals(2 secx)', 'rate 1, even 2'],
    ['rate(86400/d) even_arrivals(.5 m 1 h 1 day)', 'rate 1, even 90030'],
    ['rate(0)', 'rate 0'],
    ['rate(0/min) even_arrivals(0)', 'rate 0, even 0'],
    ['rate(1/s) // a comment\n /* and one */ even_arrivals(1 s)', 'rate 1, even 1'],
    ['pause(2 s)', 'even 2, rate 0'],
    ['rate(3/s) pause(2 s)', 'rate 3, rate 3, rate 0, even 2, rate 0, rate 3'],
    ['3', 'rate 3, even 1, rate 3, rate 0, even 3600'],
    ['', ''],
  ])('%j is read', (schedule, expected) => {
    expect(print(schedule)).toBe(expected);
  });

  test.each([
    [
      'foo',
      "Unexpected input (expecting rate, random_arrivals, even_arrivals, or pause) at position 0: 'foo'",
    ],
    [' 3', "Unexpected input (expecting rate, random_arrivals, even_arrivals, or pause) at position 1: '3'"],
    ['rate', "Unexpected input. Expected ( got null at position 0: 'rate'"],
    ['rate(', "Unexpected input. Expected float number for rate got null at position 0: 'rate('"],
    ['rate(x)', "Unexpected input. Expected float number for rate got ) at position 6: ')'"],
    ['rate(5)', "Unexpected input. Expected /, Identifier(per) got ) at position 6: ')'"],
    ['rate(5 s)', "Unexpected input. Expected /, Identifier(per) got Identifier(s) at position 7: 's)'"],
    ['rate(5/week)', "Unexpected time unit week at position 11: ')'"],
    ['rate(5/s', "Unexpected input. Expected ) got null at position 0: 'rate(5/s'"],
    [
      'rate(1e3/s)',
      "Unexpected input. Expected /, Identifier(per) got Identifier(e3) at position 6: 'e3/s)'",
    ],
    ['rate(1,5/s)', "Unexpected input at position 6: ',5/s)'"],
    ['rate(-1/s)', "Unexpected input at position 5: '-1/s)'"],
    [
      'pause(1)',
      "Unexpected input. Expected unit for duration: sec, min, hour, day got null at position 0: 'pause(1)'",
    ],
    [
      'rate(1/s) even_arrivals(1 min 5)',
      "Unexpected input. Expected unit for duration: sec, min, hour, day got null at position 0: 'rate(1/s) even_arriv'",
    ],
    [
      'rate(1/s) even_arrivals(1 s) )',
      "Unexpected input (expecting rate, random_arrivals, even_arrivals, or pause) at position 29: ')'",
    ],
    ['rate(1/s) /* open', "Unexpected input at position 11: '* open'"],
    ['rate(1/s) /* two\nlines */', "Unexpected input at position 11: '* two\nlines */'"],
    ['${x}', "Unexpected input at position 0: '${x}'"],
  ])('%j is refused with its position', (schedule, message) => {
    expect(() => parseSchedule(schedule)).toThrow(`${message} in '${schedule}'`);
  });
});

describe('Arrivals of an Open Model Thread Group', () => {
  test.each([
    ['rate(1/s) even_arrivals(2 s)', [0, 1]],
    ['even_arrivals(3 s)', []],
    ['rate(0.5/s) rate(1.5/s) even_arrivals(2 s) rate(1/s) rate(9/s)', [0, 0.708497]],
    [
      'rate(0/min) even_arrivals(2 s) rate(7/s)',
      [0, 0.755929, 1.069045, 1.309307, 1.511858, 1.690309, 1.85164],
    ],
    [
      'rate(10/s) even_arrivals(2 s) rate(0)',
      [0, 0.102633, 0.211146, 0.32668, 0.450807, 0.585786, 0.735089, 0.904555, 1.105573, 1.367544],
    ],
    ['rate(1/s) even_arrivals(2 s) even_arrivals(2 s) rate(3/s)', [0, 1, 2, 2.732051, 3.236068, 3.645751]],
    [
      'rate(3/s) even_arrivals(1.5 s) pause(2 s) pause(1 s) even_arrivals(1 s)',
      [0, 0.333333, 0.666667, 1, 4.5, 4.833333, 5.166667],
    ],
    ['3', [0, 0.333333, 0.666667]],
    ['-3', []],
  ])('%j', (schedule, expected) => {
    expect(instants(schedule)).toEqual(expected);
  });

  test('are random with the numbers of java.util.Random', () => {
    expect(
      instants('rate(5/sec) random_arrivals(2 sec) pause(1 s) rate(2/sec) even_arrivals(2 s)', 42n),
    ).toEqual([
      0.551496, 0.554157, 0.617439, 0.737566, 0.927307, 1.331098, 1.366447, 1.455127, 1.565804, 1.806745, 3,
      3.5, 4, 4.5,
    ]);
  });

  test('grow denser or less dense with the rate', () => {
    expect(instants('rate(10/s) random_arrivals(2 s) rate(2/s) random_arrivals(1 s) rate(6/s)', 7n)).toEqual([
      0.072568, 0.156185, 0.228267, 0.316935, 0.397982, 0.696619, 0.813552, 1.305058, 1.423043, 1.461398,
      1.498339, 1.794554, 2.472975, 2.504402, 2.588968, 2.618574,
    ]);
  });

  test('are limited to what one step can hold in memory', () => {
    expect(() => stretches(parseSchedule('rate(100000/s) random_arrivals(1 h)'))).toThrow(
      'random_arrivals with 360000000 arrivals is too long for one step: split it',
    );
  });
});
