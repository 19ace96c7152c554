import { expect, test } from 'vitest';
import type { JmxElement, JmxProperty } from '../../src/jmx/element.ts';
import { withDefaults } from '../../src/plan/scope.ts';

const text = (name: string, value: string): JmxProperty => ({ kind: 'string', name, value, line: 1 });
const list = (name: string, ...values: string[]): JmxProperty => ({
  kind: 'collection',
  name,
  items: values.map((value) => text('', value)),
  line: 1,
});

function element(name: string, properties: readonly JmxProperty[]): JmxElement {
  return {
    tag: 'ConfigTestElement',
    testclass: 'org.apache.jmeter.config.ConfigTestElement',
    guiclass: '',
    name,
    enabled: true,
    properties: new Map(properties.map((property) => [property.name, property])),
    children: [],
    parent: undefined,
    file: 'plan.jmx',
    line: 1,
  };
}

const inside = (name: string, ...properties: JmxProperty[]): JmxProperty => ({
  kind: 'element',
  name,
  element: element('', properties),
  line: 1,
});

const values = (property: JmxProperty | undefined): string[] =>
  property !== undefined && 'items' in property
    ? property.items.map((item) => ('value' in item ? item.value : ''))
    : [];

test('the nearest default fills what is absent or empty, and the parameters of all come behind the own ones', () => {
  const sampler = element('', [
    text('own', 'mine'),
    text('empty', ''),
    inside('args', list('list', 'a'), text('kept', 'x')),
  ]);
  const near = element('near', [
    text('own', 'n'),
    text('empty', 'n'),
    text('absent', ''),
    inside('args', list('list', 'b'), text('kept', 'y')),
  ]);
  const far = element('far', [
    text('empty', 'f'),
    text('absent', 'f'),
    inside('args', list('list', 'c', 'd'), text('more', 'z')),
  ]);
  const merged = withDefaults(sampler, { levels: [[far], [near]] });

  const scalar = (name: string): unknown => {
    const property = merged.properties.get(name);
    return property !== undefined && 'value' in property ? property.value : undefined;
  };
  expect([merged.name, scalar('own'), scalar('empty'), scalar('absent')]).toEqual(['near', 'mine', 'n', 'f']);
  const args = merged.properties.get('args');
  expect(args?.kind === 'element' && values(args.element.properties.get('list'))).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(args?.kind === 'element' && args.element.properties.get('kept')).toMatchObject({ value: 'x' });
  expect(args?.kind === 'element' && args.element.properties.get('more')).toMatchObject({ value: 'z' });
  // The plan itself stays as it was.
  expect(
    values((sampler.properties.get('args') as { element: JmxElement }).element.properties.get('list')),
  ).toEqual(['a']);
});
