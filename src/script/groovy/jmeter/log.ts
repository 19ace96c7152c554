import type { LogLevel } from '../../../types.ts';
import { throwableType, throwableText } from '../exceptions.ts';
import { runtime } from '../runtime.ts';
import { javaText } from '../text.ts';
import { dataOf, type HostType, type Method, methodTable, type Value } from '../value.ts';

/** `{}` in a message stand for the arguments, as SLF4J fills them in; an exception at the end follows the message. */
function message(args: readonly Value[]): string {
  const [format = null, ...rest] = args;
  const last = dataOf(rest.at(-1), throwableType);
  let next = 0;
  const text = javaText(format).replace(/\{\}/g, (braces) =>
    next < rest.length ? javaText(rest[next++]!) : braces,
  );
  return last !== undefined && next < rest.length ? `${text} ${throwableText(last)}` : text;
}

const writer =
  (level: LogLevel): Method<null> =>
  (_, args) => {
    const { user, category } = runtime();
    user.log.log(level, category, message(args));
    return null;
  };

/** `log`. */
export const logType: HostType<null> = {
  name: 'org.apache.logging.slf4j.Log4jLogger',
  text: () => 'org.apache.logging.slf4j.Log4jLogger@1b2c3d4e',
  methods: methodTable<null>({
    'trace 1 *': writer('TRACE'),
    'debug 1 *': writer('DEBUG'),
    'info 1 *': writer('INFO'),
    'warn 1 *': writer('WARN'),
    'error 1 *': writer('ERROR'),
    isTraceEnabled: () => false,
    isDebugEnabled: () => false,
    isInfoEnabled: () => true,
    isWarnEnabled: () => true,
    isErrorEnabled: () => true,
  }),
};
