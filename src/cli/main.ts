#!/usr/bin/env node
import { CannotRunError, EXIT, UsageError } from './exit-code.ts';

/** A command gets the arguments behind its name and gives the exit code. */
type Main = (args: readonly string[]) => Promise<number>;

/** Loaded on use, so that every command starts quickly. */
const COMMANDS: Readonly<Record<string, () => Promise<{ main: Main }>>> = {
  run: () => import('./commands/run.ts'),
  report: () => import('./commands/report.ts'),
  compare: () => import('./commands/compare.ts'),
  check: () => import('./commands/check.ts'),
  sweep: () => import('./commands/sweep.ts'),
  serve: () => import('./commands/serve.ts'),
  demo: () => import('./commands/demo.ts'),
  docs: () => import('./commands/docs.ts'),
};

async function dispatch(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first?.startsWith('-') === true) return (await import('./jmeter/main.ts')).main(args);
  const { HELP } = await import('./help.ts');
  if (first === undefined || first === 'help') {
    process.stdout.write(HELP);
    return first === undefined ? EXIT.usage : EXIT.ok;
  }
  const load = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (load === undefined)
    throw new UsageError(`Unknown command ${first} (wsmeter --help lists the commands)`);
  return (await load()).main(rest);
}

/** What went wrong, in a line for each reason, and the exit code that goes with it. */
function explain(error: unknown): [text: string, exitCode: number] {
  if (error instanceof UsageError) return [error.message, EXIT.usage];
  if (error instanceof CannotRunError || (error instanceof Error && error.name === 'PlanError'))
    return [error.message, EXIT.cannotRun];
  const where = error instanceof Error ? /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] : undefined;
  return [
    `Unexpected error: ${String(error)} (${where ?? 'no place known'}). Please report it.`,
    EXIT.cannotRun,
  ];
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may leave early (`wsmeter … | head`); the run goes on.
  if (error.code !== 'EPIPE') throw error;
});

let exitCode: number;
try {
  exitCode = await dispatch(process.argv.slice(2));
} catch (error) {
  const [text, code] = explain(error);
  process.stderr.write(text.replace(/^/gm, 'wsmeter: ') + '\n');
  exitCode = code;
}
// Connections that a plan leaves open would keep the process alive; what is printed has to be out by then.
for (const stream of [process.stdout, process.stderr])
  await new Promise((resolve) => {
    stream.write('', resolve);
  });
process.exit(exitCode);
