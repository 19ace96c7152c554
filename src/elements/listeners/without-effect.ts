import type { ElementDefinition } from '../definition.ts';

/** A listener that a plan may hold and that does nothing here; the user is told what does not happen. */
const withoutEffect = (testclass: string, label: string, differs: string): ElementDefinition => ({
  testclass,
  label,
  role: 'listener',
  properties: ['*'],
  differs,
  compile(context) {
    context.warn(`${label} has no effect here. ${differs}`);
    return { kind: 'act', sampleOccurred: () => {} };
  },
});

/** Listeners of JMeter and of JMeter Plugins that are accepted, so that plans with them run, without effect. */
export const listenersWithoutEffect: readonly ElementDefinition[] = [
  withoutEffect(
    'kg.apc.jmeter.reporters.AutoStop',
    'jp@gc - AutoStop Listener',
    'It does not stop the test.',
  ),
  withoutEffect(
    'kg.apc.jmeter.reporters.FlexibleFileWriter',
    'jp@gc - Flexible File Writer',
    'Its file is not written.',
  ),
  withoutEffect(
    'kg.apc.jmeter.reporters.ConsoleStatusLogger',
    'jp@gc - Console Status Logger',
    'The summary lines tell how the run goes.',
  ),
  withoutEffect(
    'kg.apc.jmeter.perfmon.PerfMonCollector',
    'jp@gc - PerfMon Metrics Collector',
    'No metrics are collected.',
  ),
  withoutEffect(
    'kg.apc.jmeter.dbmon.DbMonCollector',
    'jp@gc - DbMon Samples Collector',
    'No metrics are collected.',
  ),
  withoutEffect(
    'kg.apc.jmeter.jmxmon.JMXMonCollector',
    'jp@gc - JMXMon Samples Collector',
    'No metrics are collected.',
  ),
];
