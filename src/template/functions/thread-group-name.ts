import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.ThreadGroupName`. */
export const threadGroupName: FunctionDefinition = {
  name: '__threadGroupName',
  minArgs: 0,
  maxArgs: 0,
  summary: 'Name of the thread group',
  compile: () => (user) => user.group.name,
};
