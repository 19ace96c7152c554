import { text } from '../arguments.ts';
import { formatText } from '../format.ts';
import { print, printLine } from '../script-functions.ts';
import { type HostType, methodTable } from '../value.ts';

/** `OUT`, `System.out`: the console. */
export const outType: HostType<null> = {
  name: 'java.io.PrintStream',
  text: () => 'java.io.PrintStream@1b2c3d4e',
  methods: methodTable<null>({
    'println 0 1': (_, [value]) => printLine(value),
    'print 1': (_, [value]) => print(value!),
    'printf 1 *': (_, [format, ...args]) => print(formatText(text(format), args)),
    flush: () => null,
  }),
};
