/** Writes plans for tests: JMeter's own layout, with little to say. */

/** An element with its children. `properties` is the XML inside it. */
export const element = (
  tag: string,
  name: string,
  properties = '',
  children: readonly string[] = [],
  attributes = '',
): string =>
  `<${tag} guiclass="X" testclass="${tag}" testname="${name}"${attributes}>${properties}</${tag}><hashTree>${children.join('')}</hashTree>`;

export const text = (name: string, value: string): string =>
  `<stringProp name="${name}">${value}</stringProp>`;
export const flag = (name: string, value: boolean): string => `<boolProp name="${name}">${value}</boolProp>`;

const pairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(
      ([name, value]) =>
        `<elementProp name="${name}" elementType="Argument">${text('Argument.name', name)}${text('Argument.value', value)}</elementProp>`,
    )
    .join('');

/** An Arguments property. */
export const args = (property: string, values: Readonly<Record<string, string>>): string =>
  `<elementProp name="${property}" elementType="Arguments"><collectionProp name="Arguments.arguments">${pairs(values)}</collectionProp></elementProp>`;

/** A Java Request that takes `sleepMs` and succeeds unless told otherwise. */
export const javaRequest = (
  name: string,
  options: { sleepMs?: number; fails?: boolean; children?: readonly string[]; code?: string } = {},
): string =>
  element(
    'JavaSampler',
    name,
    text('classname', 'org.apache.jmeter.protocol.java.test.JavaTest') +
      args('arguments', {
        Sleep_Time: String(options.sleepMs ?? 0),
        Sleep_Mask: '0',
        ResponseCode: options.code ?? (options.fails === true ? '500' : '200'),
        ResponseMessage: options.fails === true ? 'Boom' : 'OK',
        Status: options.fails === true ? 'KO' : 'OK',
      }),
    options.children,
  );

/** A thread group; loops `-1` runs for ever. */
export const group = (
  name: string,
  children: readonly string[],
  options: { tag?: string; threads?: number; loops?: number; properties?: string } = {},
): string =>
  element(
    options.tag ?? 'ThreadGroup',
    name,
    text('ThreadGroup.num_threads', String(options.threads ?? 1)) +
      `<elementProp name="ThreadGroup.main_controller" elementType="LoopController" testname="Loop Controller">${text(
        'LoopController.loops',
        String(options.loops ?? 1),
      )}${flag('LoopController.continue_forever', false)}</elementProp>` +
      (options.properties ?? ''),
    children,
  );

/** A nested Loop Controller. */
export const loop = (name: string, loops: string, children: readonly string[]): string =>
  element('LoopController', name, text('LoopController.loops', loops), children);

/** A whole plan. */
export const plan = (
  children: readonly string[],
  properties = '',
  variables: Readonly<Record<string, string>> = {},
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2"><hashTree>${element(
    'TestPlan',
    'Test Plan',
    args('TestPlan.user_defined_variables', variables) + properties,
    children,
  )}</hashTree></jmeterTestPlan>`;
