import { describe, expect, it } from 'vitest';
import { element, flag, group, javaRequest, loop, plan, text } from '../../support/plan-text.ts';
import { runPlan } from '../../support/run-plan.ts';

const labels = async (
  children: readonly string[],
  options: { loops?: number; threads?: number; variables?: Record<string, string> } = {},
): Promise<readonly string[]> =>
  (await runPlan(plan([group('g', children, options)], '', options.variables ?? {}))).labels;
const a = javaRequest('a');
const b = javaRequest('b');
const c = javaRequest('c');
const simple = (...children: string[]): string => element('GenericController', 's', '', children);
const onceOnly = (...children: string[]): string => element('OnceOnlyController', 'o', '', children);
const whileLoop = (condition: string, ...children: string[]): string =>
  element('WhileController', 'w', text('WhileController.condition', condition), children);
const ifTrue = (condition: string, ...children: string[]): string =>
  element(
    'IfController',
    'i',
    text('IfController.condition', condition) + flag('IfController.useExpression', true),
    children,
  );
const foreach = (properties: Record<string, string>, ...children: string[]): string =>
  element(
    'ForeachController',
    'f',
    Object.entries(properties)
      .map(([k, v]) => text(`ForeachController.${k}`, v))
      .join(''),
    children,
  );
const switchTo = (value: string, ...children: string[]): string =>
  element('SwitchController', 'sw', text('SwitchController.value', value), children);
const interleave = (style: number, ...children: string[]): string =>
  element('InterleaveControl', 'il', `<intProp name="InterleaveControl.style">${style}</intProp>`, children);
const throughput = (style: number, value: string, ...children: string[]): string =>
  element(
    'ThroughputController',
    'tc',
    `<intProp name="ThroughputController.style">${style}</intProp>${flag('ThroughputController.perThread', true)}${text('ThroughputController.maxThroughput', value)}${text('ThroughputController.percentThroughput', value)}`,
    children,
  );
const runtime = (seconds: number, ...children: string[]): string =>
  element('RunTime', 'rt', text('RunTime.seconds', String(seconds)), children);
const transaction = (
  name: string,
  parent: boolean,
  children: readonly string[],
  includeTimers = false,
): string =>
  element(
    'TransactionController',
    name,
    flag('TransactionController.parent', parent) + flag('TransactionController.includeTimers', includeTimers),
    children,
  );
const timer = (ms: number): string => element('ConstantTimer', 't', text('ConstantTimer.delay', String(ms)));

describe('Loop Controller', () => {
  it.each([
    ['2', ['a', 'a', 'b']],
    ['0', ['b']],
    ['x', ['b']],
    ['', ['b']],
    [' 2 ', ['b']],
  ])('runs its children %j times', async (loops, expected) => {
    expect(await labels([loop('l', loops, [a]), b])).toEqual(expected);
  });

  it('reads its count anew at each entry', async () => {
    expect(await labels([loop('l', '${__counter(TRUE)}', [a]), b], { loops: 2 })).toEqual([
      'a',
      'b',
      'a',
      'a',
      'b',
    ]);
  });

  it('saved with continue_forever=false runs in the first pass of its parent only', async () => {
    const once = element(
      'LoopController',
      'l',
      `${text('LoopController.loops', '2')}${flag('LoopController.continue_forever', false)}`,
      [a],
    );
    expect(await labels([once, b], { loops: 2 })).toEqual(['a', 'a', 'b', 'b']);
  });

  it('shows its index, 0 again behind it', async () => {
    expect(
      await labels([loop('l', '2', [javaRequest('${__jm__l__idx}')]), javaRequest('after ${__jm__l__idx}')]),
    ).toEqual(['0', '1', 'after 0']);
  });
});

describe('Once Only Controller', () => {
  it('runs once per thread below the group', async () => {
    expect(await labels([onceOnly(a), b], { loops: 3 })).toEqual(['a', 'b', 'b', 'b']);
  });
  it('runs in the first pass of each entry of a loop', async () => {
    expect(await labels([loop('l', '2', [onceOnly(a), b])], { loops: 2 })).toEqual([
      'a',
      'b',
      'b',
      'a',
      'b',
      'b',
    ]);
  });
  it('in a Simple Controller runs once per thread', async () => {
    expect(await labels([loop('l', '2', [simple(onceOnly(a), b)])], { loops: 2 })).toEqual([
      'a',
      'b',
      'b',
      'b',
      'b',
    ]);
  });
});

