import { scalar } from '../../jmx/element.ts';
import type { VirtualUser } from '../../types.ts';
import { loopFactory } from '../controllers/loop-controller.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';
import type { GroupFactory, GroupHost, GroupRun, OnSampleError, ThreadHandle } from './group.ts';

const PROPERTIES = [
  'ThreadGroup.num_threads',
  'ThreadGroup.ramp_time',
  'ThreadGroup.same_user_on_next_iteration',
  'ThreadGroup.on_sample_error',
  'ThreadGroup.delayedStart',
  'ThreadGroup.scheduler',
  'ThreadGroup.duration',
  'ThreadGroup.delay',
  'ThreadGroup.main_controller',
  // Written by old versions and without effect since 4.0.
  'ThreadGroup.start_time',
  'ThreadGroup.end_time',
];
const ON_SAMPLE_ERROR = new Set<string>([
  'continue',
  'startnextloop',
  'stopthread',
  'stoptest',
  'stoptestnow',
]);

/** What a group does when a sample fails; unknown texts mean continue. */
export function readOnSampleError(context: ElementContext): (user: VirtualUser) => OnSampleError {
  const text = context.text('ThreadGroup.on_sample_error', 'continue');
  return (user) => {
    const value = text.evaluate(user).toLowerCase();
    return ON_SAMPLE_ERROR.has(value) ? (value as OnSampleError) : 'continue';
  };
}

/** The loop over the group's children, from the Loop Controller that the group holds. */
export function mainController(context: ElementContext): GroupFactory['controller'] {
  const main = context.inner('ThreadGroup.main_controller');
  if (main === undefined)
    throw context.fail(
      'The thread group has no main controller',
      'Open the plan in JMeter and save it again.',
    );
  // The group's name goes to its controller, and so to the index variable, when the controller has a name at all.
  const named = main.element.name !== '' || scalar(main.element, 'TestElement.name') !== undefined;
  return loopFactory(
    named ? context.name : main.name,
    main.integer('LoopController.loops'),
    main.boolean('LoopController.continue_forever', true),
  );
}

interface Settings {
  readonly threads: number;
  readonly rampUpMs: number;
  readonly delayMs: number;
  readonly delayedStart: boolean;
  /** undefined: no time limit. */
  readonly durationMs: number | undefined;
}

/** Starts all threads at once; each waits its share of the ramp-up: thread i starts at delay + i * ramp-up / threads. */
function startTogether(host: GroupHost, settings: Settings): ThreadHandle[] {
  const spacingMs = settings.threads === 0 ? 0 : Math.round(settings.rampUpMs / settings.threads);
  const endUs =
    settings.durationMs === undefined
      ? undefined
      : host.clock.nowUs() + (settings.delayMs + settings.durationMs) * 1000;
  return Array.from({ length: settings.threads }, (_, number) =>
    host.start({ number, delayMs: settings.delayMs + number * spacingMs, endUs }),
  );
}

/** Creates threads one by one in equal steps, the last at the end of the ramp-up; none beyond the end of the group. */
async function startOneByOne(host: GroupHost, settings: Settings): Promise<ThreadHandle[]> {
  if (settings.delayMs > 0) await host.sleep(settings.delayMs);
  const startUs = host.clock.nowUs();
  const endUs = settings.durationMs === undefined ? undefined : startUs + settings.durationMs * 1000;
  const handles: ThreadHandle[] = [];
  for (let number = 0; number < settings.threads && host.running; number++) {
    if (number > 0) {
      const elapsedMs = (host.clock.nowUs() - startUs) / 1000;
      await host.sleep(
        Math.max(0, Math.round((settings.rampUpMs - elapsedMs) / (settings.threads - number))),
      );
      if (!host.running || (endUs !== undefined && host.clock.nowUs() >= endUs)) break;
    }
    handles.push(host.start({ number, delayMs: 0, endUs }));
  }
  return handles;
}

function compileGroup(context: ElementContext, phase: GroupFactory['phase']): GroupFactory {
  const threads = context.integer('ThreadGroup.num_threads');
  const rampUp = context.integer('ThreadGroup.ramp_time');
  const delayedStart = context.boolean('ThreadGroup.delayedStart');
  const scheduler = context.boolean('ThreadGroup.scheduler');
  const duration = context.integer('ThreadGroup.duration');
  const delay = context.integer('ThreadGroup.delay');
  const sameUser = context.boolean('ThreadGroup.same_user_on_next_iteration', true);
  const onSampleError = readOnSampleError(context);
  return {
    phase,
    controller: mainController(context),
    prepare(user): GroupRun {
      const name = context.name.evaluate(user);
      const scheduled = scheduler(user);
      const seconds = duration(user);
      const delaySeconds = delay(user);
      if (scheduled && seconds <= 0)
        throw new Error(`Invalid duration ${seconds} set in Thread Group:${name}`);
      if (scheduled && delaySeconds < 0)
        throw new Error(`Invalid delay ${delaySeconds} set in Thread Group:${name}`);
      const settings: Settings = {
        threads: Math.max(0, threads(user)),
        rampUpMs: rampUp(user) * 1000,
        delayMs: scheduled ? delaySeconds * 1000 : 0,
        delayedStart: delayedStart(user),
        durationMs: scheduled ? seconds * 1000 : undefined,
      };
      return {
        info: { name, threads: settings.threads, sameUser: sameUser(user) },
        onSampleError: onSampleError(user),
        lastsMs: settings.durationMs === undefined ? undefined : settings.delayMs + settings.durationMs,
        async run(host) {
          const handles = settings.delayedStart
            ? await startOneByOne(host, settings)
            : startTogether(host, settings);
          await Promise.all(handles.map((handle) => handle.finished));
        },
      };
    },
  };
}

const row = (testclass: string, label: string, phase: GroupFactory['phase']): ElementDefinition => ({
  role: 'thread-group',
  testclass: `org.apache.jmeter.threads.${testclass}`,
  label,
  properties: PROPERTIES,
  compile: (context) => compileGroup(context, phase),
});

export const threadGroup: ElementDefinition = row('ThreadGroup', 'Thread Group', 'main');
export const setUpThreadGroup: ElementDefinition = row('SetupThreadGroup', 'setUp Thread Group', 'setUp');
export const tearDownThreadGroup: ElementDefinition = row(
  'PostThreadGroup',
  'tearDown Thread Group',
  'tearDown',
);
