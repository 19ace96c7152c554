import { describe, expect, test } from 'vitest';
import { element, group, javaRequest, plan, text } from '../../support/plan-text.ts';
import { runPlan, type PlanRun } from '../../support/run-plan.ts';

const CONCURRENCY = 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup';
const ARRIVALS = 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup';
const FREE_FORM = 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup';

/** A plugin's group with these properties. */
const pluginGroup = (
  tag: string,
  properties: Record<string, string>,
  children: readonly string[],
  onSampleError = 'continue',
): string =>
  element(
    tag,
    'g',
    text('ThreadGroup.on_sample_error', onSampleError) +
      Object.entries(properties)
        .map(([name, value]) => text(name, value))
        .join(''),
    children,
  );
const openModel = (schedule: string, children: readonly string[], seed = ''): string =>
  pluginGroup(
    'OpenModelThreadGroup',
    { 'OpenModelThreadGroup.schedule': schedule, 'OpenModelThreadGroup.random_seed': seed },
    children,
  );
const flow = (action: number): string =>
  element('TestAction', 'flow', `<intProp name="ActionProcessor.action">${action}</intProp>`);
const failing = (name: string, sleepMs: number): string => javaRequest(name, { sleepMs, fails: true });
const table = (property: string, rows: readonly (readonly string[])[]): string =>
  `<collectionProp name="${property}">${rows
    .map(
      (row, i) =>
        `<collectionProp name="${i}">${row.map((cell) => text('c', cell)).join('')}</collectionProp>`,
    )
    .join('')}</collectionProp>`;

/** `start label thread` of every row. */
const rows = (run: PlanRun): string[] =>
  run.rows.map((row, i) => `${Math.round(run.startsMs[i]!)} ${row.label} ${row.threadName}`);
const active = (run: PlanRun): number[] => run.rows.map((row) => row.allThreads);

describe('Open Model Thread Group', () => {
  test('runs its children once per arrival, each in a thread of its own', async () => {
    const run = await runPlan(
      plan([
        openModel('rate(2/s) even_arrivals(1 s) pause(1 s)', [
          javaRequest('a', { sleepMs: 600 }),
          javaRequest('b'),
        ]),
      ]),
    );
    expect(rows(run)).toEqual(['0 a g 1-1', '600 b g 1-1', '500 a g 1-2', '1100 b g 1-2']);
    expect(active(run)).toEqual([2, 2, 1, 1]);
  });

  test('interrupts the threads that still run at its end', async () => {
    const run = await runPlan(
      plan([
        openModel('rate(1/s) even_arrivals(1 s)', [javaRequest('a', { sleepMs: 5000 }), javaRequest('b')]),
      ]),
    );
    expect(run.rows.map((row) => [row.label, row.elapsedMs, row.success])).toEqual([['a', 1000, false]]);
  });

  test('fires what is overdue at once: instants count from the start of the test', async () => {
    const run = await runPlan(
      plan(
        [
          group('first', [javaRequest('x', { sleepMs: 1500 })]),
          openModel('rate(2/s) even_arrivals(2 s) pause(1 s)', [javaRequest('a')]),
        ],
        '<boolProp name="TestPlan.serialize_threadgroups">true</boolProp>',
      ),
    );
    expect(rows(run).slice(1)).toEqual(['1500 a g 2-1', '1500 a g 2-2', '1500 a g 2-3', '1500 a g 2-4']);
  });

  test.each([3, 4, 5])('flow action %i that reaches the group has no effect', async (action) => {
    const run = await runPlan(
      plan([
        openModel('rate(1/s) even_arrivals(1 s) pause(1 s)', [
          javaRequest('a'),
          flow(action),
          javaRequest('b'),
        ]),
      ]),
    );
    expect(run.labels).toEqual(['a', 'b']);
  });

  test('a mistake in its schedule is an error before the run', async () => {
    await expect(runPlan(plan([openModel('rate(5)', [])]))).rejects.toThrow(
      /at position 6: '\)' in 'rate\(5\)' \(plan\.jmx:2, .*g\)\. A schedule reads like/,
    );
  });

  test('a mistake in a schedule from a property stops only that group', async () => {
    const run = await runPlan(
      plan([openModel('${__P(schedule,later)}', []), group('other', [javaRequest('a')])]),
    );
    expect(run.groupErrors).toEqual([expect.stringContaining("at position 0: 'later'")]);
    expect(run.labels).toEqual(['a']);
  });
});

