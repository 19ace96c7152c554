import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { parseInteger } from '../element-context.ts';
import { userState } from '../user-state.ts';

/** Modes as very old English plans name them. */
const OLD_MODES: Readonly<Record<string, number>> = {
  'this thread only': 0,
  'all active threads': 1,
  'all active threads in current thread group': 2,
  'all active threads (shared)': 3,
  'all active threads in current thread group (shared)': 4,
};

/** Time until the next free place in a row of places that all threads share, one every `spacingMs`. */
function sharedDelayMs(user: VirtualUser, key: string, spacingMs: number): number {
  const nowMs = Math.floor(user.clock.nowUs() / 1000);
  const place = (last: number): number => Math.max(nowMs, last + spacingMs);
  return place(user.shared.update(user.shared.cell(key), place)) - nowMs;
}

/** The distance that one thread keeps between its samples. */
function spacing(user: VirtualUser, mode: number, perMinute: number): number {
  const perSampleMs = 60_000 / perMinute;
  switch (mode) {
    case 1:
      return Math.round(user.shared.activeThreads() * perSampleMs);
    case 2:
      return Math.round(user.shared.activeThreads(user.group.index) * perSampleMs);
    case 3:
      return sharedDelayMs(user, 'constant throughput', Math.round(perSampleMs));
    case 4:
      return sharedDelayMs(user, `constant throughput ${user.group.index}`, Math.round(perSampleMs));
    default:
      return Math.round(perSampleMs);
  }
}

/**
 * Constant Throughput Timer: keeps a number of samples per minute, per thread or over several
 * (timers.ConstantThroughputTimer). A thread that is late is not made to hurry: it starts counting anew.
 */
export const constantThroughputTimer = {
  testclass: 'org.apache.jmeter.timers.ConstantThroughputTimer',
  label: 'Constant Throughput Timer',
  role: 'timer',
  properties: ['throughput', 'calcMode'],
  compile(context) {
    const perMinute = context.floating('throughput');
    const mode = context.text('calcMode');
    const previous = userState(context, () => ({ targetMs: 0 }));
    return {
      delayMs(user: VirtualUser): number {
        const modeText = mode.evaluate(user);
        const spacingMs = spacing(user, OLD_MODES[modeText] ?? parseInteger(modeText), perMinute(user));
        const nowMs = Math.floor(user.clock.nowUs() / 1000);
        const state = previous(user);
        const targetMs = state.targetMs + spacingMs;
        state.targetMs = Math.max(nowMs, targetMs);
        return Math.max(0, targetMs - nowMs);
      },
    };
  },
} satisfies ElementDefinition;
