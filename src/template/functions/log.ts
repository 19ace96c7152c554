import { trim } from '../../java/trim.ts';
import type { LogLevel, Template, VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';

const levels: ReadonlyMap<string, LogLevel> = new Map<string, LogLevel>([
  ['TRACE', 'TRACE'],
  ['DEBUG', 'DEBUG'],
  ['INFO', 'INFO'],
  ['WARN', 'WARN'],
  ['ERROR', 'ERROR'],
]);

interface Message {
  category: string;
  text: string;
  level: string;
  throwable: string;
  /** Stands between the thread's name and the text. */
  separator: string;
}

function write(user: VirtualUser, { category, text, level, throwable, separator }: Message): void {
  const name = trim(level).toUpperCase();
  if (name === 'OUT' || name === 'ERR') {
    const stream = name === 'OUT' ? process.stdout : process.stderr;
    stream.write(`Log: ${user.threadName} : ${text}\n${throwable === '' ? '' : `${throwable}\n`}`);
    return;
  }
  const cause = throwable === '' ? '' : ` java.lang.Throwable: ${throwable}`;
  user.log.log(levels.get(name) ?? 'DEBUG', category, `${user.threadName} ${separator} ${text}${cause}`);
}

const argument = (user: VirtualUser, template: Template | undefined): string =>
  template?.evaluate(user) ?? '';

/** `org.apache.jmeter.functions.LogFunction`. */
export const log: FunctionDefinition = {
  name: '__log',
  minArgs: 1,
  maxArgs: 4,
  summary: 'Logs a text, or prints it (OUT, ERR), and gives it back',
  compile([text, level, throwable, comment]) {
    return (user) => {
      const value = text!.evaluate(user);
      write(user, {
        category: 'o.a.j.f.LogFunction',
        text: value,
        level: level?.evaluate(user) ?? 'INFO',
        throwable: argument(user, throwable),
        separator: argument(user, comment) || ' : ',
      });
      return value;
    };
  },
};

/** `org.apache.jmeter.functions.LogFunction2`. */
export const logn: FunctionDefinition = {
  name: '__logn',
  minArgs: 1,
  maxArgs: 3,
  summary: 'Logs a text, or prints it (OUT, ERR); empty',
  compile([text, level, throwable]) {
    return (user) => {
      write(user, {
        category: 'o.a.j.f.LogFunction2',
        text: text!.evaluate(user),
        level: level?.evaluate(user) ?? 'INFO',
        throwable: argument(user, throwable),
        separator: ' : ',
      });
      return '';
    };
  },
};
