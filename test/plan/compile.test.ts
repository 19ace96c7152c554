import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunProperties } from '../../src/engine/properties.ts';
import { parsePlan } from '../../src/jmx/read-plan.ts';
import { compilePlan, type Compilation } from '../../src/plan/compile.ts';
import { args, element, flag, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { runPlan } from '../support/run-plan.ts';

const compile = (xml: string, workingDirectory = process.cwd()): Promise<Compilation> =>
  compilePlan(parsePlan(xml, 'plan.jmx'), {
    properties: new RunProperties(),
    correlation: { mode: 'off', request: 'auto', reply: 'auto' },
    workingDirectory,
  });
const problems = async (xml: string): Promise<string[]> =>
  (await compile(xml)).problems.map(({ message }) => message);

/** An assertion that always fails, with its name as message. */
const assertion = (name: string): string =>
  element(
    'ResponseAssertion',
    name,
    `<collectionProp name="Asserion.test_strings"><stringProp name="1">never</stringProp></collectionProp>${text('Assertion.custom_message', name)}${text('Assertion.test_field', 'Assertion.response_code')}<intProp name="Assertion.test_type">16</intProp>`,
  );

describe('scope', () => {
  it('assertions act from the outermost level inwards; those of the plan stand behind those of the group', async () => {
    const run = await runPlan(
      plan([
        assertion('plan'),
        group('g', [
          assertion('group'),
          element('GenericController', 's', '', [
            javaRequest('a', { children: [assertion('own')] }),
            assertion('controller'),
          ]),
          element('GenericController', 'beside', '', [assertion('elsewhere')]),
          javaRequest('b'),
        ]),
      ]),
    );
    const messages = run.rows.map((row) => row.assertionResults?.map(({ message }) => message));
    expect(messages).toEqual([
      ['group', 'plan', 'controller', 'own'],
      ['group', 'plan'],
    ]);
  });

  it('a sampler of the Test Plan runs last in every group; a controller there does not run', async () => {
    const run = await runPlan(
      plan(
        [
          javaRequest('shared'),
          element('GenericController', 's', '', [javaRequest('never')]),
          group('g', [javaRequest('a')]),
          group('h', [javaRequest('b')]),
        ],
        flag('TestPlan.serialize_threadgroups', true),
      ),
    );
    expect(run.labels).toEqual(['a', 'shared', 'b', 'shared']);
  });

  it('elements below samplers and timers that cannot stand there do nothing', async () => {
    const run = await runPlan(
      plan([
        group('g', [
          javaRequest('a', { children: [javaRequest('inside')] }),
          element('ConstantTimer', 't', text('ConstantTimer.delay', '0'), [javaRequest('inside')]),
        ]),
      ]),
    );
    expect(run.labels).toEqual(['a']);
  });

  it('a config element gives a sampler what it lacks: the nearest one that has it', async () => {
    const config = (name: string, values: string): string => element('ConfigTestElement', name, values);
    const bare = element(
      'JavaSampler',
      '',
      args('arguments', { Sleep_Time: '0', Sleep_Mask: '0' }) + text('classname', ''),
    );
    const javaTest = text('classname', 'org.apache.jmeter.protocol.java.test.JavaTest');
    const run = await runPlan(
      plan([
        config('far', text('classname', 'nonsense')),
        group('g', [element('GenericController', 's', '', [config('near', javaTest), bare])]),
      ]),
    );
    expect(run.rows[0]).toMatchObject({ label: 'near', success: true });
  });

  it('a thread group inside another one runs by itself and in the other', async () => {
    const run = await runPlan(
      plan([group('outer', [javaRequest('a'), group('inner', [javaRequest('b')])])], ''),
    );
    expect(run.rows.map((r) => `${r.threadName} ${r.label}`).toSorted()).toEqual([
      'inner 2-1 b',
      'outer 1-1 a',
      'outer 1-1 b',
    ]);
  });
});

describe('what cannot run is found before the run, with its place', () => {
  it('an element of a class that is not supported', async () => {
    expect(await problems(plan([group('g', [element('com.example.Foo', 'f')])]))).toEqual([
      expect.stringMatching(
        /^com\.example\.Foo is not supported \(plan\.jmx:2, Test Plan > g > f\)\. Disable or remove/,
      ),
    ]);
  });

  it('not when it is disabled, nor what stands below it', async () => {
    expect(
      await problems(
        plan([
          group('g', [
            element('com.example.Foo', 'f', '', [element('com.example.Bar', 'b')], ' enabled="false"'),
          ]),
        ]),
      ),
    ).toEqual([]);
  });

  it('not below a tool of the editor, which does not run', async () => {
    expect(
      await problems(plan([element('ProxyControl', 'r', '', [element('com.example.Foo', 'f')])])),
    ).toEqual([]);
  });

  it('a function with a wrong number of arguments, wherever it stands', async () => {
    const bad = '${__Random(1)}';
    const message =
      /^__Random called with wrong number of parameters\. Actual: 1\. Expected: >= 2 and <= 3 \(plan\.jmx:2, Test Plan > g/;
    for (const xml of [
      plan([group('g', [javaRequest(bad)])]),
      plan([group('g', [element('DebugSampler', 'd', text('TestPlan.comments', bad))])]),
      plan([group('g', [element('GenericController', 'unused', '', [element('DebugSampler', bad)])])]),
    ])
      expect((await problems(xml))[0]).toMatch(message);
  });

  it('every problem at once, each once', async () => {
    const found = await problems(
      plan([
        group('g', [
          element('com.example.Foo', 'f'),
          javaRequest('${__time(a,b,c,d)}'),
          element('com.example.Foo', 'f2'),
        ]),
      ]),
    );
    expect(found).toHaveLength(3);
  });
});

describe('warnings', () => {
  it('name properties that an element does not know', async () => {
    const { plan: compiled } = await compile(
      plan([
        group('g', [
          element('DebugSampler', 'd', flag('displayJMeterVariablez', true) + text('TestPlan.comments', 'x')),
        ]),
      ]),
    );
    expect(compiled.warnings).toEqual([
      'plan.jmx:2, Test Plan > g > d: Debug Sampler does not know displayJMeterVariablez: ignored',
    ]);
  });
});

describe('Include Controller', () => {
  const include = (file: string): string =>
    element('IncludeController', 'inc', text('IncludeController.includepath', file));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
  const write = (name: string, children: readonly string[]): string => {
    const file = path.join(folder, name);
    writeFileSync(file, plan(children));
    return file;
  };

  it('runs the first Test Fragment of the file, and fragments included in turn', async () => {
    write('leaf.jmx', [element('TestFragmentController', 'f', '', [javaRequest('leaf')])]);
    const middle = write('middle.jmx', [
      element('TestFragmentController', 'f', '', [javaRequest('middle'), include('leaf.jmx')]),
      element('TestFragmentController', 'second', '', [javaRequest('never')]),
    ]);
    expect((await runPlan(plan([group('g', [include(middle)])]))).labels).toEqual(['middle', 'leaf']);
  });

  it('runs a Test Fragment that was saved by itself', async () => {
    const fragment = element('TestFragmentController', 'f', '', [javaRequest('alone')]);
    const file = path.join(folder, 'fragment.jmx');
    writeFileSync(file, `<jmeterTestPlan version="1.2"><hashTree>${fragment}</hashTree></jmeterTestPlan>`);
    expect((await runPlan(plan([group('g', [include(file)])]))).labels).toEqual(['alone']);
  });

  it('is refused when the file is missing or includes itself', async () => {
    const self = write('self.jmx', [element('TestFragmentController', 'f', '', [include('self.jmx')])]);
    expect((await problems(plan([group('g', [include('none.jmx')])])))[0]).toMatch(
      /^The included file 'none\.jmx' does not exist \(plan\.jmx:2, Test Plan > g > inc\)\. Looked for/,
    );
    expect((await problems(plan([group('g', [include(self)])])))[0]).toMatch(/includes itself/);
  });
});
