import fs from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { SummaryJson } from '../../report/json.ts';
import { knee, sweepText, type SweepStep } from '../../report/sweep.ts';
import { command, parse } from '../command.ts';
import { CannotRunError, EXIT, reasonOf, UsageError } from '../exit-code.ts';
import { OtherRuns, withoutOptions } from '../other-runs.ts';

/** Columns of what is not a terminal. */
const PLAIN_WIDTH = 140;
const MOST_STEPS = 100;

interface Options {
  readonly threads: readonly number[];
  readonly threadsProperty: string;
  readonly json?: string;
  readonly html?: string;
}

/** Exit codes of runs that did not come to their end; any other says how samples and criteria came out. */
const NOT_WHOLE: ReadonlySet<number> = new Set([
  EXIT.cannotRun,
  EXIT.usage,
  EXIT.interrupted,
  EXIT.terminated,
]);

/** Options of this command, which are not for the runs. */
const OWN = ['--threads <numbers>', '--threads-property <name>', '--json <file>', '--html <file>'];

/** `wsmeter sweep`: runs a plan with more and more threads. */
export async function main(args: readonly string[]): Promise<number> {
  const program = command(
    'sweep',
    'Runs a plan with more and more threads and shows where it begins to suffer. Takes the options of run, too: -J, --workers, --watch-pid …',
  )
    .argument('<plan>', 'the plan (.jmx); its number of threads is ${__P(threads)}')
    .requiredOption('--threads <numbers>', 'threads of each step: 1000,5000,10000', toNumbers)
    .option(
      '--threads-property <name>',
      'the property that the plan takes its number of threads from',
      'threads',
    )
    .option('--json <file>', 'write the summaries of all steps for programs')
    .option('--html <file>', 'write charts of latency and memory over connections, with the table, as a page')
    .allowUnknownOption()
    .allowExcessArguments();
  if (!parse(program, args)) return EXIT.ok;
  const { threads, threadsProperty: property, json, html } = program.opts<Options>();
  const rest = withoutOptions(args, OWN);
  requireProperty(rest, property);

  const runs = new OtherRuns();
  const steps: SweepStep[] = [];
  let exitCode: number = EXIT.ok;
  for (const number of threads) {
    process.stderr.write(`wsmeter: ${number} threads\n`);
    const run = await runs.run([...rest, `-J${property}=${number}`]);
    if (NOT_WHOLE.has(run.exitCode) || run.summary === undefined) {
      exitCode = run.exitCode;
      break;
    }
    steps.push({ threads: number, summary: run.summary });
  }
  runs.close();
  process.stdout.write(sweepText(steps, process.stdout.columns ?? PLAIN_WIDTH));
  if (json !== undefined) write(json, sweepJson(steps));
  if (html !== undefined && steps.length > 0) {
    const { sweepPage } = await import('../../report/html/sweep-page.ts');
    write(html, sweepPage(path.basename(planOf(rest)), steps));
  }
  return exitCode;
}

function toNumbers(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (!/^\d+(?:,\d+)*$/.test(text) || numbers.some((number) => number < 1 || number > 1e7))
    throw new InvalidArgumentError('Numbers of threads are written 1000,5000,10000.');
  if (numbers.length > MOST_STEPS) throw new InvalidArgumentError(`A sweep has at most ${MOST_STEPS} steps.`);
  return numbers.toSorted((a, b) => a - b);
}

function planOf(args: readonly string[]): string {
  const plan = args.find((argument) => argument.endsWith('.jmx'));
  if (plan === undefined) throw new UsageError('Name the plan (.jmx) to run.');
  return plan;
}

/** A plan that does not read the property would run with the same threads in every step. */
function requireProperty(args: readonly string[], property: string): void {
  const plan = planOf(args);
  let text: string;
  try {
    text = fs.readFileSync(plan, 'utf8');
  } catch (error) {
    throw new CannotRunError(`The plan ${plan} cannot be read: ${reasonOf(error)}.`);
  }
  const reads = [...text.matchAll(/__(?:P|property)\(\s*([^,)\s]+)/g)].some(([, name]) => name === property);
  if (!reads)
    throw new CannotRunError(
      `${plan} does not take its number of threads from the property ${property}: write \${__P(${property},10)} into its thread group, or name another property with --threads-property.`,
    );
}

/** Everything about each step, and which of them is the knee. */
interface SweepJson {
  /** Threads of the last step before latency or failures grow; null: there is none. */
  readonly knee: number | null;
  readonly steps: readonly { readonly threads: number; readonly summary: SummaryJson }[];
}

function sweepJson(steps: readonly SweepStep[]): string {
  const sweep: SweepJson = { knee: steps.length === 0 ? null : (knee(steps)?.threads ?? null), steps };
  return `${JSON.stringify(sweep, undefined, 2)}\n`;
}

function write(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text);
  } catch (error) {
    throw new CannotRunError(`The steps cannot be written to ${file}: ${reasonOf(error)}.`);
  }
}
