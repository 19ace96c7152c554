import type { Config, Template } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

/**
 * Variables that all threads start with. The engine evaluates the texts once, at test start, element by element in
 * document order; texts of one element do not see its other variables.
 */
export interface UserDefinedVariables extends Config {
  readonly kind: 'user-defined-variables';
  /** In the order of the plan. Of equal names in one element the first counts; a later element replaces it. */
  readonly variables: readonly { readonly name: Template; readonly value: Template }[];
}

/** User Defined Variables (config.Arguments). */
export const userDefinedVariables = {
  testclass: 'org.apache.jmeter.config.Arguments',
  label: 'User Defined Variables',
  role: 'config',
  properties: ['Arguments.arguments'],
  compile(context): UserDefinedVariables {
    return {
      kind: 'user-defined-variables',
      variables: context.elements('Arguments.arguments').map((argument) => ({
        name: argument.text('Argument.name'),
        value: argument.text('Argument.value'),
      })),
    };
  },
} satisfies ElementDefinition;
