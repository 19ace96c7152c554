import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { StopThreadError, type VirtualUser } from '../../types.ts';
import { charsetNamed } from '../../java/charset.ts';
import { illegalArgumentException } from '../../java/exception.ts';
import { trim } from '../../java/trim.ts';
import type { ElementDefinition } from '../definition.ts';
import type { CompileEnvironment, ElementContext } from '../element-context.ts';
import { userState } from '../user-state.ts';
import { CsvFile } from './csv-file.ts';
import { QuotedFields, readPlainRow, readQuotedRow, splitNames, type Row } from './csv-row.ts';

/** Share modes as very old English plans name them. */
const OLD_SHARE_MODES: Readonly<Record<string, string>> = {
  'All threads': 'shareMode.all',
  'Current thread group': 'shareMode.group',
  'Current thread': 'shareMode.thread',
};

/** Replaces the position of the next read (-1 before the first one) and returns the position before. */
type Cursor = (next: (position: number) => number) => number;

/** What the CSV Data Sets of one plan share. */
interface PlanFiles {
  /** Open files by path and encoding. */
  readonly files: Map<string, CsvFile>;
  /** Slot of the thread's own cursors, by file name: share mode `thread`. */
  readonly cursorSlot: number;
}
const planFiles = new WeakMap<CompileEnvironment, PlanFiles>();

function filesOf(context: ElementContext): PlanFiles {
  let shared = planFiles.get(context.environment);
  if (shared === undefined) {
    shared = { files: new Map(), cursorSlot: context.slot() };
    planFiles.set(context.environment, shared);
  }
  return shared;
}

function openFile(context: ElementContext, shared: PlanFiles, filename: string, encoding: string): CsvFile {
  const { workingDirectory, planFolder } = context.environment;
  const inWorkingDirectory = resolve(workingDirectory, filename);
  const path =
    isAbsolute(filename) || existsSync(inWorkingDirectory)
      ? inWorkingDirectory
      : resolve(planFolder, filename);
  const key = `${encoding}\n${path}`;
  let file = shared.files.get(key);
  if (file === undefined) {
    file = new CsvFile(path, charsetNamed(encoding || 'UTF-8'));
    shared.files.set(key, file);
  }
  return file;
}

/** The cursor of one thread, group, name or of all, as a cell that all workers see. */
function sharedCursor(user: VirtualUser, alias: string): Cursor {
  const cell = user.shared.cell(`csv ${alias}`);
  // Cells start at 0, which stands for "not read yet".
  return (next) => user.shared.update(cell, (value) => next(value - 1) + 1) - 1;
}

function threadCursor(user: VirtualUser, slot: number, filename: string): Cursor {
  // Only threadCursor writes the slot.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const cursors = (user.slots[slot] ??= new Map()) as Map<string, number>;
  return (next) => {
    const before = cursors.get(filename) ?? -1;
    cursors.set(filename, next(before));
    return before;
  };
}

function cursorOf(user: VirtualUser, shareMode: string, filename: string, slot: number): Cursor {
  switch (OLD_SHARE_MODES[shareMode] ?? shareMode) {
    case '':
    case 'shareMode.all':
      return sharedCursor(user, filename);
    case 'shareMode.group':
      return sharedCursor(user, `${filename}@group ${user.group.index}`);
    case 'shareMode.thread':
      return threadCursor(user, slot, filename);
    default:
      return sharedCursor(user, `${filename}@${shareMode}`);
  }
}

/** Names from the header line; quotes count there whatever `quotedData` says. */
function headerNames(header: string, filename: string, delimiter: string): string[] {
  const fields = new QuotedFields(delimiter.charAt(0));
  fields.read(header);
  if (fields.error === undefined) fields.endOfFile();
  if (fields.error !== undefined)
    throw illegalArgumentException(`Could not split CSV header line from file:${filename}: ${fields.error}`);
  return fields.fields.map((name) => name.trim());
}

