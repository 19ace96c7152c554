import { readFileSync } from 'node:fs';
import { classOf } from './aliases.ts';
import { scalar, type JmxElement, type JmxProperty } from './element.ts';
import { PlanError } from './plan-error.ts';
import { parseXml, type XmlNode } from './xml.ts';

const SAVE_AGAIN = 'Open the plan in JMeter and save it again, or mend that place by hand.';
const INTEGER = /^[+-]?\d+$/;

type ScalarKind = Extract<JmxProperty, { value: string }>['kind'];
const SCALARS: Readonly<Record<string, ScalarKind>> = {
  stringProp: 'string',
  boolProp: 'bool',
  intProp: 'int',
  longProp: 'long',
  doubleProp: 'double',
  FloatProperty: 'float',
  'org.apache.jmeter.testelement.property.StringProperty': 'string',
  'org.apache.jmeter.testelement.property.BooleanProperty': 'bool',
  'org.apache.jmeter.testelement.property.IntegerProperty': 'int',
  'org.apache.jmeter.testelement.property.LongProperty': 'long',
  'org.apache.jmeter.testelement.property.DoubleProperty': 'double',
  'org.apache.jmeter.testelement.property.FloatProperty': 'float',
};
const PLAN_CLASS = classOf('TestPlan');
const FRAGMENT_CLASS = classOf('TestFragmentController');

/**
 * Reads a plan file into its element tree and returns the Test Plan element.
 * @throws PlanError for everything JMeter refuses to load, with file, line and remedy.
 */
export const readPlan = (file: string): JmxElement => planIn(parseElements(readText(file), file), file);

/** The same from a text; `file` is only named in errors. */
export const parsePlan = (text: string, file: string): JmxElement => planIn(parseElements(text, file), file);

/** The top elements of a file that is included: a Test Plan, or what was saved by itself, such as a Test Fragment. */
export const readElements = (file: string): JmxElement[] => parseElements(readText(file), file);

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
    throw new PlanError(`The plan file ${why}`, { file }, 'Check the path given with -t.');
  }
}

function parseElements(text: string, file: string): JmxElement[] {
  const root = parseXml(text, file);
  if (root.tag !== 'jmeterTestPlan')
    throw new PlanError(
      `The root element is <${root.tag}>, not <jmeterTestPlan>`,
      { file, line: root.line },
      'Is it a JMeter plan?',
    );
  const tree = root.children.find((child) => child.tag === 'hashTree');
  return tree === undefined ? [] : new Reader(file).tree(tree, undefined);
}

function planIn(elements: readonly JmxElement[], file: string): JmxElement {
  const plan = elements.find((element) => element.testclass === PLAN_CLASS);
  if (plan !== undefined) return plan;
  const fragment = elements.find((element) => element.testclass === FRAGMENT_CLASS);
  throw new PlanError(
    fragment === undefined
      ? 'The file holds no Test Plan element'
      : 'The file holds a Test Fragment and no Test Plan',
    { file, line: fragment?.line ?? 1 },
    fragment === undefined ? SAVE_AGAIN : 'It is run by plans that include it.',
  );
}

class Reader {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The members of a hashTree: elements, each followed by the hashTree of its children. */
  tree(tree: XmlNode, parent: JmxElement | undefined): JmxElement[] {
    const elements: JmxElement[] = [];
    let open: JmxElement | undefined;
    for (const node of tree.children) {
      if (node.tag === 'hashTree') {
        if (open === undefined) throw this.#error('A <hashTree> without an element before it', node, parent);
        open.children = this.tree(node, open);
        open = undefined;
      } else {
        if (open !== undefined) throw this.#error(`<${open.tag}> has no <hashTree> behind it`, node, open);
        open = this.#element(node, parent);
        elements.push(open);
      }
    }
    return elements;
  }

  #element(node: XmlNode, parent: JmxElement | undefined): JmxElement {
    const element = this.#bare(node, node.attributes['class'] ?? node.tag, parent);
    if (node.attributes['guiclass'] === undefined)
      throw this.#error(`<${node.tag}> has no guiclass attribute`, node, element);
    return element;
  }

  #bare(node: XmlNode, className: string, parent: JmxElement | undefined): JmxElement {
    const { attributes } = node;
    const element: JmxElement = {
      tag: node.tag,
      testclass: classOf(className),
      guiclass: attributes['guiclass'] ?? '',
      name: attributes['testname'] ?? '',
      enabled: (attributes['enabled'] ?? 'true').toLowerCase() === 'true',
      properties: new Map(),
      children: [],
      parent,
      file: this.#file,
      line: node.line,
    };
    for (const child of node.children) {
      const property = this.#property(child, element, true);
      element.properties.set(property.name, property);
    }
    element.name = scalar(element, 'TestElement.name') ?? element.name;
    return element;
  }

  #property(node: XmlNode, owner: JmxElement, named: boolean): JmxProperty {
    const kind = SCALARS[node.tag];
    const { line } = node;
    if (kind !== undefined) {
      // Double and float properties are saved with <name> and <value> inside.
      const inside = node.children.find((child) => child.tag === 'value');
      const name = node.attributes['name'] ?? node.children.find((child) => child.tag === 'name')?.text;
      const value = inside === undefined ? node.text : inside.text;
      if ((kind === 'int' || kind === 'long') && !INTEGER.test(value))
        throw this.#error(`'${value}' in <${node.tag} name="${name}"> is not a whole number`, node, owner);
      return { kind, name: this.#name(name, node, owner, named), value, line };
    }
    const name = (): string => this.#name(node.attributes['name'], node, owner, named);
    switch (node.tag) {
      case 'collectionProp':
      case 'mapProp':
        return {
          kind: node.tag === 'mapProp' ? 'map' : 'collection',
          name: name(),
          items: node.children.map((child) => this.#property(child, owner, false)),
          line,
        };
      case 'elementProp':
        return {
          kind: 'element',
          name: name(),
          element: this.#bare(node, node.attributes['elementType'] ?? '', owner),
          line,
        };
      case 'objProp': {
        const value = node.children.find((child) => child.tag === 'value');
        const values = new Map((value?.children ?? []).map((child) => [child.tag, child.text]));
        return {
          kind: 'object',
          name: node.children.find((child) => child.tag === 'name')?.text ?? '',
          values,
          line,
        };
      }
      default:
        throw this.#error(`<${node.tag}> is not a property that JMeter knows`, node, owner);
    }
  }

  /** Members of collections need no name. */
  #name(name: string | undefined, node: XmlNode, owner: JmxElement, needed: boolean): string {
    if (name === undefined && needed) throw this.#error(`<${node.tag}> has no name`, node, owner);
    return name ?? '';
  }

  #error(what: string, node: XmlNode, element: JmxElement | undefined): PlanError {
    return new PlanError(
      what,
      { file: this.#file, line: node.line, ...(element === undefined ? {} : { element }) },
      SAVE_AGAIN,
    );
  }
}
