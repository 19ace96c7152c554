import type { ElementDefinition } from '../definition.ts';
import type { ControllerFactory } from './controller.ts';
import { Sequence } from './sequence.ts';

/** Runs its children in order, once per pass. */
export const simpleFactory: ControllerFactory = {
  create: (node, parent, user) => new Sequence(node, parent, user),
};

export const simpleController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.GenericController',
  label: 'Simple Controller',
  properties: [],
  compile: () => simpleFactory,
};

export const recordingController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.protocol.http.control.RecordingController',
  label: 'Recording Controller',
  properties: [],
  compile: () => simpleFactory,
};

/** A Test Fragment runs where a Module or Include Controller put it, and when it stands enabled in a thread group. */
export const testFragment: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.TestFragmentController',
  label: 'Test Fragment',
  properties: [],
  compile: () => simpleFactory,
};
