import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { userState } from '../user-state.ts';

/** Sample Timeout: interrupts a sample that takes too long, if it can be interrupted (modifiers.SampleTimeout). */
export const sampleTimeout = {
  testclass: 'org.apache.jmeter.modifiers.SampleTimeout',
  label: 'Sample Timeout',
  role: 'pre-processor',
  properties: ['InterruptTimer.timeout'],
  differs:
    'Acts on the samplers in its scope and on one sample at a time. JMeter 5.6.3 applies it to every sampler of the thread group, and leaves the thread interrupted after the first timeout, so that all its later waits are cut short. WebSocket samplers cannot be interrupted, as in JMeter.',
  compile(context) {
    const timeoutMs = context.integer('InterruptTimer.timeout');
    const timer = userState<{ cancel: (() => void) | undefined }>(context, () => ({ cancel: undefined }));
    const stop = (user: VirtualUser): void => {
      const state = timer(user);
      state.cancel?.();
      state.cancel = undefined;
    };
    return {
      process() {},
      sampleStarting(user: VirtualUser) {
        stop(user);
        const ms = timeoutMs(user);
        if (ms > 0) timer(user).cancel = user.clock.setTimer(ms, () => user.interrupt());
      },
      sampleEnded: stop,
    };
  },
} satisfies ElementDefinition;