describe('While Controller', () => {
  it('evaluates its condition at entry and twice between passes', async () => {
    // Values of the counter: entry 1, end 2, next start 3, end 4.
    const condition = '${__changeCase(${__V(c${__counter(TRUE)})})}';
    expect(await labels([whileLoop(condition, a), b], { variables: { c4: 'false' } })).toEqual([
      'a',
      'a',
      'b',
    ]);
  });
  it('blank: runs at least once and ends when the last sample of a pass failed', async () => {
    expect(
      await labels([
        javaRequest('x', { fails: true }),
        whileLoop('', a, javaRequest('bad', { fails: true })),
        b,
      ]),
    ).toEqual(['x', 'a', 'bad', 'b']);
  });
  it('LAST: is not entered when the sample before it failed', async () => {
    expect(await labels([javaRequest('x', { fails: true }), whileLoop('LAST', a), b])).toEqual(['x', 'b']);
  });
});

describe('If Controller', () => {
  it.each([
    ['true', true],
    [' TRUE ', true],
    ['${yes}', true],
    ['${undefined}', false],
    ['1 == 1', false],
    ['', false],
  ])('as an expression %j is %s', async (condition, runs) => {
    expect(await labels([ifTrue(condition, a), b], { variables: { yes: 'true' } })).toEqual(
      runs ? ['a', 'b'] : ['b'],
    );
  });
  it('in JavaScript mode needs exactly true', async () => {
    const js = (condition: string): string =>
      element('IfController', 'i', text('IfController.condition', condition), [a]);
    expect(
      await labels([js('1 == 1'), js('&quot;${v}&quot; != &quot;x&quot;'), js('1'), js('nonsense('), b], {
        variables: { v: 'x' },
      }),
    ).toEqual(['a', 'b']);
  });
});

describe('ForEach Controller', () => {
  const variables = { in_1: 'p', in_2: 'q', in_3: 'r', x1: 's' };
  it('runs for each numbered variable up to the first missing one, and leaves the first value behind', async () => {
    expect(
      await labels(
        [foreach({ inputVal: 'in', returnVal: 'out' }, javaRequest('${out}')), javaRequest('after ${out}')],
        { variables },
      ),
    ).toEqual(['p', 'q', 'r', 'after p']);
  });
  it('starts behind the start index and ends with the end index', async () => {
    expect(
      await labels(
        [
          foreach(
            { inputVal: 'in', returnVal: 'out', startIndex: '1', endIndex: '2' },
            javaRequest('${out}'),
          ),
        ],
        { variables },
      ),
    ).toEqual(['q']);
  });
  it('an empty end index is 0: it never runs', async () => {
    expect(
      await labels([foreach({ inputVal: 'in', returnVal: 'out', endIndex: '' }, javaRequest('${out}')), b], {
        variables,
      }),
    ).toEqual(['b']);
  });
  it('works again in the next iteration', async () => {
    expect(
      await labels([foreach({ inputVal: 'in', returnVal: 'out', endIndex: '2' }, javaRequest('${out}'))], {
        variables,
        loops: 2,
      }),
    ).toEqual(['p', 'q', 'p', 'q']);
  });
});

describe('Switch Controller', () => {
  it.each([
    ['1', ['b']],
    [' 1 ', ['b']],
    ['9', ['a']],
    ['', ['a']],
    ['b', ['b']],
    ['B', []],
    ['-1', []],
  ])('%j', async (value, expected) => {
    expect(await labels([switchTo(value, a, b), javaRequest('end')])).toEqual([...expected, 'end']);
  });
  it('falls back to a child named default, and runs a whole sub-controller', async () => {
    expect(
      await labels([switchTo('zzz', a, element('GenericController', 'Default', '', [b, c]))], { loops: 2 }),
    ).toEqual(['b', 'c', 'b', 'c']);
  });
});