describe('Concurrency Thread Group', () => {
  const settings = { TargetLevel: '2', RampUp: '0', Steps: '', Hold: '1', Unit: 'S', Iterations: '' };

  test('keeps its threads until the time is over', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, settings, [
          javaRequest('a', { sleepMs: 300 }),
          javaRequest('b', { sleepMs: 300 }),
        ]),
      ]),
    );
    expect(rows(run).filter((row) => row.endsWith('1-1'))).toEqual([
      '0 a g-ThreadStarter 1-1',
      '300 b g-ThreadStarter 1-1',
      '600 a g-ThreadStarter 1-1',
      '900 b g-ThreadStarter 1-1',
    ]);
    expect(run.rows).toHaveLength(8);
  });

  test('ends its threads after the sample that runs when the time is over', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, { ...settings, TargetLevel: '1' }, [
          javaRequest('a', { sleepMs: 400 }),
          javaRequest('b', { sleepMs: 400 }),
          javaRequest('c'),
        ]),
      ]),
    );
    expect(run.labels).toEqual(['a', 'b', 'c', 'a']);
  });

  test('replaces threads that have made their iterations', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, { ...settings, TargetLevel: '1', Iterations: '2' }, [
          javaRequest('a', { sleepMs: 200 }),
        ]),
      ]),
    );
    expect(rows(run)).toEqual([
      '0 a g-ThreadStarter 1-1',
      '200 a g-ThreadStarter 1-1',
      '400 a g-ThreadStarter 1-2',
      '600 a g-ThreadStarter 1-2',
      '800 a g-ThreadStarter 1-3',
      // The group looks at the clock when a thread ends, or a second later.
      '1000 a g-ThreadStarter 1-3',
    ]);
  });

  test('checks its ramp-up every second, or when a thread ends', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, { ...settings, TargetLevel: '3', RampUp: '3', Steps: '3' }, [
          javaRequest('a', { sleepMs: 900 }),
        ]),
      ]),
    );
    const firsts = ['1-1', '1-2', '1-3'].map((thread) => rows(run).find((row) => row.endsWith(thread)));
    expect(firsts).toEqual([
      '0 a g-ThreadStarter 1-1',
      '1000 a g-ThreadStarter 1-2',
      '2000 a g-ThreadStarter 1-3',
    ]);
  });

  test('follows a property that the test changes', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, { ...settings, TargetLevel: '${__P(users,3)}', Hold: '2' }, [
          javaRequest('a', { sleepMs: 400 }),
          javaRequest('${__setProperty(users,1)}b', { sleepMs: 100 }),
        ]),
      ]),
    );
    expect(run.startsMs.filter((ms) => ms < 500)).toHaveLength(6);
    expect(run.startsMs.filter((ms) => ms >= 1000 && ms < 1500)).toHaveLength(2);
  });

  test.each([
    [3, 4],
    [4, 4],
  ])('flow action %i begins the next iteration', async (action, count) => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, { ...settings, TargetLevel: '1' }, [
          javaRequest('a', { sleepMs: 300 }),
          flow(action),
          javaRequest('b'),
        ]),
      ]),
    );
    expect(run.labels).toEqual(Array.from({ length: count }, () => 'a'));
    expect(new Set(run.rows.map((row) => row.threadName)).size).toBe(1);
  });

  test('breaking its loop kills the thread, and another one starts', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(CONCURRENCY, { ...settings, TargetLevel: '1' }, [
          javaRequest('a', { sleepMs: 300 }),
          flow(5),
          javaRequest('b'),
        ]),
      ]),
    );
    expect(rows(run).slice(0, 2)).toEqual(['0 a g-ThreadStarter 1-1', '300 a g-ThreadStarter 1-2']);
    expect(run.log).toContainEqual(expect.stringContaining('Test failed!'));
  });

  test('replaces threads that an error has stopped', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(
          CONCURRENCY,
          { ...settings, TargetLevel: '1' },
          [failing('a', 300), javaRequest('b')],
          'stopthread',
        ),
      ]),
    );
    expect(rows(run)).toEqual([0, 300, 600, 900].map((ms, i) => `${ms} a g-ThreadStarter 1-${i + 1}`));
  });

  test.each(['0', 'x', ''])('with a target of %j starts nothing', async (target) => {
    const run = await runPlan(
      plan([pluginGroup(CONCURRENCY, { ...settings, TargetLevel: target }, [javaRequest('a')])]),
    );
    expect(run.rows).toEqual([]);
  });

  test('ends with the test', async () => {
    const run = await runPlan(
      plan([pluginGroup(CONCURRENCY, { ...settings, Hold: '3600' }, [javaRequest('a', { sleepMs: 100 })])]),
      { onSample: (_result, running) => running.stop('graceful') },
    );
    expect(run.rows).toHaveLength(2);
    expect(run.outcome.stopped).toBe('graceful');
  });
});

