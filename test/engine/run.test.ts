import { describe, expect, it } from 'vitest';
import { element, flag, group, javaRequest, loop, plan, text } from '../support/plan-text.ts';
import { runPlan } from '../support/run-plan.ts';

const pause = (ms: number): string =>
  element(
    'TestAction',
    'pause',
    `<intProp name="ActionProcessor.action">1</intProp>${text('ActionProcessor.duration', String(ms))}`,
  );
const flow = (action: number, target = 0): string =>
  element(
    'TestAction',
    'flow',
    `<intProp name="ActionProcessor.action">${action}</intProp><intProp name="ActionProcessor.target">${target}</intProp>`,
  );
const scheduled = (durationSeconds: string, delaySeconds = '0'): string =>
  flag('ThreadGroup.scheduler', true) +
  text('ThreadGroup.duration', durationSeconds) +
  text('ThreadGroup.delay', delaySeconds);

describe('thread groups', () => {
  it('spread the threads over the ramp-up: the last starts at R * (n - 1) / n', async () => {
    const run = await runPlan(
      plan([group('g', [javaRequest('a')], { threads: 4, properties: text('ThreadGroup.ramp_time', '2') })]),
    );
    expect(run.startsMs).toEqual([0, 500, 1000, 1500]);
    expect(run.rows.map((r) => r.threadName)).toEqual(['g 1-1', 'g 1-2', 'g 1-3', 'g 1-4']);
  });

  it('with delayed thread creation the last starts at the end of the ramp-up', async () => {
    const properties = text('ThreadGroup.ramp_time', '2') + flag('ThreadGroup.delayedStart', true);
    const run = await runPlan(plan([group('g', [javaRequest('a')], { threads: 4, properties })]));
    expect(run.startsMs).toEqual([0, 667, 1334, 2000]);
  });

  it('end at their duration, after the sample that runs then', async () => {
    const run = await runPlan(
      plan([group('g', [javaRequest('a', { sleepMs: 300 })], { loops: -1, properties: scheduled('1') })]),
    );
    expect(run.startsMs).toEqual([0, 300, 600, 900]);
    expect(run.rows.at(-1)?.elapsedMs).toBe(300);
  });

  it('do not wait for a timer that would pass their end', async () => {
    const timer = element('ConstantTimer', 't', text('ConstantTimer.delay', '400'));
    const run = await runPlan(
      plan([group('g', [timer, javaRequest('a')], { loops: -1, properties: scheduled('1') })]),
    );
    expect(run.startsMs).toEqual([0, 400]);
  });

  it('without a valid duration do not start; the others do', async () => {
    const run = await runPlan(
      plan([
        group('bad', [javaRequest('x')], { properties: scheduled('') }),
        group('good', [javaRequest('a')]),
      ]),
    );
    expect(run.groupErrors).toEqual(['Invalid duration 0 set in Thread Group:bad']);
    expect(run.labels).toEqual(['a']);
  });

  it('run in phases: setUp, main, tearDown, numbered from 1 in each', async () => {
    const run = await runPlan(
      plan([
        group('t', [javaRequest('after')], { tag: 'PostThreadGroup' }),
        group('m', [javaRequest('main')]),
        group('s', [javaRequest('before', { sleepMs: 50 })], { tag: 'SetupThreadGroup' }),
      ]),
    );
    expect(run.rows.map((r) => `${r.threadName} ${r.label}`)).toEqual([
      's 1-1 before',
      'm 1-1 main',
      't 1-1 after',
    ]);
  });

  it('run one after the other when the plan says so', async () => {
    const children = [group('1', [javaRequest('a', { sleepMs: 100 })]), group('2', [javaRequest('b')])];
    expect((await runPlan(plan(children, flag('TestPlan.serialize_threadgroups', true)))).startsMs).toEqual([
      0, 100,
    ]);
    expect((await runPlan(plan(children))).labels).toEqual(['b', 'a']);
  });

  it('count the threads of the group and of all groups when a sample ends', async () => {
    const run = await runPlan(
      plan([
        group('g', [javaRequest('a', { sleepMs: 10 })], { threads: 2 }),
        group('h', [javaRequest('b', { sleepMs: 10 })]),
      ]),
    );
    expect(run.rows[0]).toMatchObject({ grpThreads: 2, allThreads: 3 });
  });
});

describe('a failed sample', () => {
  const onError = (action: string): string =>
    plan(
      [
        group('g', [javaRequest('ok'), javaRequest('bad', { fails: true }), javaRequest('rest')], {
          loops: 2,
          properties: text('ThreadGroup.on_sample_error', action),
        }),
        group('t', [javaRequest('tear')], { tag: 'PostThreadGroup' }),
      ],
      flag('TestPlan.tearDown_on_shutdown', true),
    );
  it.each([
    ['continue', ['ok', 'bad', 'rest', 'ok', 'bad', 'rest', 'tear']],
    ['startnextloop', ['ok', 'bad', 'ok', 'bad', 'tear']],
    ['stopthread', ['ok', 'bad', 'tear']],
    ['stoptest', ['ok', 'bad', 'tear']],
    ['stoptestnow', ['ok', 'bad', 'tear']],
    ['nonsense', ['ok', 'bad', 'rest', 'ok', 'bad', 'rest', 'tear']],
  ])('%s', async (action, labels) => {
    expect((await runPlan(onError(action))).labels).toEqual(labels);
  });
});

