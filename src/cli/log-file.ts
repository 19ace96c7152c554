import fs from 'node:fs';
import path from 'node:path';
import type { LogLevel, Logger } from '../types.ts';
import { CannotRunError, reasonOf } from './exit-code.ts';

const SEVERITY: Readonly<Record<string, number>> = {
  ALL: 0,
  TRACE: 1,
  DEBUG: 2,
  INFO: 3,
  WARN: 4,
  ERROR: 5,
  FATAL: 6,
  OFF: 7,
};
const FLUSH_CHARACTERS = 64 * 1024;
const FLUSH_MS = 1000;

/** One `-L`: the level of a category, or of everything when `category` is empty. */
export interface LogLevelSetting {
  readonly category: string;
  readonly level: string;
}

/** Which lines reach the log file. Categories are packages or classes; JMeter's own may leave out `org.apache.`. */
class Levels {
  #root = SEVERITY['INFO'] ?? 0;
  readonly #rules: { prefix: string; severity: number }[] = [];
  readonly #cache = new Map<string, number>();

  /** @returns false when there is no such level. */
  set({ category, level }: LogLevelSetting): boolean {
    const severity = SEVERITY[level.toUpperCase()];
    if (severity === undefined) return false;
    if (category === '') this.#root = severity;
    else this.#rules.push({ prefix: category, severity });
    return true;
  }

  allows(level: LogLevel, category: string): boolean {
    let threshold = this.#cache.get(category);
    if (threshold === undefined) {
      threshold = this.#root;
      for (const rule of this.#rules) if (covers(rule.prefix, category)) threshold = rule.severity;
      this.#cache.set(category, threshold);
    }
    return (SEVERITY[level] ?? 0) >= threshold;
  }
}

/** Whether a package or class covers a logged category, which has its packages cut to one letter: `o.a.j.t.JMeterThread`. */
function covers(name: string, category: string): boolean {
  const full = /^(?:jmeter|jorphan)/.test(name) ? `org.apache.${name}` : name;
  const parts = full.split('.');
  const asPackage = parts.map((part) => part.charAt(0)).join('.');
  const asClass = [...parts.slice(0, -1).map((part) => part.charAt(0)), parts.at(-1)].join('.');
  return category === asClass || category.startsWith(`${asPackage}.`);
}

/**
 * The log file of a run (jmeter.log): `2026-11-30 13:18:27,123 INFO o.a.j.t.JMeterThread: message`. Lines are
 * gathered and written once a second.
 */
export class LogFile implements Logger {
  readonly #fd: number;
  readonly #levels = new Levels();
  #lines = '';
  #timer: NodeJS.Timeout | undefined;
  #second = -1;
  #date = '';

  /**
   * Empties or makes the file, with its folders.
   * @throws CannotRunError when it cannot be written.
   */
  constructor(file: string, levels: readonly LogLevelSetting[]) {
    try {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      this.#fd = fs.openSync(file, 'w');
    } catch (error) {
      throw new CannotRunError(
        `The log file ${file} cannot be written: ${reasonOf(error)}. Name another with -j.`,
      );
    }
    for (const setting of levels) this.#setLevel(setting);
  }

  log(level: LogLevel, category: string, message: string): void {
    if (!this.#levels.allows(level, category)) return;
    this.#lines += `${this.#now()} ${level} ${category}: ${message}\n`;
    if (this.#lines.length >= FLUSH_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Writes out what is gathered. A full disk loses log lines, never the run. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    try {
      fs.writeSync(this.#fd, lines);
    } catch {
      // Nothing sensible can be told where not even the log can be written.
    }
  }

  close(): void {
    this.flush();
    fs.closeSync(this.#fd);
  }

  #setLevel(setting: LogLevelSetting): void {
    const { category, level } = setting;
    const known = this.#levels.set(setting);
    if (category === '') {
      this.log('WARN', 'o.a.j.JMeter', `LogLevel: ${level}`);
      if (!known) this.log('WARN', 'o.a.j.JMeter', `Invalid log level, '${level}', for the root logger.`);
    } else {
      this.log('INFO', 'o.a.j.JMeter', `LogLevel: ${category}=${level}`);
      if (!known) this.log('WARN', 'o.a.j.JMeter', `Invalid log level, '${level}' for '${category}'.`);
    }
  }

  /** The time as log4j prints it: local, `2026-11-30 13:18:27,123`. */
  #now(): string {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      const d = new Date(now);
      const two = (n: number): string => String(n).padStart(2, '0');
      this.#second = second;
      this.#date =
        `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ` +
        `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
    }
    return `${this.#date},${String(now % 1000).padStart(3, '0')}`;
  }
}
