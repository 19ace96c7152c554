import type { LogLevel, VirtualUser } from '../../types.ts';
import { resultReaders } from '../result-readers.ts';
import { samplerNameOf } from '../sampler-name.ts';
import { valueText, type HostObject, type Method, type Value } from './value.ts';

/** A number from the engine as Java's long. */
const whole = (value: string | number | boolean | null): Value =>
  typeof value === 'number' ? BigInt(Math.trunc(value)) : value;

/** A method without arguments. */
const reader =
  (read: () => Value): Method =>
  (args) =>
    args.length === 0 ? read() : undefined;

const text = (value: Value | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function variablesOf(user: VirtualUser): HostObject {
  const { variables } = user;
  const get: Method = (args) =>
    args.length === 1 ? (variables.text(valueText(args[0]!)) ?? null) : undefined;
  return {
    text: () => 'vars',
    methods: {
      get,
      getObject: get,
      put(args) {
        // JMeterVariables.put takes two texts; a number finds no method.
        const [name, value] = args.map(text);
        if (args.length !== 2 || name === undefined || value === undefined) return undefined;
        variables.put(name, value);
        return null;
      },
      putObject(args) {
        const [name, value] = args;
        if (args.length !== 2 || typeof name !== 'string') return undefined;
        variables.put(name, value === null ? undefined : valueText(value!));
        return null;
      },
      remove(args) {
        const name = text(args[0]);
        if (args.length !== 1 || name === undefined) return undefined;
        const before = variables.text(name) ?? null;
        variables.put(name, undefined);
        return before;
      },
      getIteration: reader(() => BigInt(user.iteration)),
    },
  };
}

function propertiesOf(user: VirtualUser): HostObject {
  const { properties } = user.shared;
  const put: Method = (args) => {
    const [name, value] = args.map(text);
    if (args.length !== 2 || name === undefined || value === undefined) return undefined;
    return properties.set(name, value) ?? null;
  };
  return {
    text: () => 'props',
    methods: {
      get: ([name]) => (name === undefined ? undefined : (properties.get(valueText(name)) ?? null)),
      getProperty([name, fallback = null]) {
        return name === undefined ? undefined : (properties.get(valueText(name)) ?? fallback);
      },
      put,
      setProperty: put,
      remove([name]) {
        return name === undefined ? undefined : (properties.set(valueText(name), undefined) ?? null);
      },
      containsKey([name]) {
        return name === undefined ? undefined : properties.get(valueText(name)) !== undefined;
      },
      size: reader(() => BigInt([...properties.entries()].length)),
    },
  };
}

function resultOf(user: VirtualUser): Value {
  const result = user.previousResult;
  if (result === undefined) return null;
  const methods = Object.entries(resultReaders).map(([name, read]): [string, Method] => [
    name,
    reader(() => whole(read(result))),
  ]);
  return { text: () => result.label, methods: Object.fromEntries(methods) };
}

function named(getter: string, name: () => string): HostObject {
  return { text: name, methods: { [getter]: reader(name) } };
}

function samplerOf(user: VirtualUser): Value {
  if (user.samplerName === undefined) return null;
  return { text: () => 'sampler', methods: { getName: reader(() => samplerNameOf(user)) } };
}

function logOf(user: VirtualUser, category: string): HostObject {
  const levels: readonly LogLevel[] = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'];
  const methods = levels.map((level): [string, Method] => [
    level.toLowerCase(),
    (args) => {
      user.log.log(level, category, args.map(valueText).join(' '));
      return null;
    },
  ]);
  return { text: () => category, methods: Object.fromEntries(methods) };
}

/** What scripts see of the user, by name. Each is made when it is first asked for. */
export function hostObject(user: VirtualUser, name: string, category: string): Value | undefined {
  switch (name) {
    case 'vars':
      return variablesOf(user);
    case 'props':
      return propertiesOf(user);
    case 'log':
      return logOf(user, category);
    case 'threadName':
      return user.threadName;
    case 'sampleResult':
      return resultOf(user);
    case 'sampler':
      return samplerOf(user);
    case 'ctx':
      return {
        text: () => 'ctx',
        methods: {
          getThreadNum: reader(() => BigInt(user.threadNum)),
          getVariables: reader(() => variablesOf(user)),
          getProperties: reader(() => propertiesOf(user)),
          getPreviousResult: reader(() => resultOf(user)),
          getCurrentSampler: reader(() => samplerOf(user)),
          getThread: reader(() => named('getThreadName', () => user.threadName)),
          getThreadGroup: reader(() => named('getName', () => user.group.name)),
        },
      };
    default:
      return undefined;
  }
}
