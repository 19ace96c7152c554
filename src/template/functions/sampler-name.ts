import { JavaException } from '../../java/exception.ts';
import type { VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** Users whose sampler name is being worked out: a name that asks for itself has no end. */
const asking = new WeakSet<VirtualUser>();

/** `org.apache.jmeter.functions.SamplerName`. */
export const samplerName: FunctionDefinition = {
  name: '__samplerName',
  minArgs: 0,
  maxArgs: 1,
  summary: 'Name of the sampler that runs, or ran last',
  compile([variable]) {
    return (user) => {
      if (asking.has(user))
        throw new JavaException(
          'java.lang.StackOverflowError',
          '__samplerName in the name of its own sampler',
        );
      asking.add(user);
      try {
        return storeResult(user, variable, user.samplerName?.evaluate(user) ?? '');
      } finally {
        asking.delete(user);
      }
    };
  },
};
