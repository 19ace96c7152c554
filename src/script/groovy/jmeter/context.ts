import type { LogicalAction, VirtualUser } from '../../../types.ts';
import { bool, data } from '../arguments.ts';
import { runtime } from '../runtime.ts';
import { hostObject, type HostType, methodTable, type Value } from '../value.ts';
import { propertiesType } from './properties.ts';
import { resultObject } from './sample-result.ts';
import { samplerOf } from './sampler.ts';
import { threadGroupType, threadType } from './thread.ts';
import { variablesType } from './variables.ts';

/** `JMeterContext.TestLogicalAction`. */
export const logicalActionType: HostType<LogicalAction> = {
  name: 'org.apache.jmeter.threads.JMeterContext$TestLogicalAction',
  text: (action: LogicalAction) => action.toUpperCase().replaceAll('-', '_'),
  key: (object) => String(object.data),
  methods: methodTable<LogicalAction>({ name: (action) => action.toUpperCase().replaceAll('-', '_') }),
};

export const logicalActions: Readonly<Record<string, LogicalAction>> = {
  CONTINUE: 'continue',
  START_NEXT_ITERATION_OF_THREAD: 'start-next-thread-loop',
  START_NEXT_ITERATION_OF_CURRENT_LOOP: 'start-next-iteration',
  BREAK_CURRENT_LOOP: 'break-current-loop',
};

const engineType: HostType<VirtualUser> = {
  name: 'org.apache.jmeter.engine.StandardJMeterEngine',
  text: () => 'org.apache.jmeter.engine.StandardJMeterEngine@1b2c3d4e',
  methods: methodTable<VirtualUser>({
    askThreadsToStop: (user) => {
      user.stopTestSoon('graceful');
      return null;
    },
    'stopTest 0 1': (user, [now]) => {
      user.stopTestSoon(now === undefined || bool(now) ? 'now' : 'graceful');
      return null;
    },
  }),
};

const act = (user: VirtualUser, action: LogicalAction): null => {
  user.action = action;
  return null;
};

export const previousResult = ({ previousResult: result }: VirtualUser): Value =>
  result === undefined ? null : resultObject(result);

/** `ctx` (JMeterContext). */
export const contextType: HostType<VirtualUser> = {
  name: 'org.apache.jmeter.threads.JMeterContext',
  text: () => 'org.apache.jmeter.threads.JMeterContext@1b2c3d4e',
  methods: methodTable<VirtualUser>({
    getVariables: (user) => hostObject(variablesType, user),
    getProperties: ({ shared }) => hostObject(propertiesType, shared.properties),
    getPreviousResult: previousResult,
    getCurrentSampler: samplerOf,
    getThreadNum: ({ threadNum }) => threadNum,
    getThread: (user) => hostObject(threadType, user),
    getThreadGroup: ({ group }) => hostObject(threadGroupType, group),
    getEngine: (user) => hostObject(engineType, user),
    isSamplingStarted: () => true,
    isStartNextThreadLoop: ({ action }) => action === 'start-next-thread-loop',
    'setStartNextThreadLoop 1': (user, [start]) =>
      act(user, bool(start) ? 'start-next-thread-loop' : 'continue'),
    getTestLogicalAction: ({ action }) => hostObject(logicalActionType, action),
    'setTestLogicalAction 1': (user, [action]) => act(user, data(action, logicalActionType)),
  }),
};

/** Static methods of JMeterContextService. */
export const contextServiceMethods = methodTable<unknown>({
  getContext: () => hostObject(contextType, runtime().user),
  getNumberOfThreads: () => runtime().user.shared.activeThreads(),
  getTotalThreads: () => runtime().user.shared.startedThreads(),
  getTestStartTime: () => BigInt(runtime().user.shared.testStartMs),
});