describe('Arrivals Thread Group', () => {
  const settings = {
    TargetLevel: '2',
    RampUp: '0',
    Steps: '',
    Hold: '2',
    Unit: 'S',
    Iterations: '',
    ConcurrencyLimit: '',
  };

  test('gives arrivals to threads without work; those do not count as active', async () => {
    const run = await runPlan(plan([pluginGroup(ARRIVALS, settings, [javaRequest('a', { sleepMs: 600 })])]));
    expect(rows(run)).toEqual([
      '0 a g-ThreadStarter 1-1',
      '500 a g-ThreadStarter 1-2',
      '1000 a g-ThreadStarter 1-1',
      '1500 a g-ThreadStarter 1-2',
    ]);
    // At 600 the second thread works, at 1100 the first, at 1600 the second, and then nobody else.
    expect(active(run)).toEqual([2, 2, 2, 1]);
  });

  test('when the last iteration has begun, ends those that still run at the end of the schedule', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(
          ARRIVALS,
          settings,
          ['a', 'b', 'c'].map((name) => javaRequest(name, { sleepMs: 400 })),
        ),
      ]),
    );
    const byThread = new Map<string, string>();
    for (const row of run.rows)
      byThread.set(row.threadName.slice(-3), `${byThread.get(row.threadName.slice(-3)) ?? ''}${row.label}`);
    // The schedule ends at 2000 while the third thread is in `c` and the first, woken at 1500, is in `b`.
    expect(Object.fromEntries(byThread)).toEqual({ '1-1': 'abcab', '1-2': 'abc', '1-3': 'abc' });
  });

  test('keeps variables and iterations of a thread that waited', async () => {
    const run = await runPlan(plan([pluginGroup(ARRIVALS, settings, [javaRequest('a ${__counter(TRUE)}')])]));
    expect(run.labels).toEqual(['a 1', 'a 2', 'a 3', 'a 4']);
  });

  test('drops arrivals beyond the concurrency limit', async () => {
    const run = await runPlan(
      plan([
        pluginGroup(ARRIVALS, { ...settings, TargetLevel: '5', ConcurrencyLimit: '2' }, [
          javaRequest('a', { sleepMs: 700 }),
        ]),
      ]),
    );
    expect(rows(run)).toEqual([
      '0 a g-ThreadStarter 1-1',
      '200 a g-ThreadStarter 1-2',
      '800 a g-ThreadStarter 1-1',
      '1000 a g-ThreadStarter 1-2',
      '1600 a g-ThreadStarter 1-1',
      '1800 a g-ThreadStarter 1-2',
    ]);
  });

  test('ends threads that have made their iterations', async () => {
    const run = await runPlan(
      plan([pluginGroup(ARRIVALS, { ...settings, Iterations: '3' }, [javaRequest('a')])]),
    );
    expect(run.rows.map((row) => row.threadName.slice(-3))).toEqual(['1-1', '1-1', '1-1', '1-2']);
  });

  test('stops after its limit of arrivals', async () => {
    const run = await runPlan(
      plan([pluginGroup(ARRIVALS, { ...settings, ArrivalsLimit: '3' }, [javaRequest('a')])]),
    );
    expect(run.startsMs).toEqual([0, 500, 1000]);
  });

  test.each([3, 4])('flow action %i ends the iteration of the arrival', async (action) => {
    const run = await runPlan(
      plan([
        pluginGroup(ARRIVALS, settings, [javaRequest('a', { sleepMs: 300 }), flow(action), javaRequest('b')]),
      ]),
    );
    expect(rows(run)).toEqual([0, 500, 1000, 1500].map((ms) => `${ms} a g-ThreadStarter 1-1`));
  });

  test('replaces threads that an error has stopped', async () => {
    const run = await runPlan(
      plan([pluginGroup(ARRIVALS, settings, [failing('a', 300), javaRequest('b')], 'stopthread')]),
    );
    expect(rows(run)).toEqual([0, 500, 1000, 1500].map((ms, i) => `${ms} a g-ThreadStarter 1-${i + 1}`));
  });

  test('ends with the test, threads without work included', async () => {
    const run = await runPlan(
      plan([pluginGroup(ARRIVALS, { ...settings, Hold: '3600' }, [javaRequest('a', { sleepMs: 100 })])]),
      { onSample: (_result, running) => running.stop('graceful') },
    );
    expect(run.rows).toHaveLength(1);
    expect(run.outcome).toEqual({ stopped: 'graceful', threadsLeft: 0 });
  });

  test('in free form follows its table', async () => {
    const rowsOfTable = table('Schedule', [
      ['60', '60', '0.05'],
      ['0', '0', '0.05'],
      ['120', '120', '0.05'],
    ]);
    const run = await runPlan(
      plan([element(FREE_FORM, 'g', text('Unit', 'M') + rowsOfTable, [javaRequest('a')])]),
    );
    expect(run.startsMs).toEqual([0, 1000, 2000, 3000, 6200, 6700, 7200, 7700, 8200, 8700]);
  });
});

