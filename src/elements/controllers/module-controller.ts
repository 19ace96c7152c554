import type { ElementDefinition } from '../definition.ts';
import { simpleFactory } from './simple-controller.ts';

/** Runs another controller of the plan; the plan compiler has put a copy of it inside. */
export const moduleController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.ModuleController',
  label: 'Module Controller',
  properties: ['ModuleController.node_path'],
  compile: () => simpleFactory,
};

/** Runs the Test Fragment of another file; the plan compiler has put a copy of it inside. */
export const includeController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.IncludeController',
  label: 'Include Controller',
  properties: ['IncludeController.includepath'],
  differs:
    'A missing file stops the run before the first sample with exit code 1; JMeter runs on without it.',
  compile: () => simpleFactory,
};
