import { samplerNameOf } from '../../script/sampler-name.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** `org.apache.jmeter.functions.SamplerName`. */
export const samplerName: FunctionDefinition = {
  name: '__samplerName',
  minArgs: 0,
  maxArgs: 1,
  summary: 'Name of the sampler that runs, or ran last',
  compile([variable]) {
    return (user) => storeResult(user, variable, samplerNameOf(user));
  },
};
