import type { GroupInfo, VirtualUser } from '../../../types.ts';
import { runtime } from '../runtime.ts';
import { hostObject, type HostType, methodTable } from '../value.ts';

/** `ctx.getThreadGroup()`. */
export const threadGroupType: HostType<GroupInfo> = {
  name: 'org.apache.jmeter.threads.ThreadGroup',
  text: ({ name }: GroupInfo) => name,
  methods: methodTable<GroupInfo>({
    getName: ({ name }) => name,
    getNumThreads: ({ threads }) => threads,
    getNumberOfThreads: ({ index }) => runtime().user.shared.activeThreads(index),
    numberOfActiveThreads: ({ index }) => runtime().user.shared.activeThreads(index),
    isSameUserOnNextIteration: ({ sameUser }) => sameUser,
    toString: ({ name }: GroupInfo) => name,
  }),
};

/** `ctx.getThread()`, `Thread.currentThread()`. */
export const threadType: HostType<VirtualUser> = {
  name: 'org.apache.jmeter.threads.JMeterThread',
  text: ({ threadName }: VirtualUser) => threadName,
  methods: methodTable<VirtualUser>({
    getThreadName: ({ threadName }) => threadName,
    getName: ({ threadName }) => threadName,
    getThreadNum: ({ threadNum }) => threadNum,
    getThreadGroup: ({ group }) => hostObject(threadGroupType, group),
    getStartTime: () => BigInt(runtime().user.shared.testStartMs),
    stop: (user) => {
      user.stopThread();
      return null;
    },
    toString: ({ threadName }: VirtualUser) => threadName,
  }),
};
