import { randomUUID } from 'node:crypto';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.Uuid`. */
export const uuid: FunctionDefinition = {
  name: '__UUID',
  minArgs: 0,
  maxArgs: 0,
  summary: 'A random UUID (version 4)',
  compile: () => () => randomUUID(),
};
