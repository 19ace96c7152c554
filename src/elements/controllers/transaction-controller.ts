import { SampleResult, type VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { Controller, ControllerFactory, ControllerNode, Step, Transaction } from './controller.ts';
import { Sequence } from './sequence.ts';

const message = (samples: number, failing: number): string =>
  `Number of samples in transaction : ${samples}, number of failing samples : ${failing}`;

function start(label: string, user: VirtualUser): SampleResult {
  const result = new SampleResult();
  result.label = label;
  result.success = true;
  result.isTransaction = true;
  result.startUs = user.clock.nowUs();
  result.endUs = result.startUs;
  return result;
}

/** Reports the time and outcome of what it holds, as one more sample or as the parent of the samples. */
export const transactionController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.TransactionController',
  label: 'Transaction Controller',
  properties: ['TransactionController.parent', 'TransactionController.includeTimers'],
  compile(context): ControllerFactory {
    const parentSample = context.boolean('TransactionController.parent');
    const includeTimers = context.boolean('TransactionController.includeTimers', true);
    return {
      create(node, parent, user) {
        const mode = parentSample(user) ? parentMode : additionalMode;
        const controller = mode(node, parent, user, includeTimers);
        // JMeter asks for the name once when it prepares a thread: a counter in it has stepped by then.
        if (node.name.constant === undefined) node.name.evaluate(user);
        return controller;
      },
    };
  },
};

/** One more sample behind the children (JMeter's default mode). */
function additionalMode(
  node: ControllerNode,
  parent: Controller | undefined,
  owner: VirtualUser,
  includeTimers: (user: VirtualUser) => boolean,
): Controller {
  let result: SampleResult | undefined;
  /** Steps given so far, and one more for each child controller that ended on the way to one: JMeter counts so. */
  let calls = 0;
  let ended = 0;
  let failing = 0;
  /** Time that counts for no child: timers, pauses, processing. */
  let pausedUs = 0;
  let lastEndUs = 0;

  const report = (user: VirtualUser, success: boolean, code: string): void => {
    if (result === undefined) return;
    const finished = result;
    result = undefined;
    finished.endUs = user.clock.nowUs();
    finished.idleUs = pausedUs;
    finished.success = success;
    finished.responseCode = code;
    finished.responseMessage = message(calls, failing);
    user.report(finished);
  };

  return new Sequence(node, parent, owner, {
    enter(sequence, user) {
      if (sequence.first) {
        result = start(node.name.evaluate(user), user);
        calls = 0;
        ended = 0;
        failing = 0;
        pausedUs = 0;
        lastEndUs = result.startUs;
      }
      return true;
    },
    gave() {
      calls += 1 + ended;
      ended = 0;
    },
    childEnded() {
      ended++;
    },
    wrap(_sequence, user, inner) {
      const step = inner();
      if (step === null && result !== undefined) {
        if (!includeTimers(user)) pausedUs += user.clock.nowUs() - lastEndUs;
        report(user, result.success, result.success ? '200' : '');
      }
      return step;
    },
    sampleOccurred(user, sample) {
      if (result === undefined) return;
      result.threadName = sample.threadName;
      result.bytes += sample.bytes;
      result.sentBytes += sample.sentBytes;
      result.latencyUs += sample.latencyUs;
      result.connectUs += sample.connectUs;
      result.grpThreads = sample.grpThreads;
      result.allThreads = sample.allThreads;
      if (!includeTimers(user)) {
        pausedUs += sample.startUs + sample.idleUs - lastEndUs;
        lastEndUs = sample.endUs;
      }
      if (!sample.success) {
        result.success = false;
        failing++;
      }
    },
    triggerEndOfLoop(sequence, user) {
      // What cut the flow short decides: the last sample's state is its outcome, and the code stays empty.
      report(user, user.variables.text('JMeterThread.last_sample_ok') === 'true', '');
      sequence.reInitialize(user);
    },
  });
}

/** The children become sub-results of one sample ("generate parent sample"). */
function parentMode(
  node: ControllerNode,
  parent: Controller | undefined,
  owner: VirtualUser,
  includeTimers: (user: VirtualUser) => boolean,
): Controller {
  let transaction: Transaction | undefined;
  /** What the transaction gave last. */
  let given: Step | null = null;
  let over = false;

  const begin = (controller: Controller, user: VirtualUser): Transaction => {
    const result = start(node.name.evaluate(user), user);
    result.threadName = user.threadName;
    let samples = 0;
    let failing = 0;
    let totalUs = 0;
    let isEnded = false;
    return {
      controller,
      node,
      result,
      isReported: false,
      add(child) {
        samples++;
        if (failing === 0) result.responseCode = child.responseCode;
        if (!child.success) {
          result.success = false;
          failing++;
        }
        result.addSubResult(child, false);
        result.connectUs += child.connectUs;
        totalUs += child.endUs - child.startUs - child.idleUs;
      },
      end(endingUser) {
        if (isEnded) return;
        isEnded = true;
        result.responseMessage = message(samples, failing);
        if (result.success) result.responseCode = '200';
        if (!includeTimers(endingUser)) {
          result.endUs = endingUser.clock.nowUs();
          result.idleUs = result.endUs - result.startUs - totalUs;
        }
      },
    };
  };

  return new Sequence(node, parent, owner, {
    generatesParent: true,
    wrap(sequence, user, inner) {
      if (over) {
        over = false;
        transaction = undefined;
        return null;
      }
      if (sequence.first) transaction = begin(sequence, user);
      const running = (transaction ??= begin(sequence, user));
      const step = inner();
      if (step?.kind === 'wait') return step;
      given = step;
      if (step === null) {
        over = true;
        running.end(user);
      }
      return { kind: 'transaction', transaction: running, step };
    },
    triggerEndOfLoop(sequence, user) {
      // A transaction inside that was cut short, too, is part of this one.
      if (given?.kind === 'transaction' && given.step !== null) transaction?.add(given.transaction.result);
      transaction?.end(user);
      transaction = undefined;
      over = false;
      sequence.reInitialize(user);
    },
  });
}
