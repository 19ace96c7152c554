import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { RunProperties } from '../engine/properties.ts';
import { startRun, type Run } from '../engine/run.ts';
import { ThreadTime } from '../engine/thread-time.ts';
import { readPlan } from '../jmx/read-plan.ts';
import { compilePlan } from '../plan/compile.ts';
import { RowGatherer } from '../report/rows.ts';
import { openResults } from '../results/index.ts';
import { LiveFigures } from '../results/live-figures.ts';
import { Statistics } from '../results/statistics.ts';
import type { Logger, MergingSink, Template } from '../types.ts';
import { GeneratorHealth } from '../watch/generator-health.ts';
import { OpenConnectionCount } from '../watch/open-connection-count.ts';
import { ProbeTargetSearch } from '../watch/probe-target.ts';
import { loadMetricSinks } from './metric-sinks.ts';
import { createPartition } from './partition.ts';
import type { Command, SinkSpec, WorkerEvent, WorkerTask } from './protocol.ts';
import { SharedMemory } from './shared-memory.ts';
import { WorkerProperties } from './worker-shared.ts';

/** How often findings travel to the first worker. */
const HAND_ON_MS = 200;

const port = parentPort!;
const send = (event: WorkerEvent): void => port.postMessage(event);

/** Runs this worker's share of the plan: the same engine, with sinks that hand on what they take in. */
async function work(task: WorkerTask): Promise<void> {
  const log: Logger = { log: (level, category, message) => send({ type: 'log', level, category, message }) };
  const memory = new SharedMemory(task.buffers);
  const properties = new WorkerProperties(new RunProperties(task.properties), memory);
  const { plan } = await compilePlan(readPlan(task.planFile), {
    properties,
    correlation: task.correlation,
    workingDirectory: task.workingDirectory,
  });

  let evaluate = (template: Template): string => template.source;
  const results = openResults({
    properties,
    workingDirectory: task.workingDirectory,
    planFolder: path.dirname(path.resolve(task.planFile)),
    functionalMode: plan.functionalMode,
    evaluate: (template) => evaluate(template),
    // The first worker opens the same files and reports what is wrong with them.
    onError: () => {},
    print: () => {},
    log,
    threads: () => ({ active: 0, started: 0, finished: 0 }),
    gather: () => handOn(false),
  });
  const threadTime = new ThreadTime();
  const metrics = await loadMetricSinks(task, plan, threadTime);
  const openSink = (spec: SinkSpec): MergingSink => {
    if (spec.kind === 'file') return results.file(spec.path);
    if (spec.kind === 'summariser') return results.summariser(spec.name);
    if (spec.kind === 'open-connections') return new OpenConnectionCount();
    if (spec.kind === 'probe-target') return new ProbeTargetSearch();
    if (spec.kind === 'health') return new GeneratorHealth(task.index, (nowUs) => threadTime.at(nowUs));
    if (spec.kind === 'rows') return new RowGatherer();
    return metrics.open(spec) ?? (spec.kind === 'statistics' ? new Statistics() : new LiveFigures());
  };
  const sinks = task.sinks.map(openSink);
  const collectors: (MergingSink | undefined)[] = plan.collectors.map(() => undefined);
  const handOn = (last: boolean): void => {
    const findings = [sinks, collectors].map((from) => from.map((sink) => sink?.take(last)));
    if (findings.some((taken) => taken.some((data) => data !== undefined)))
      send({ type: 'findings', sinks: findings[0]!, collectors: findings[1]! });
  };

  const run: Run = startRun({
    plan,
    properties,
    clock: systemClock,
    log,
    sinks,
    openCollector(spec, atTestStart) {
      if (spec.kind === 'backend') return (collectors[plan.collectors.indexOf(spec)] = metrics.forBackend());
      evaluate = atTestStart;
      return (collectors[plan.collectors.indexOf(spec)] = results.collector(spec));
    },
    onGroupError: () => {},
    threadTime,
    partition: createPartition({
      ...task,
      memory,
      properties,
      arrives() {
        handOn(false);
        send({ type: 'arrived' });
      },
      onStop: (mode) => send({ type: 'stop', mode }),
    }),
  });
  port.on('message', (command: Command) => run.stop(command.mode));
  const timer = setInterval(() => handOn(false), HAND_ON_MS);
  const outcome = await run.finished;
  clearInterval(timer);
  handOn(true);
  send({ type: 'finished', outcome });
  port.close();
}

// The task comes from the first worker, which is this program.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
await work(workerData as WorkerTask);
