import { Command, CommanderError } from 'commander';
import { UsageError } from './exit-code.ts';

/** A command of the program for its file to add options to. */
export function command(name: string, description: string): Command {
  return new Command(`wsmeter ${name}`)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
}

/**
 * Parses the arguments behind the command's name.
 * @returns false when help was asked for and printed.
 * @throws UsageError when the arguments are wrong.
 */
export function parse(program: Command, args: readonly string[]): boolean {
  try {
    program.parse(args, { from: 'user' });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return false;
    throw new UsageError(
      `${error.message.replace(/^error: /, '')} (${program.name()} --help lists the options)`,
    );
  }
}
