import { EXIT, UsageError } from '../exit-code.ts';
import { parseArguments } from './parse-arguments.ts';

/** `jmeter …`: JMeter's own command line. */
export async function main(args: readonly string[]): Promise<number> {
  const given = parseArguments(args);
  const has = (short: string): boolean => given.some((g) => g.option.short === short);

  if (has('v') || has('h') || has('?')) {
    const { HELP, optionList, versionText } = await import('../help.ts');
    process.stdout.write(has('v') ? versionText() : has('h') ? HELP : optionList());
    return EXIT.ok;
  }
  for (const { option } of given)
    if (option.refused !== undefined)
      throw new UsageError(`Option -${option.short} (--${option.long}) is not supported: ${option.refused}.`);
  if (has('g')) return (await import('./report.ts')).report(given);
  if (has('o') && !has('e')) throw new UsageError('Option -o requires -e or -g.');
  if (!has('n')) throw new UsageError('There is no GUI: add -n to run a plan (wsmeter -n -t plan.jmx).');
  if (!has('t')) throw new UsageError('-n requires a test plan: add -t plan.jmx.');
  if (has('e') && !has('l')) throw new UsageError('Option -e requires -l option');
  return (await import('./run.ts')).run(given);
}
