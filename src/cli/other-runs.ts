import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import type { SummaryJson } from '../report/json.ts';
import { EXIT } from './exit-code.ts';

const PROGRAM = fileURLToPath(new URL('main.js', import.meta.url));

export interface OtherRun {
  /** 130 or 143 when a signal ended it. */
  readonly exitCode: number;
  /** undefined when it did not get so far. */
  readonly summary: SummaryJson | undefined;
}

/**
 * The arguments of a command without these options.
 * @param flags as commander has them: `-l, --log <file>`.
 */
export function withoutOptions(args: readonly string[], flags: readonly string[]): string[] {
  const program = new Command();
  for (const flag of flags) program.option(flag);
  const { operands, unknown } = program.parseOptions([...args]);
  return [...operands, ...unknown];
}

const SIGNAL_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
type StopSignal = keyof typeof SIGNAL_CODES;

/**
 * Runs `wsmeter run` in processes of their own, which no earlier run has warmed up. Their progress goes to standard
 * error. While it is open, signals are for the run that is under way, and this process waits until that has ended.
 */
export class OtherRuns {
  #child: ChildProcess | undefined;
  #stoppedBy: StopSignal | undefined;
  readonly #stop = (signal: NodeJS.Signals): void => {
    this.#stoppedBy = signal === 'SIGTERM' ? signal : 'SIGINT';
    // The terminal sends its signals to both; others send them to this process.
    if (!process.stdin.isTTY) this.#child?.kill(signal);
  };

  constructor() {
    process.on('SIGINT', this.#stop).on('SIGTERM', this.#stop);
  }

  /** Runs a plan once; not at all after a signal. */
  async run(args: readonly string[]): Promise<OtherRun> {
    if (this.#stoppedBy !== undefined) return { exitCode: SIGNAL_CODES[this.#stoppedBy], summary: undefined };
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
    const file = path.join(folder, 'summary.json');
    try {
      const child = spawn(process.execPath, [...process.execArgv, PROGRAM, 'run', ...args, '--json', file], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      this.#child = child;
      const ended = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      const exitCode =
        this.#stoppedBy === undefined ? (ended ?? EXIT.cannotRun) : SIGNAL_CODES[this.#stoppedBy];
      return { exitCode, summary: readSummary(file) };
    } finally {
      this.#child = undefined;
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Leaves signals to the system again. */
  close(): void {
    process.off('SIGINT', this.#stop).off('SIGTERM', this.#stop);
  }
}

function readSummary(file: string): SummaryJson | undefined {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return text === '' ? undefined : (JSON.parse(text) as SummaryJson);
}
