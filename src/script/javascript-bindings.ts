import { doubleToString } from '../java/number-text.ts';
import type { LogLevel, VirtualUser } from '../types.ts';
import { resultReaders } from './result-readers.ts';
import { samplerNameOf } from './sampler-name.ts';

/** What a value that comes from a script may be. */
const text = (value: unknown): string => (typeof value === 'string' ? value : String(value));
const storable = (value: unknown): unknown =>
  value === null || value === undefined
    ? undefined
    : typeof value === 'object'
      ? JSON.stringify(value)
      : value;

const levels: ReadonlySet<string> = new Set<LogLevel>(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR']);
const isLevel = (level: string): level is LogLevel => levels.has(level);

/** One call out of the sandbox. Only plain values cross. */
export function callHost(
  user: VirtualUser,
  operation: string,
  [first, second]: readonly unknown[],
): string | number | boolean | null {
  const { variables, shared } = user;
  switch (operation) {
    case 'vars.get': {
      return variables.text(text(first)) ?? null;
    }
    case 'vars.put': {
      variables.put(text(first), second === null || second === undefined ? undefined : text(second));
      return null;
    }
    case 'vars.putObject': {
      variables.put(text(first), typeof second === 'number' ? doubleToString(second) : storable(second));
      return null;
    }
    case 'props.get': {
      return shared.properties.get(text(first)) ?? null;
    }
    case 'props.put': {
      return shared.properties.set(text(first), second === undefined ? undefined : text(second)) ?? null;
    }
    case 'user': {
      return userFacts[text(first)]?.(user) ?? null;
    }
    case 'result': {
      const result = user.previousResult;
      return result === undefined ? null : (resultReaders[text(first)]?.(result) ?? null);
    }
    case 'log': {
      const level = text(first);
      if (isLevel(level)) user.log.log(level, 'o.a.j.f.JavaScript', text(second));
      return null;
    }
    default: {
      return null;
    }
  }
}

const userFacts: Readonly<Record<string, (user: VirtualUser) => string | number | boolean>> = {
  threadName: (user) => user.threadName,
  threadNum: (user) => user.threadNum,
  groupName: (user) => user.group.name,
  iteration: (user) => user.iteration,
  hasResult: (user) => user.previousResult !== undefined,
  hasSampler: (user) => user.samplerName !== undefined,
  samplerName: samplerNameOf,
};

/**
 * Runs once, in a context of its own, and makes the function that defines what scripts see. Each script gets its
 * own objects; what they share is frozen. Strings that come from Java's side are objects there, with Java's methods
 * (`length()`, `equals`) before JavaScript's.
 */
export const bindingsSource = `(function (host) {
  function JavaString(text) { Object.defineProperty(this, 'text', { value: text }); }
  JavaString.prototype = Object.create(String.prototype);
  var own = {
    toString: function () { return this.text; },
    valueOf: function () { return this.text; },
    toJSON: function () { return this.text; },
    length: function () { return this.text.length; },
    equals: function (other) { return this.text === String(other); },
    equalsIgnoreCase: function (other) { return this.text.toLowerCase() === String(other).toLowerCase(); },
    compareTo: function (other) { return this.text < String(other) ? -1 : this.text > String(other) ? 1 : 0; },
    contains: function (other) { return this.text.indexOf(String(other)) >= 0; },
    isEmpty: function () { return this.text === ''; },
    matches: function (pattern) { return new RegExp('^(?:' + pattern + ')$').test(this.text); }
  };
  Object.keys(own).forEach(function (name) {
    Object.defineProperty(JavaString.prototype, name, { value: own[name] });
  });
  function java(value) { return typeof value === 'string' ? new JavaString(value) : value; }
  function bean(object, text) {
    Object.keys(object).forEach(function (name) {
      var property = /^(?:get|is)([A-Z])(.*)$/.exec(name);
      if (property && object[name].length === 0)
        Object.defineProperty(object, property[1].toLowerCase() + property[2], { get: object[name] });
    });
    Object.defineProperty(object, 'toString', { value: function () { return text(); } });
    return object;
  }
  function fact(name) { return function () { return java(host('user', name)); }; }
  function name(text) { return function () { return text; }; }
  [Object, Function, Array, String, Number, Boolean, RegExp, Error, JavaString].forEach(function (type) {
    Object.freeze(type.prototype);
    Object.freeze(type);
  });
  return function (global) {
    function define(key, value) {
      Object.defineProperty(global, key, { value: value, writable: true, configurable: true });
    }
    function lazy(key, make) {
      Object.defineProperty(global, key, {
        configurable: true,
        get: function () { var value = make(); define(key, value); return value; },
        set: function (value) { define(key, value); }
      });
    }
    lazy('vars', function () {
      return bean({
        get: function (key) { return java(host('vars.get', String(key))); },
        getObject: function (key) { return java(host('vars.get', String(key))); },
        put: function (key, value) { host('vars.put', String(key), value == null ? null : String(value)); },
        putObject: function (key, value) {
          host('vars.putObject', String(key), value instanceof JavaString ? value.text : value);
        },
        remove: function (key) {
          var before = this.get(key);
          host('vars.put', String(key), null);
          return before;
        },
        getIteration: fact('iteration')
      }, name('vars'));
    });
    lazy('props', function () {
      return bean({
        get: function (key) { return java(host('props.get', String(key))); },
        getProperty: function (key, fallback) {
          var value = this.get(key);
          return value === null && fallback !== undefined ? fallback : value;
        },
        put: function (key, value) { return java(host('props.put', String(key), String(value))); },
        setProperty: function (key, value) { return java(host('props.put', String(key), String(value))); },
        remove: function (key) { return java(host('props.put', String(key))); },
        containsKey: function (key) { return host('props.get', String(key)) !== null; }
      }, name('props'));
    });
    lazy('log', function () {
      var log = {};
      ['trace', 'debug', 'info', 'warn', 'error'].forEach(function (level) {
        log[level] = function (message) { host('log', level.toUpperCase(), String(message)); };
        log['is' + level.charAt(0).toUpperCase() + level.slice(1) + 'Enabled'] = function () {
          return level !== 'trace' && level !== 'debug';
        };
      });
      return log;
    });
    lazy('threadName', function () { return host('user', 'threadName'); });
    lazy('sampleResult', function () {
      if (!host('user', 'hasResult')) return null;
      var result = {};
      ${JSON.stringify(Object.keys(resultReaders))}.forEach(function (method) {
        result[method] = function () { return java(host('result', method)); };
      });
      return bean(result, function () { return host('result', 'getSampleLabel'); });
    });
    lazy('sampler', function () {
      return host('user', 'hasSampler') ? bean({ getName: fact('samplerName') }, name('sampler')) : null;
    });
    lazy('ctx', function () {
      return bean({
        getThreadNum: fact('threadNum'),
        getVariables: function () { return global.vars; },
        getProperties: function () { return global.props; },
        getPreviousResult: function () { return global.sampleResult; },
        getCurrentSampler: function () { return global.sampler; },
        getThread: function () { return bean({ getThreadName: fact('threadName') }, fact('threadName')); },
        getThreadGroup: function () { return bean({ getName: fact('groupName') }, fact('groupName')); }
      }, name('ctx'));
    });
  };
})`;
