import { TemplateError, type FunctionDefinition } from '../definition.ts';

const unsupported = (name: string, summary: string): FunctionDefinition => ({
  name,
  minArgs: 1,
  maxArgs: 2,
  summary,
  differs: 'Not supported yet: a plan that calls it does not start',
  compile() {
    throw new TemplateError(`${name} is not supported yet`);
  },
});

/** `org.apache.jmeter.functions.BeanShell`. */
export const beanShell = unsupported('__BeanShell', 'Value of a BeanShell expression');
