import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The built program, or the build that `WSMETER_PROGRAM` names. */
export const PROGRAM =
  process.env['WSMETER_PROGRAM'] ?? path.resolve(import.meta.dirname, '../../dist/cli/main.js');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the program that is under way. */
export interface Running {
  readonly process: ChildProcess;
  readonly outcome: Promise<Outcome>;
  /** Resolves once a line of standard output or of standard error matches, with its groups. */
  printed(line: RegExp): Promise<RegExpExecArray>;
}

/** Starts the built program in a folder. */
export function start(args: readonly string[], cwd: string): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let changed = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    changed();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    changed();
  });
  const outcome = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }));
  return {
    process: child,
    outcome,
    async printed(line) {
      for (;;) {
        for (const text of [stdout, stderr]) {
          const match = line.exec(text.slice(0, text.lastIndexOf('\n') + 1));
          if (match !== null) return match;
        }
        await new Promise<void>((resolve, reject) => {
          changed = resolve;
          child.once('close', () => reject(new Error(`ended without ${line.source}: ${stdout}${stderr}`)));
        });
      }
    },
  };
}

/** Runs the built program to its end. */
export const execute = (args: readonly string[], cwd: string): Promise<Outcome> => start(args, cwd).outcome;

/** Makes a scratch folder with these files in it. */
export function scratch(files: Readonly<Record<string, string>> = {}): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

export const removeScratch = (folder: string): void => fs.rmSync(folder, { recursive: true, force: true });