function compile(context: ElementContext) {
  const filenameText = context.text('filename');
  const encodingText = context.text('fileEncoding');
  const namesText = context.text('variableNames');
  const shareModeText = context.text('shareMode');
  const delimiterText = context.text('delimiter');
  const ignoreFirstLine = context.boolean('ignoreFirstLine');
  const quotedData = context.boolean('quotedData');
  const recycle = context.boolean('recycle');
  const stopThread = context.boolean('stopThread');
  const endOfFileText = context.environment.properties.get('csvdataset.eofstring') ?? '<EOF>';
  const shared = filesOf(context);
  const encoding = encodingText.constant?.trim();
  if (encoding !== undefined && encoding !== '') checkEncoding(context, encoding);

  const readDelimiter = (user: VirtualUser): string => {
    const delimiter = delimiterText.evaluate(user);
    return delimiter === '\\t' ? '\t' : delimiter === '' ? ',' : delimiter;
  };

  const opened = userState(context, (user) => {
    const filename = trim(filenameText.evaluate(user));
    if (filename === '') throw illegalArgumentException('Filename must not be null or empty');
    const cursor = cursorOf(user, shareModeText.evaluate(user), filename, shared.cursorSlot);
    const namesInPlan = namesText.evaluate(user);
    const file = openFile(context, shared, filename, encodingText.evaluate(user).trim());
    if (file.firstLine === undefined && (namesInPlan === '' || ignoreFirstLine(user)))
      throw illegalArgumentException(`Could not read file header line for file ${filename}`);
    return {
      file,
      cursor,
      hasHeader: namesInPlan === '',
      names:
        namesInPlan === ''
          ? headerNames(file.firstLine?.text ?? '', filename, readDelimiter(user))
          : splitNames(namesInPlan),
    };
  });

  /** Reads the row at a position; at the end of the file again from the start when the file is recycled. */
  function readRow(user: VirtualUser, position: number): Row {
    const { file, hasHeader } = opened(user);
    const first = hasHeader || ignoreFirstLine(user) ? (file.firstLine?.next ?? 0) : 0;
    const delimiter = readDelimiter(user);
    const read = (from: number): Row =>
      quotedData(user) ? readQuotedRow(file, from, delimiter.charAt(0)) : readPlainRow(file, from, delimiter);
    const row = read(position === -1 ? first : position);
    return row.ended && recycle(user) ? read(first) : row;
  }

  return {
    kind: 'csv-data-set',
    iterationStart(user: VirtualUser): void {
      const { names, cursor } = opened(user);
      let position = Number.NaN;
      let row: Row | undefined;
      const before = cursor((from) => {
        position = from;
        row = readRow(user, from);
        return row.next;
      });
      if (row === undefined || position !== before) row = readRow(user, before);
      if (row.error !== undefined)
        user.log.log('ERROR', 'o.a.j.c.CSVDataSet', `java.io.IOException: ${row.error}`);
      for (const [i, name] of names.entries()) {
        if (i >= row.fields.length) break;
        user.variables.put(name, row.fields[i]);
      }
      if (row.fields.length > 0) return;
      if (stopThread(user))
        throw new StopThreadError(
          `End of file:${filenameText.evaluate(user)} detected for CSV DataSet:${context.name.evaluate(user)} configured with stopThread:true, recycle:${recycle(user)}`,
        );
      for (const name of names) user.variables.put(name, endOfFileText);
    },
  };
}

function checkEncoding(context: ElementContext, encoding: string): void {
  try {
    charsetNamed(encoding);
  } catch {
    throw context.fail(
      `The file encoding "${encoding}" is not known`,
      'Use UTF-8, ISO-8859-1 or another encoding that the Encoding Standard lists.',
    );
  }
}

/** CSV Data Set Config: variables from the next row of a file (config.CSVDataSet, services.FileServer). */
export const csvDataSet = {
  testclass: 'org.apache.jmeter.config.CSVDataSet',
  label: 'CSV Data Set Config',
  role: 'config',
  properties: [
    'filename',
    'fileEncoding',
    'variableNames',
    'ignoreFirstLine',
    'delimiter',
    'quotedData',
    'recycle',
    'stopThread',
    'shareMode',
  ],
  differs:
    'Files without an encoding are read as UTF-8. An encoding that is not known is an error before the run. Two elements may read one file from one cursor with a header line in only one of them.',
  compile,
} satisfies ElementDefinition;
