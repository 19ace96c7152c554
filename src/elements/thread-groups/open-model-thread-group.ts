import { JavaRandom } from '../../java/random.ts';
import type { ControllerFactory } from '../controllers/controller.ts';
import { Sequence } from '../controllers/sequence.ts';
import type { ElementDefinition } from '../definition.ts';
import { parseInteger } from '../element-context.ts';
import type { GroupHost, GroupRun, ThreadHandle } from './group.ts';
import { arrivalInstants, stretches } from './open-model-arrivals.ts';
import { parseSchedule, ScheduleError } from './open-model-schedule.ts';
import { readOnSampleError } from './thread-group.ts';

/** Every arrival goes through the children once; flow actions that reach the group have no effect. */
const oncePerThread: ControllerFactory = {
  create: (node, parent, user) =>
    new Sequence(node, parent, user, {
      isLoop: true,
      passEnded(sequence) {
        sequence.done = true;
        return false;
      },
      startNextLoop() {},
    }),
};

const secondsOf = (schedule: ReturnType<typeof stretches>): number =>
  schedule.reduce((sum, { seconds }) => sum + seconds, 0);

async function run(
  host: GroupHost,
  schedule: ReturnType<typeof stretches>,
  random: JavaRandom,
): Promise<void> {
  const startUs = host.testStartUs;
  const endUs = startUs + secondsOf(schedule) * 1_000_000;
  const waitUntil = async (us: number): Promise<void> => {
    const ms = Math.round((us - host.clock.nowUs()) / 1000);
    if (ms > 0) await host.sleep(ms);
  };
  const running = new Set<ThreadHandle>();
  let number = 0;
  for (const instant of arrivalInstants(schedule, random)) {
    await waitUntil(startUs + instant * 1_000_000);
    if (!host.running) break;
    const thread = host.start({ number, delayMs: 0, endUs });
    number++;
    running.add(thread);
    void thread.finished.then(() => running.delete(thread));
  }
  await waitUntil(endUs);
  if (host.running && running.size > 0)
    host.log(
      'INFO',
      `Test schedule finished, however, there are ${running.size} thread(s) still running. Will interrupt the threads. ` +
        'If you want to keep some time for the threads to complete, consider adding pause(10 min) at the end of the schedule.',
    );
  if (host.running) for (const thread of running) thread.interrupt();
  await Promise.all([...running].map((thread) => thread.finished));
}

/**
 * Open Model Thread Group: a new thread per arrival, arrivals as a schedule says
 * (threads.openmodel.OpenModelThreadGroup). Instants count from the start of the test, not of the group.
 */
export const openModelThreadGroup = {
  testclass: 'org.apache.jmeter.threads.openmodel.OpenModelThreadGroup',
  label: 'Open Model Thread Group',
  role: 'thread-group',
  properties: [
    'OpenModelThreadGroup.schedule',
    'OpenModelThreadGroup.random_seed',
    'ThreadGroup.on_sample_error',
    'ThreadGroup.main_controller',
  ],
  differs:
    'A schedule with a mistake is an error before the run; JMeter then runs nothing and does not say why on the console.',
  compile(context) {
    const schedule = context.text('OpenModelThreadGroup.schedule');
    const seedText = context.text('OpenModelThreadGroup.random_seed');
    const onSampleError = readOnSampleError(context);
    if (schedule.constant !== undefined)
      try {
        parseSchedule(schedule.constant);
      } catch (error) {
        if (!(error instanceof ScheduleError)) throw error;
        throw context.fail(
          error.message,
          'A schedule reads like: rate(2/sec) even_arrivals(10 min) pause(1 min)',
        );
      }
    return {
      phase: 'main',
      controller: oncePerThread,
      prepare(user): GroupRun {
        const steps = stretches(parseSchedule(schedule.evaluate(user)));
        // Without a seed of its own every worker must still draw the same instants.
        const seed = parseInteger(seedText.evaluate(user)) || user.shared.testStartMs;
        const random = new JavaRandom(BigInt(seed));
        return {
          info: { name: context.name.evaluate(user), threads: 0, sameUser: true },
          onSampleError: onSampleError(user),
          lastsMs: Math.max(
            0,
            secondsOf(steps) * 1000 - (user.clock.nowUs() / 1000 - user.shared.testStartMs),
          ),
          run: (host) => run(host, steps, random),
        };
      },
    };
  },
} satisfies ElementDefinition;