describe('Interleave and random controllers', () => {
  it('one sampler per pass, in turn; with style 0 each turn of a sub-controller gives one sampler', async () => {
    const sub = simple(javaRequest('b1'), javaRequest('b2'));
    expect(await labels([interleave(0, a, sub, c)], { loops: 6 })).toEqual(['a', 'b1', 'c', 'a', 'b2', 'c']);
  });
  it('a sub-controller at its end begins anew in its turn, also when it is the only child', async () => {
    const sub = simple(javaRequest('b1'), javaRequest('b2'));
    const run = await labels([interleave(0, a, sub, c)], { loops: 9 });
    expect(run.join(' ')).toBe('a b1 c a b2 c a b1 c');
    expect(await labels([interleave(0, simple(a))], { loops: 4 })).toEqual(['a', 'a', 'a', 'a']);
    expect(await labels([interleave(1, simple(a))], { loops: 4 })).toEqual(['a', 'a', 'a', 'a']);
    expect(await labels([element('RandomController', 'r', '', [simple(a)])], { loops: 4 })).toHaveLength(4);
  });

  it('goes on when no child has anything', async () => {
    expect(await labels([interleave(0, ifTrue('false', a), ifTrue('false', b)), c], { loops: 2 })).toEqual([
      'c',
      'c',
    ]);
  });

  it('with style 1 a sub-controller runs as one unit', async () => {
    const sub = simple(javaRequest('b1'), javaRequest('b2'));
    expect(await labels([interleave(1, a, sub, c)], { loops: 4 })).toEqual(['a', 'b1', 'b2', 'c', 'a']);
  });
  it('Random gives one child per pass', async () => {
    const run = await labels([element('RandomController', 'r', '', [a, b, c]), javaRequest('|')], {
      loops: 40,
    });
    expect(run.join('')).toMatch(/^([abc]\|){40}$/);
    expect(new Set(run).size).toBe(4);
  });
  it('Random Order gives all children once per pass', async () => {
    const run = (
      await labels([element('RandomOrderController', 'r', '', [a, b, c]), javaRequest('|')], { loops: 30 })
    )
      .join('')
      .split('|');
    expect(run.slice(0, 30).map((pass) => Array.from(pass).toSorted().join(''))).toEqual(
      Array.from({ length: 30 }, () => 'abc'),
    );
    expect(new Set(run).size).toBeGreaterThan(3);
  });
});

describe('Throughput Controller', () => {
  it('lets the first N passes through', async () => {
    expect(await labels([throughput(0, '2', a), b], { loops: 4 })).toEqual(['a', 'b', 'a', 'b', 'b', 'b']);
  });
  it('spreads a percentage: 30 % of 10 passes are the 2nd, 6th and 9th', async () => {
    const run = (await labels([throughput(1, '30', a), b], { loops: 10 })).join('');
    expect(
      run
        .split('b')
        .map((s, i) => (s === 'a' ? i + 1 : 0))
        .filter(Boolean),
    ).toEqual([2, 6, 9]);
  });
});

describe('Runtime Controller', () => {
  it('loops for its seconds and lets the running child finish', async () => {
    expect(await labels([runtime(1, javaRequest('a', { sleepMs: 300 })), b])).toEqual([
      'a',
      'a',
      'a',
      'a',
      'b',
    ]);
  });
  it('starts its time at each entry; 0 runs nothing', async () => {
    expect(
      await labels([runtime(1, javaRequest('a', { sleepMs: 600 })), runtime(0, b)], { loops: 2 }),
    ).toEqual(['a', 'a', 'a', 'a']);
  });
});

describe('Critical Section Controller', () => {
  const section = (...children: string[]): string =>
    element('CriticalSectionController', 'cs', text('CriticalSectionController.lockName', 'x'), children);

  it('lets one thread in at a time', async () => {
    const run = await runPlan(
      plan([group('g', [section(javaRequest('a', { sleepMs: 100 }))], { threads: 3 })]),
    );
    expect(run.startsMs).toEqual([0, 100, 200]);
  });

  it('lets its thread into another one of the same name', async () => {
    const run = await runPlan(
      plan([group('g', [section(section(javaRequest('a', { sleepMs: 100 })), b)], { threads: 2 })]),
    );
    expect(run.labels).toEqual(['a', 'b', 'a', 'b']);
    expect(run.startsMs).toEqual([0, 100, 100, 200]);
  });

  it('makes no condition around it be evaluated twice, and no Interleave end its pass, by its wait', async () => {
    const counted = '${__jexl3(${__counter(TRUE,)} % 2 == 1,)}';
    const all = element(
      'IfController',
      'if',
      text('IfController.condition', counted) +
        flag('IfController.useExpression', true) +
        flag('IfController.evaluateAll', true),
      [section(a)],
    );
    // At the end of the pass it is asked once more, and is false.
    expect(await labels([all, b], { loops: 2 })).toEqual(['a', 'b', 'a', 'b']);
    const no = ifTrue('false', a);
    const run = await labels([interleave(1, no, simple(b, section(c)), a)], { loops: 2 });
    expect(run).toEqual(['b', 'c', 'a']);
  });

  it('without children keeps its lock to the end of its thread', async () => {
    const run = await runPlan(
      plan([group('g', [section(), javaRequest('a', { sleepMs: 100 })], { threads: 2 })]),
    );
    expect(run.startsMs).toEqual([0, 100]);
  });
});

