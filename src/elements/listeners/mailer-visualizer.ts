import type { ElementDefinition } from '../definition.ts';
import { collectorSpec } from './result-collector.ts';

/** Mailer Visualizer: writes its file like other listeners (reporters.MailerResultCollector). */
export const mailerVisualizer = {
  testclass: 'org.apache.jmeter.reporters.MailerResultCollector',
  label: 'Mailer Visualizer',
  role: 'listener',
  properties: ['*'],
  differs: 'Writes its file; sends no mail.',
  compile(context) {
    context.warn('Mailer Visualizer sends no mail');
    return { kind: 'collect', spec: collectorSpec(context) };
  },
} satisfies ElementDefinition;