describe('Thread groups of jp@gc', () => {
  const loop = `<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><intProp name="LoopController.loops">-1</intProp><boolProp name="LoopController.continue_forever">false</boolProp></elementProp>`;

  test('Ultimate: threads start and end by the table', async () => {
    const data = table('ultimatethreadgroupdata', [
      ['2', '0', '1', '1', '0'],
      ['1', '1', '0', '1', '1'],
    ]);
    const run = await runPlan(
      plan([
        element('kg.apc.jmeter.threads.UltimateThreadGroup', 'u', loop + data, [
          javaRequest('a', { sleepMs: 400 }),
        ]),
      ]),
    );
    expect(rows(run)).toEqual([
      '0 a u 1-2',
      '400 a u 1-2',
      '500 a u 1-1',
      '500 a u 1-3',
      '800 a u 1-2',
      '900 a u 1-1',
      '900 a u 1-3',
      '1200 a u 1-2',
      '1300 a u 1-1',
      '1300 a u 1-3',
      '1700 a u 1-3',
      '2100 a u 1-3',
    ]);
  });

  test('Stepping: threads are added and removed in steps', async () => {
    const properties = {
      'ThreadGroup.num_threads': '${__P(n,2)}',
      'Threads initial delay': '0',
      'Start users count': '1',
      'Start users period': '1',
      'Stop users count': '1',
      'Stop users period': '1',
      flighttime: '1',
    };
    const run = await runPlan(
      plan([
        element(
          'kg.apc.jmeter.threads.SteppingThreadGroup',
          's',
          loop +
            Object.entries(properties)
              .map(([name, value]) => text(name, value))
              .join(''),
          [javaRequest('a', { sleepMs: 1000 })],
        ),
      ]),
    );
    expect(rows(run)).toEqual(['0 a s 1-1', '1000 a s 1-1', '1000 a s 1-2', '2000 a s 1-2']);
  });
});
