import { readFileSync } from 'node:fs';
import path from 'node:path';
import { JavaException } from '../../java/exception.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import type { Shared, VirtualUser } from '../../types.ts';
import type { FunctionContext, FunctionDefinition } from '../definition.ts';

/** A file in memory. */
interface Table {
  readonly rows: readonly (readonly string[])[];
  /** Shared cell: the row that the next user to ask takes. */
  readonly cell: number;
}

/** Files of one run by name or alias; undefined: could not be read. */
const tablesOfRun = new WeakMap<Shared, Map<string, Table | undefined>>();
/** The row that each user is at, by name or alias. */
const rowsOfUser = new WeakMap<VirtualUser, Map<string, number | undefined>>();

/** Relative names start from the working directory and, if nothing is there, from the plan's folder. */
function readText(name: string, { workingDirectory, planFolder }: FunctionContext): string {
  try {
    return readFileSync(path.resolve(workingDirectory, name), 'utf8');
  } catch {
    return readFileSync(path.resolve(planFolder, name), 'utf8');
  }
}

/** All rows up to the first empty line; there is no quoting. */
function parseRows(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/);
  const empty = lines.indexOf('');
  return (empty < 0 ? lines : lines.slice(0, empty)).map((line) => line.split(delimiter));
}

function open(user: VirtualUser, file: string, key: string, context: FunctionContext): Table | undefined {
  let tables = tablesOfRun.get(user.shared);
  if (tables === undefined) tablesOfRun.set(user.shared, (tables = new Map()));
  if (tables.has(key)) return tables.get(key);
  let table: Table | undefined;
  try {
    const rows = parseRows(readText(file, context), context.properties.get('csvread.delimiter') ?? ',');
    if (rows.length > 0) table = { rows, cell: user.shared.cell(`__CSVRead ${key}`) };
  } catch (error) {
    user.log.log(
      'ERROR',
      'o.a.j.f.FileRowColContainer',
      `${file}: ${error instanceof Error ? error.message : ''}`,
    );
  }
  tables.set(key, table);
  return table;
}

function column(user: VirtualUser, key: string, text: string, context: FunctionContext): string {
  const table = open(user, key, key, context);
  if (table === undefined) return '';
  let index: number;
  try {
    index = parseInt32(text);
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    user.log.log(
      'WARN',
      'o.a.j.f.CSVRead',
      `${user.threadName} - can't parse column number: ${text} ${String(error)}`,
    );
    return '';
  }
  let rows = rowsOfUser.get(user);
  if (rows === undefined) rowsOfUser.set(user, (rows = new Map()));
  let row = rows.get(key);
  if (row === undefined) {
    row = user.shared.update(table.cell, (next) => (next + 1) % table.rows.length);
    rows.set(key, row);
  }
  const value = table.rows[row]![index];
  if (value === undefined)
    user.log.log(
      'WARN',
      'o.a.j.f.CSVRead',
      `${user.threadName} - invalid column number: ${index} at row ${row + 1}`,
    );
  return value ?? '';
}

function endRow(user: VirtualUser, key: string): void {
  const rows = rowsOfUser.get(user);
  if (rows?.get(key) === undefined)
    user.log.log(
      'WARN',
      'o.a.j.f.FileWrapper',
      rows?.has(key) === true ? 'endRow() called twice in succession' : `endRow(): no entry for ${key}`,
    );
  else rows.set(key, undefined);
}

/** `org.apache.jmeter.functions.CSVRead`. */
export const csvRead: FunctionDefinition = {
  name: '__CSVRead',
  minArgs: 2,
  maxArgs: 2,
  summary: 'A column of the row of a file that this user is at; next goes on to another row',
  compile([file, what], context) {
    return (user) => {
      const name = file!.evaluate(user);
      const operation = what!.evaluate(user);
      if (operation.startsWith('*')) {
        open(user, name, operation, context);
        return '';
      }
      if (operation !== 'next' && operation !== 'next()') return column(user, name, operation, context);
      endRow(user, name);
      return '';
    };
  },
};
