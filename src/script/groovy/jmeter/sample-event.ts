import type { SampleResult, VirtualUser } from '../../../types.ts';
import { type HostType, methodTable } from '../value.ts';
import { resultObject } from './sample-result.ts';

interface Occurrence {
  readonly user: VirtualUser;
  readonly result: SampleResult;
}

/** `sampleEvent` (samplers.SampleEvent). */
export const sampleEventType: HostType<Occurrence> = {
  name: 'org.apache.jmeter.samplers.SampleEvent',
  text: () => 'org.apache.jmeter.samplers.SampleEvent@1b2c3d4e',
  methods: methodTable<Occurrence>({
    getResult: ({ result }) => resultObject(result),
    getThreadGroup: ({ user }) => user.group.name,
    isTransactionSampleEvent: ({ result }) => result.isTransaction,
  }),
};
