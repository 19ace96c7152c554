import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.ThreadNumber`. */
export const threadNum: FunctionDefinition = {
  name: '__threadNum',
  minArgs: 0,
  maxArgs: 0,
  summary: 'Number of the thread in its group, from 1',
  compile() {
    return (user) => user.threadName.slice(user.threadName.lastIndexOf('-') + 1);
  },
};
