import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementPath, type JmxElement } from '../../src/jmx/element.ts';
import { parsePlan, readPlan } from '../../src/jmx/read-plan.ts';
import { element, flag, plan, text } from '../support/plan-text.ts';

const parse = (xml: string): JmxElement => parsePlan(xml, 'p.jmx');
const withProperty = (xml: string): JmxElement => parse(plan([element('TestAction', 'a', xml)])).children[0]!;
const valueOf = (e: JmxElement, name: string): string | undefined => {
  const p = e.properties.get(name);
  return p !== undefined && 'value' in p ? p.value : undefined;
};
const refusal = (xml: string): string => {
  try {
    parse(xml);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('reading a plan', () => {
  it('pairs every element with the hashTree behind it', () => {
    const tree = parse(
      plan([element('ThreadGroup', 'g', '', [element('DebugSampler', 's')]), element('ConstantTimer', 't')]),
    );
    expect(tree.children.map((e) => e.name)).toEqual(['g', 't']);
    expect(tree.children[0]?.children.map((e) => e.name)).toEqual(['s']);
  });

  it('lets the tag decide the class, not testclass', () => {
    const tree = parse(plan(['<DebugSampler guiclass="x" testclass="Nonsense" testname="d"/><hashTree/>']));
    expect(tree.children[0]?.testclass).toBe('org.apache.jmeter.sampler.DebugSampler');
  });

  it('lets a class attribute override the tag', () => {
    const tree = parse(plan(['<foo class="com.example.Bar" guiclass="x" testname="d"/><hashTree/>']));
    expect(tree.children[0]?.testclass).toBe('com.example.Bar');
  });

  it('reads fully-qualified tags, with the underscores and dollars that XStream escapes', () => {
    const tree = parse(plan([element('com.example.a__b.C_-D', 'x')]));
    expect(tree.children[0]?.testclass).toBe('com.example.a_b.C$D');
  });

  it('takes an absent enabled attribute as true and anything but true as false', () => {
    const enabled = (attributes: string): boolean | undefined =>
      parse(plan([element('DebugSampler', 'd', '', [], attributes)])).children[0]?.enabled;
    expect([enabled(''), enabled(' enabled="TRUE"'), enabled(' enabled="yes"')]).toEqual([true, true, false]);
  });

  it('reads every kind of property', () => {
    const e = withProperty(
      `${text('s', ' x ')}${flag('b', true)}<intProp name="i">5</intProp><longProp name="l">-7</longProp>
       <doubleProp><name>d</name><value>60.0</value><savedValue>0.0</savedValue></doubleProp>
       <FloatProperty><name>f</name><value>2.0</value><savedValue>0.0</savedValue></FloatProperty>
       <collectionProp name="c"><stringProp name="1">one</stringProp></collectionProp>
       <elementProp name="e" elementType="Arguments"><stringProp name="inner">in</stringProp></elementProp>
       <objProp><name>saveConfig</name><value class="SampleSaveConfiguration"><time>true</time></value></objProp>`,
    );
    expect(['s', 'b', 'i', 'l', 'd', 'f'].map((name) => valueOf(e, name))).toEqual([
      ' x ',
      'true',
      '5',
      '-7',
      '60.0',
      '2.0',
    ]);
    expect(e.properties.get('c')).toMatchObject({ kind: 'collection', items: [{ value: 'one' }] });
    expect(e.properties.get('e')).toMatchObject({
      kind: 'element',
      element: { testclass: 'org.apache.jmeter.config.Arguments' },
    });
    expect(e.properties.get('saveConfig')).toMatchObject({
      kind: 'object',
      values: new Map([['time', 'true']]),
    });
  });

  it('keeps control characters, written as references or raw', () => {
    expect(valueOf(withProperty(text('s', 'a&#x0;b&#x1e;c&#xd;&#10;\u0001\u001ed')), 's')).toBe(
      'a\0b\u001ec\r\n\u0001\u001ed',
    );
  });

  it('resolves entities once, and not in CDATA', () => {
    expect(
      valueOf(withProperty('<stringProp name="s">&lt;&amp;lt;<![CDATA[&amp;<x>]]>&#x41;</stringProp>'), 's'),
    ).toBe('<&lt;&amp;<x>A');
  });

  it('drops a byte order mark and normalises raw line ends', () => {
    expect(parse(`\uFEFF${plan([])}`).name).toBe('Test Plan');
    expect(valueOf(withProperty(text('s', 'a\r\nb\rc')), 's')).toBe('a\nb\nc');
  });

  it('reads raw white space in attributes as blanks, references as they are', () => {
    const tree = parse(plan(['<DebugSampler guiclass="x" testname="a\tb\nc&#10;&#9;d"/>']));
    expect(tree.children[0]?.name).toBe('a b c\n\td');
  });

  it('ignores comments, processing instructions and a WorkBench', () => {
    const xml = plan(['<!-- c --><?pi x?>', element('DebugSampler', 'd')]).replace(
      '</hashTree></jmeterTestPlan>',
      '<WorkBench guiclass="x" testname="w"/><hashTree/></hashTree></jmeterTestPlan>',
    );
    expect(parse(xml).children.map((e) => e.name)).toEqual(['d']);
  });

  it('lets the last element of a hashTree go without its own', () => {
    expect(parse(plan(['<DebugSampler guiclass="x" testname="d"/>'])).children.map((e) => e.name)).toEqual([
      'd',
    ]);
  });

  it('knows line and path of every element', () => {
    const tree = parse(
      plan([`\n\n${element('ThreadGroup', 'g', '', [`\n${element('DebugSampler', 's')}`])}`]),
    );
    const sampler = tree.children[0]?.children[0];
    expect(sampler?.line).toBe(5);
    expect(elementPath(sampler!)).toBe('Test Plan > g > s');
  });
});

describe('what JMeter refuses is refused with place and remedy', () => {
  it.each([
    [
      'an element without hashTree before another one',
      plan(['<A guiclass="x" testname="a"/><B guiclass="x" testname="b"/>']),
      /<A> has no <hashTree> behind it \(p\.jmx:2, Test Plan > a\)/,
    ],
    ['two hashTrees', plan([`${element('A', 'a')}<hashTree/>`]), /A <hashTree> without an element before it/],
    ['no guiclass', plan(['<A testname="a"/>']), /<A> has no guiclass attribute/],
    [
      'a property without a name',
      plan([element('A', 'a', '<stringProp>x</stringProp>')]),
      /<stringProp> has no name/,
    ],
    [
      'an unknown property tag',
      plan([element('A', 'a', '<fooProp name="x"/>')]),
      /<fooProp> is not a property/,
    ],
    [
      'an int that is none',
      plan([element('A', 'a', '<intProp name="x"> 1 </intProp>')]),
      /' 1 ' in <intProp name="x"> is not a whole number/,
    ],
    ['an empty long', plan([element('A', 'a', '<longProp name="x"></longProp>')]), /'' in <longProp/],
    ['XML 1.1', plan([]).replace('1.0', '1.1'), /XML 1\.1 is not supported/],
    ['an unknown entity', plan([element('A', 'a', text('x', '&nbsp;'))]), /'&nbsp;' is not a known entity/],
    [
      'tags that do not match',
      '<jmeterTestPlan>\n<hashTree></jmeterTestPlan>',
      /Not well-formed XML: .*p\.jmx:2/,
    ],
    ['an empty file', '', /Not well-formed XML/],
    ['plain text', 'hello', /Not well-formed XML/],
    ['another root', '<html/>', /The root element is <html>/],
    ['no Test Plan', '<jmeterTestPlan><hashTree/></jmeterTestPlan>', /holds no Test Plan element/],
  ])('%s', (_what, xml, message) => {
    expect(refusal(xml)).toMatch(message);
    expect(refusal(xml)).toMatch(/^[^\n]+\. [^\n]+$/);
  });

  it('a missing file, a folder, a UTF-16 file', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
    const utf16 = path.join(folder, 'utf16.jmx');
    writeFileSync(utf16, Buffer.from(`\uFEFF${plan([])}`, 'utf16le'));
    expect(() => readPlan(path.join(folder, 'none.jmx'))).toThrow(
      /The plan file does not exist \(.*none\.jmx\)/,
    );
    expect(() => readPlan(folder)).toThrow(/The plan file is a folder/);
    expect(() => readPlan(utf16)).toThrow(/Not well-formed XML/);
  });
});
