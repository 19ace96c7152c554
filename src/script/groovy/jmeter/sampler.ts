import { constantName, samplerNameOf } from '../../sampler-name.ts';
import type { VirtualUser } from '../../../types.ts';
import { text } from '../arguments.ts';
import { hostObject, type HostObject, type HostType, methodTable } from '../value.ts';

/** `sampler`: its name; one that a pre-processor sets is that of the running sample. */
export const samplerType: HostType<VirtualUser> = {
  name: 'org.apache.jmeter.samplers.AbstractSampler',
  text: samplerNameOf,
  methods: methodTable<VirtualUser>({
    getName: samplerNameOf,
    'setName 1': (user, [name]) => {
      user.samplerName = constantName(text(name));
      return null;
    },
    getThreadName: ({ threadName }) => threadName,
    isEnabled: () => true,
    toString: samplerNameOf,
  }),
};

export const samplerOf = (user: VirtualUser): HostObject | null =>
  user.samplerName === undefined ? null : hostObject(samplerType, user);
