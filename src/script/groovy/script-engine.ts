import type { AssertionResult, SampleResult, Template, VirtualUser } from '../../types.ts';
import {
  checkGroovy,
  GroovyError,
  type GroovyPlace,
  isGroovy,
  runGroovy,
  type UnsupportedGroovyError,
} from './groovy.ts';
import { isSubclass } from './exceptions.ts';
import { assertionResultType } from './jmeter/assertion-result.ts';
import { contextType, previousResult } from './jmeter/context.ts';
import { logType } from './jmeter/log.ts';
import { outType } from './jmeter/out.ts';
import { propertiesType } from './jmeter/properties.ts';
import { sampleEventType } from './jmeter/sample-event.ts';
import { resultObject } from './jmeter/sample-result.ts';
import { samplerOf } from './jmeter/sampler.ts';
import { variablesType } from './jmeter/variables.ts';
import { hostObject, JavaArray, type Value } from './value.ts';

const COMMON = ['log', 'ctx', 'vars', 'props', 'OUT', 'sampler', 'prev'] as const;
const ELEMENT = ['Label', 'FileName', 'Parameters', 'args', ...COMMON] as const;

/** Names of the variables that JMeter gives to a script, by where it stands. */
export const bindingNames = {
  function: [...COMMON, 'threadName'],
  element: ELEMENT,
  sampler: [...ELEMENT, 'SampleResult'],
  assertion: [...ELEMENT, 'SampleResult', 'AssertionResult'],
  listener: [...ELEMENT, 'sampleResult', 'sampleEvent'],
} as const;

const common = (user: VirtualUser): [string, Value][] => [
  ['log', hostObject(logType, null)],
  ['ctx', hostObject(contextType, user)],
  ['vars', hostObject(variablesType, user)],
  ['props', hostObject(propertiesType, user.shared.properties)],
  ['OUT', hostObject(outType, null)],
  ['sampler', samplerOf(user)],
  ['prev', previousResult(user)],
];

/** Variables of `__groovy`: unlike elements it has no `sampler` and `prev` where there are none. */
export const functionBindings = (user: VirtualUser): Map<string, Value> =>
  new Map([...common(user).filter(([, value]) => value !== null), ['threadName', user.threadName]]);

/** What a JSR223 element gives its script beyond what all get. */
export interface ElementBindings {
  readonly label: string;
  readonly fileName: string;
  readonly parameters: string;
  readonly sampleResult?: SampleResult;
  readonly assertionResult?: AssertionResult;
  /** The sample that a listener hears of. */
  readonly occurred?: SampleResult;
}

/** Variables of a JSR223 element. */
export function elementBindings(user: VirtualUser, given: ElementBindings): Map<string, Value> {
  const { parameters, sampleResult, assertionResult, occurred } = given;
  const words = parameters.split(' ').filter((word) => word !== '');
  const binding = new Map<string, Value>([
    ['Label', given.label],
    ['FileName', given.fileName],
    ['Parameters', parameters],
    ['args', new JavaArray('java.lang.String', words)],
    ...common(user),
  ]);
  if (sampleResult !== undefined) binding.set('SampleResult', resultObject(sampleResult));
  if (assertionResult !== undefined)
    binding.set('AssertionResult', hostObject(assertionResultType, assertionResult));
  if (occurred !== undefined) {
    binding.set('sampleResult', resultObject(occurred));
    binding.set('sampleEvent', hostObject(sampleEventType, { user, result: occurred }));
  }
  return binding;
}

/**
 * What of a script is not supported, as far as it can be seen before the run: a text with references is looked at as it
 * stands, or with `0` in place of each of them.
 */
export function problemOf(script: Template, names: readonly string[]): UnsupportedGroovyError | undefined {
  if (script.constant !== undefined) return checkGroovy(script.constant, names);
  const { source } = script;
  if (isGroovy(source, names)) return checkGroovy(source, names);
  return checkGroovy(source.replace(/\$\{[^{}]*\}/g, '0'), names);
}

/** What a script gave, or why it failed. */
export interface ScriptOutcome {
  /** What `toString()` of its value gives; undefined for null. */
  readonly text: string | undefined;
  /** `toString()` of what the script threw. */
  readonly error: string | undefined;
  /**
   * What it threw is for the thread: one of JMeter's exceptions that stop it or the test, or (`died`) an Error of Java,
   * such as that of `assert`, which JMeter does not catch.
   */
  readonly ends: 'thread' | 'test' | 'test-now' | 'died' | undefined;
}

const STOPPING: Readonly<Record<string, ScriptOutcome['ends']>> = {
  'org.apache.jorphan.util.JMeterStopThreadException': 'thread',
  'org.apache.jorphan.util.JMeterStopTestException': 'test',
  'org.apache.jorphan.util.JMeterStopTestNowException': 'test-now',
};

export function runScript(
  source: string,
  names: readonly string[],
  binding: Map<string, Value>,
  user: VirtualUser,
  place: GroovyPlace,
): ScriptOutcome {
  try {
    return { ...runGroovy(source, names, binding, user, place), error: undefined, ends: undefined };
  } catch (error) {
    if (!(error instanceof GroovyError)) throw error;
    const { className } = error.throwable;
    const ends = STOPPING[className] ?? (isSubclass(className, 'java.lang.Error') ? 'died' : undefined);
    return { text: undefined, error: error.message, ends };
  }
}
