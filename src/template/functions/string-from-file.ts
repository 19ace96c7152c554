import path from 'node:path';
import { decimalFormat } from '../../java/decimal-format.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import { StopThreadError, type Template, type VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';
import { LineReader } from '../line-reader.ts';

const CATEGORY = 'o.a.j.f.StringFromFile';
const NOT_READABLE = '**ERR**';

function optionalInteger(user: VirtualUser, template: Template | undefined): number | undefined {
  try {
    return template === undefined ? undefined : parseInt32(template.evaluate(user));
  } catch {
    return undefined;
  }
}

interface Source {
  file: Template;
  start: Template | undefined;
  end: Template | undefined;
  workingDirectory: string;
}

/** The lines of one file over and over, or of a numbered sequence of files once. */
class LineSequence {
  readonly #source: Source;
  #reader: LineReader | undefined;
  #opened = false;
  /** Number of the next file of a sequence. */
  #fileNumber: number | undefined;
  /** How many lines were read. */
  #count = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** The line of that index, counted over all files and passes; indexes only rise, and lines between are skipped. */
  line(index: number, user: VirtualUser): string {
    while (this.#count < index) {
      this.#next(user);
      this.#count++;
    }
    this.#count++;
    return this.#next(user);
  }

  #next(user: VirtualUser): string {
    if (!this.#opened) this.#open(user);
    this.#opened = true;
    let line = this.#reader?.next();
    if (line === undefined && this.#reader !== undefined) {
      this.#open(user);
      // An empty file has no line however often it is opened.
      line = this.#reader === undefined ? undefined : (this.#reader.next() ?? 'null');
    }
    if (line !== undefined) return line;
    if (optionalInteger(user, this.#source.end) !== undefined) throw new StopThreadError('End of sequence');
    return NOT_READABLE;
  }

  #open(user: VirtualUser): void {
    const { file, start, end, workingDirectory } = this.#source;
    this.#reader?.close();
    this.#reader = undefined;
    let name = file.evaluate(user);
    const first = optionalInteger(user, start);
    if (first !== undefined) {
      const number = (this.#fileNumber ??= first);
      if (number > (optionalInteger(user, end) ?? Infinity)) return;
      this.#fileNumber = number + 1;
      name = decimalFormat(name)(number);
    }
    try {
      this.#reader = new LineReader(path.resolve(workingDirectory, name));
    } catch (error) {
      user.log.log('ERROR', CATEGORY, `openFile() error: ${error instanceof Error ? error.message : ''}`);
    }
  }
}

/** `org.apache.jmeter.functions.StringFromFile`. */
export const stringFromFile: FunctionDefinition = {
  name: '__StringFromFile',
  minArgs: 1,
  maxArgs: 4,
  summary: 'The next line of a file, or of a sequence of files, shared by all users',
  stateful: true,
  compile([file, variable, start, end], { workingDirectory, occurrence }) {
    const source = { file: file!, start, end, workingDirectory };
    let lines = new LineSequence(source);
    let cell: number | undefined;
    return (user) => {
      let index = 0;
      if (occurrence === undefined) lines = new LineSequence(source);
      else {
        cell ??= user.shared.cell(occurrence);
        index = user.shared.update(cell, (value) => value + 1);
      }
      const line = lines.line(index, user);
      const name = variable === undefined ? 'StringFromFile_' : trim(variable.evaluate(user));
      if (name !== '') user.variables.put(name, line);
      return line;
    };
  },
};