describe('Transaction Controller', () => {
  it('adds a sample behind its children: their time without timers, their bytes, their failures', async () => {
    const run = await runPlan(
      plan([
        group('g', [
          transaction('T', false, [
            timer(50),
            javaRequest('a', { sleepMs: 10 }),
            javaRequest('b', { sleepMs: 20, fails: true }),
          ]),
          c,
        ]),
      ]),
    );
    expect(run.labels).toEqual(['a', 'b', 'T', 'c']);
    expect(run.rows[2]).toMatchObject({
      responseCode: '',
      responseMessage: 'Number of samples in transaction : 2, number of failing samples : 1',
      success: false,
      elapsedMs: 30,
      idleUs: 100_000,
      threadName: 'g 1-1',
      grpThreads: 1,
    });
  });

  it('includes timers when told so', async () => {
    const run = await runPlan(
      plan([group('g', [transaction('T', false, [timer(50), javaRequest('a', { sleepMs: 10 })], true)])]),
    );
    expect(run.rows[1]).toMatchObject({ elapsedMs: 60, idleUs: 0, responseCode: '200' });
  });

  it('as a parent holds its children as sub-results', async () => {
    const run = await runPlan(
      plan([
        group(
          'g',
          [
            transaction('T', true, [
              timer(50),
              javaRequest('a', { sleepMs: 10, fails: true }),
              javaRequest('b', { sleepMs: 20 }),
            ]),
          ],
          { loops: 2 },
        ),
      ]),
    );
    expect(run.labels).toEqual(['T', 'a', 'b', 'T', 'a', 'b']);
    expect(run.rows[0]).toMatchObject({
      responseCode: '500',
      responseMessage: 'Number of samples in transaction : 2, number of failing samples : 1',
      success: false,
      elapsedMs: 30,
    });
  });

  it('nested parents: the inner one is a sub-result of the outer', async () => {
    const run = await runPlan(plan([group('g', [transaction('O', true, [a, transaction('I', true, [b])])])]));
    expect(run.labels).toEqual(['O', 'a', 'I', 'b']);
    expect(run.events).toHaveLength(1);
  });

  it('reports an empty one', async () => {
    const run = await runPlan(
      plan([group('g', [a, transaction('T', false, []), transaction('P', true, [])])]),
    );
    expect(run.labels).toEqual(['a', 'T', 'P']);
  });

  it('counts a child controller that ended on the way to a sample', async () => {
    const run = await runPlan(plan([group('g', [transaction('T', false, [simple(a), b])])]));
    expect(run.rows.at(-1)?.responseMessage).toContain('transaction : 3,');
  });
});

describe('Module Controller and Test Fragment', () => {
  const module = (...path: string[]): string =>
    element(
      'ModuleController',
      'm',
      `<collectionProp name="ModuleController.node_path">${path.map((p) => text('1', p)).join('')}</collectionProp>`,
    );
  const fragment = element('TestFragmentController', 'frag', '', [
    a,
    element('LoopController', 'l', text('LoopController.loops', '2'), [b]),
  ]);

  it('runs a copy of its target, also a disabled one', async () => {
    const run = await runPlan(
      plan([
        element('TestFragmentController', 'frag', '', [a], ' enabled="false"'),
        group('g', [module('Test Plan', 'Test Plan', 'frag'), c], { loops: 2 }),
      ]),
    );
    expect(run.labels).toEqual(['a', 'c', 'a', 'c']);
  });
  it('keeps the kind of its target', async () => {
    expect(
      (await runPlan(plan([fragment, group('g', [module('x', 'Test Plan', 'frag', 'l')])]))).labels,
    ).toEqual(['b', 'b']);
  });
  it('is refused when its target is missing or holds it', async () => {
    await expect(runPlan(plan([group('g', [module('x', 'Test Plan', 'nope')])]))).rejects.toThrow(
      /has no selected Controller.*Select the target again/,
    );
    await expect(
      runPlan(
        plan([group('g', [element('GenericController', 's', '', [module('x', 'Test Plan', 'g', 's')])])]),
      ),
    ).rejects.toThrow(/contains it/);
  });
});

describe('deep and wide plans', () => {
  it('60 levels of controllers and 3,000 false Ifs in a row do not exhaust the stack', async () => {
    const deep = Array.from({ length: 60 }).reduce<string>((inner) => simple(inner), a);
    expect(await labels([deep, ...Array.from({ length: 3000 }, () => ifTrue('false', b))])).toEqual(['a']);
  });
});
