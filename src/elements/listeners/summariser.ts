import type { ElementDefinition } from '../definition.ts';

/** Generate Summary Results: a summary of its scope under its own name, beside that of the run (reporters.Summariser). */
export const generateSummaryResults = {
  testclass: 'org.apache.jmeter.reporters.Summariser',
  label: 'Generate Summary Results',
  role: 'listener',
  properties: [],
  compile: (context) => ({
    kind: 'collect',
    spec: {
      kind: 'summariser',
      name: context.name,
      filename: context.text('filename'),
      errorsOnly: false,
      successOnly: false,
      saveConfig: undefined,
    },
  }),
} satisfies ElementDefinition;