describe('stopping', () => {
  const children = [javaRequest('a', { sleepMs: 1000 }), javaRequest('b')];

  it('gracefully lets running samples finish and starts nothing more', async () => {
    const run = await runPlan(
      plan([group('g', children, { loops: -1 }), group('h', [javaRequest('first', { sleepMs: 10 })])]),
      {
        onSample: (result, running) => result.label === 'first' && running.stop('graceful'),
      },
    );
    expect(run.labels).toEqual(['first', 'a']);
    expect(run.rows[1]).toMatchObject({ success: true, elapsedMs: 1000 });
    expect(run.outcome).toEqual({ stopped: 'graceful', threadsLeft: 0 });
  });

  it('now interrupts what can be interrupted', async () => {
    const run = await runPlan(
      plan([group('g', children, { loops: -1 }), group('h', [javaRequest('first', { sleepMs: 10 })])]),
      {
        onSample: (result, running) => result.label === 'first' && running.stop('now'),
      },
    );
    expect(run.labels).toEqual(['first', 'a']);
    expect(run.rows[1]).toMatchObject({ success: false, elapsedMs: 10 });
    expect(run.outcome.stopped).toBe('now');
  });

  it('wakes threads that wait for their start', async () => {
    const run = await runPlan(
      plan([
        group('g', [javaRequest('a')], { threads: 2, properties: text('ThreadGroup.ramp_time', '3600') }),
      ]),
      { onSample: (_result, running) => running.stop('graceful') },
    );
    expect(run.labels).toEqual(['a']);
  });

  it('in a setUp group leaves out all that follows', async () => {
    const run = await runPlan(
      plan(
        [
          group('s', [javaRequest('s'), flow(0, 2)], { tag: 'SetupThreadGroup' }),
          group('m', [javaRequest('m')]),
          group('t', [javaRequest('t')], { tag: 'PostThreadGroup' }),
        ],
        flag('TestPlan.tearDown_on_shutdown', true),
      ),
    );
    expect(run.labels).toEqual(['s']);
  });
});

describe('a sample that cannot be made', () => {
  const bad = '${__Random(x,y)}';

  it('costs its row and not the thread', async () => {
    const run = await runPlan(plan([group('g', [javaRequest('a', { code: bad }), javaRequest('b')])]));
    expect(run.labels).toEqual(['b']);
    expect(run.log.join('\n')).toContain("ERROR o.a.j.t.JMeterThread: Error while processing sampler: 'a'");
  });

  it('ends the thread when it is the name that throws', async () => {
    const run = await runPlan(plan([group('g', [javaRequest(bad), javaRequest('b')])]));
    expect(run.labels).toEqual([]);
    expect(run.log.join('\n')).toContain('Test failed!');
  });
});

describe('Flow Control Action', () => {
  it('writes no row; its pause passes', async () => {
    const run = await runPlan(plan([group('g', [javaRequest('a'), pause(250), javaRequest('b')])]));
    expect(run.startsMs).toEqual([0, 250]);
  });

  it('goes on with the next pass of the nearest loop', async () => {
    const run = await runPlan(
      plan([group('g', [loop('l', '2', [javaRequest('a'), flow(4), javaRequest('b')]), javaRequest('c')])]),
    );
    expect(run.labels).toEqual(['a', 'a', 'c']);
  });

  it('leaves the nearest loop', async () => {
    const run = await runPlan(
      plan([group('g', [loop('l', '5', [javaRequest('a'), flow(5), javaRequest('b')]), javaRequest('c')])]),
    );
    expect(run.labels).toEqual(['a', 'c']);
  });

  it('starts the next iteration of the thread', async () => {
    const run = await runPlan(
      plan([group('g', [loop('l', '5', [javaRequest('a'), flow(3)]), javaRequest('c')], { loops: 2 })]),
    );
    expect(run.labels).toEqual(['a', 'a']);
  });

  it('ends the thread when there is no loop to leave', async () => {
    const run = await runPlan(
      plan([group('g', [javaRequest('a'), flow(5), javaRequest('b')], { loops: 3 })]),
    );
    expect(run.labels).toEqual(['a']);
  });
});

describe('initial variables', () => {
  it('are evaluated once in document order; an element does not see itself, a later one replaces', async () => {
    const udv = (values: Record<string, string>): string =>
      element(
        'Arguments',
        'udv',
        `<collectionProp name="Arguments.arguments">${Object.entries(values)
          .map(
            ([n, v]) =>
              `<elementProp name="${n}" elementType="Argument">${text('Argument.name', n)}${text('Argument.value', v)}</elementProp>`,
          )
          .join('')}</collectionProp>`,
      );
    const run = await runPlan(
      plan(
        [
          udv({ b: '${a}-b', self: '${b}' }),
          group('g', [javaRequest('${a} ${b} ${self} ${c}'), udv({ c: '${b}!' })]),
        ],
        '',
        { a: 'A' },
      ),
    );
    expect(run.labels).toEqual(['A A-b ${b} A-b!']);
  });

  it('are listed in sample_variables as they stand when the sample ends', async () => {
    const run = await runPlan(plan([group('g', [javaRequest('a')])], '', { v: '1' }), {
      properties: { sample_variables: 'v,none' },
    });
    expect(run.events[0]?.variables).toEqual(['1', undefined]);
  });
});
