import { expect, test } from 'vitest';
import { mailerVisualizer } from '../../../src/elements/listeners/mailer-visualizer.ts';
import { pluginGraphs } from '../../../src/elements/listeners/plugin-graphs.ts';
import { resultCollector } from '../../../src/elements/listeners/result-collector.ts';
import { generateSummaryResults } from '../../../src/elements/listeners/summariser.ts';
import { elementContext } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

function withSaveConfig(
  properties: Record<string, string>,
  flags: Record<string, string>,
  warnings: string[] = [],
): ReturnType<typeof elementContext> {
  const context = elementContext(properties, { warnings });
  context.element.properties.set('saveConfig', {
    kind: 'object',
    name: 'saveConfig',
    values: new Map(Object.entries(flags)),
    line: 1,
  });
  return context;
}

test('a collector keeps the flags of its saveConfig; only "true" is true', () => {
  const { spec } = resultCollector.compile(
    withSaveConfig({ filename: 'x.csv' }, { time: 'true', label: 'TRUE', code: 'yes', xml: 'false' }),
  );
  expect(spec.saveConfig).toEqual(
    new Map([
      ['time', true],
      ['label', true],
      ['code', false],
      ['xml', false],
    ]),
  );
  expect(spec).toMatchObject({ kind: 'collector', errorsOnly: false, successOnly: false });
});

test('a collector without saveConfig leaves the columns to the properties', () => {
  expect(resultCollector.compile(elementContext({ filename: '' })).spec.saveConfig).toBeUndefined();
});

test('the file name may hold variables, and the filters are read', () => {
  const { spec } = resultCollector.compile(
    elementContext({
      filename: 'out_${v}.csv',
      'ResultCollector.error_logging': 'true',
      'ResultCollector.success_only_logging': 'TRUE',
    }),
  );
  expect(spec.filename.evaluate(testUser({ variables: { v: 'V' } }))).toBe('out_V.csv');
  expect(spec).toMatchObject({ errorsOnly: true, successOnly: true });
});

test('graphs of JMeter Plugins write files like any collector, with thread counts whatever the plan says', () => {
  for (const graph of pluginGraphs) {
    if (graph.role !== 'listener') throw new Error(`${graph.label} is no listener`);
    const listener = graph.compile(
      withSaveConfig({ filename: 'g.csv' }, { label: 'true', threadCounts: 'false' }),
    );
    if (listener.kind !== 'collect' || listener.spec.kind === 'backend')
      throw new Error(`${graph.label} does not collect`);
    expect(listener.spec.filename.source).toBe('g.csv');
    expect(listener.spec.saveConfig?.get('threadCounts')).toBe(true);
    expect(listener.spec.saveConfig?.get('label')).toBe(true);
  }
});

test('the Mailer Visualizer writes its file and says that it sends no mail', () => {
  const warnings: string[] = [];
  const { spec } = mailerVisualizer.compile(withSaveConfig({ filename: 'm.csv' }, {}, warnings));
  expect(spec.filename.source).toBe('m.csv');
  expect(warnings).toEqual(['Mailer Visualizer sends no mail']);
});

test('Generate Summary Results is a summary under the name of the element', () => {
  const { spec } = generateSummaryResults.compile(elementContext({}, { name: 'Second ${n}' }));
  expect(spec.kind).toBe('summariser');
  expect(spec.name.evaluate(testUser({ variables: { n: '2' } }))).toBe('Second 2');
});
