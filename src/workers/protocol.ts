import type { CorrelationOptions } from '../correlation/options.ts';
import type { RunOutcome } from '../engine/run.ts';
import type { LogLevel, StopMode } from '../types.ts';
import type { SharedBuffers } from './shared-memory.ts';

/** What a worker's sinks are made of, in the order of the first worker's. */
export type SinkSpec =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'summariser'; readonly name: string }
  | { readonly kind: 'statistics' | 'live' | 'health' | 'open-connections' | 'probe-target' | 'rows' }
  | { readonly kind: 'figures' | 'backend' };

/** All that a worker needs to run its share of a plan. */
export interface WorkerTask {
  readonly planFile: string;
  readonly workingDirectory: string;
  /** JMeter properties, then the system properties behind them. */
  readonly properties: readonly (readonly [string, string])[];
  readonly correlation: CorrelationOptions;
  readonly sinks: readonly SinkSpec[];
  readonly buffers: SharedBuffers;
  readonly index: number;
  readonly count: number;
  readonly testStartMs: number;
  /** Variables that every thread starts with, evaluated once by the first worker. */
  readonly initialVariables: ReadonlyMap<string, unknown>;
}

/** From the first worker to the others. */
export type Command = { readonly type: 'stop'; readonly mode: StopMode };

/** From the others to the first. */
export type WorkerEvent =
  | { readonly type: 'stop'; readonly mode: StopMode }
  | { readonly type: 'log'; readonly level: LogLevel; readonly category: string; readonly message: string }
  /** What the sinks took in: the run's by place, then those of the plan's listeners by place in `Plan.collectors`. */
  | { readonly type: 'findings'; readonly sinks: readonly unknown[]; readonly collectors: readonly unknown[] }
  /** The worker has come to a meeting of all; its findings up to there were sent before. */
  | { readonly type: 'arrived' }
  | { readonly type: 'finished'; readonly outcome: RunOutcome };
