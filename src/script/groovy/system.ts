import { int, millis, text } from './arguments.ts';
import { bytes } from './bytes.ts';
import { javaError } from './exceptions.ts';
import { outType } from './jmeter/out.ts';
import { runtime } from './runtime.ts';
import { sleep } from './script-functions.ts';
import { threadType } from './jmeter/thread.ts';
import {
  hostObject,
  JavaArray,
  JavaBytes,
  JavaMap,
  type MethodTable,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';

function copyArray(args: readonly Value[]): null {
  const [source, from, target, to, count] = args;
  const [start, at, length] = [int(from), int(to), int(count)];
  const sizes = [source, target].map((array) =>
    array instanceof JavaBytes ? array.bytes.length : array instanceof JavaArray ? array.items.length : -1,
  );
  if (sizes.includes(-1)) throw new NoMatch();
  if (start < 0 || at < 0 || length < 0 || start + length > sizes[0]! || at + length > sizes[1]!)
    throw javaError(
      'java.lang.ArrayIndexOutOfBoundsException',
      `arraycopy: last source index ${start + length} out of bounds for length ${sizes[0]!}`,
    );
  if (source instanceof JavaBytes) bytes(target).set(source.bytes.subarray(start, start + length), at);
  else if (source instanceof JavaArray && target instanceof JavaArray)
    target.items.splice(at, length, ...source.items.slice(start, start + length));
  return null;
}

/** Environment variables and system properties that a script may read: all of the process. */
const environment = (): JavaMap =>
  new JavaMap(Object.entries(process.env).map(([name, value]): [Value, Value] => [name, value ?? null]));

/** `java.lang.System`. */
export const systemMethods = {
  fields: { out: () => hostObject(outType, null), err: () => hostObject(outType, null) },
  statics: methodTable<unknown>({
    currentTimeMillis: () => BigInt(Math.floor(runtime().nowUs() / 1000)),
    nanoTime: () => BigInt(Math.floor(runtime().nowUs())) * 1000n,
    'getenv 0 1': (_, [name]) => (name === undefined ? environment() : (process.env[text(name)] ?? null)),
    'getProperty 1 2': (_, [name, fallback]) => {
      if (text(name) === 'line.separator') return '\n';
      if (text(name) === 'user.dir') return runtime().workingDirectory;
      return runtime().user.shared.properties.get(text(name)) ?? fallback ?? null;
    },
    'setProperty 2': (_, [name, value]) =>
      runtime().user.shared.properties.set(text(name), text(value)) ?? null,
    lineSeparator: () => '\n',
    'arraycopy 5': (_, args) => copyArray(args),
    'identityHashCode 1': () => 0x1b2c3d4e,
  }) as MethodTable<never>,
};

/** `java.lang.Thread`: only to sleep and to ask for its name. */
export const threadMethods = methodTable<unknown>({
  'sleep 1 2': (_, [ms]) => sleep(millis(ms)),
  currentThread: () => hostObject(threadType, runtime().user),
  yield: () => null,
}) as MethodTable<never>;
