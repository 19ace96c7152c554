import fs from 'node:fs';
import path from 'node:path';
import { charSequence, closure, data, text } from './arguments.ts';
import { bytesOf, charsetName, decodeBytes, bytes as byteArray } from './bytes.ts';
import { javaError } from './exceptions.ts';
import { iterate } from './iterate.ts';
import { runtime } from './runtime.ts';
import { groovyText } from './text.ts';
import {
  hostObject,
  type HostObject,
  type HostType,
  JavaBytes,
  JavaList,
  methodTable,
  type Value,
} from './value.ts';

/** Bytes of a file that a script may read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const resolved = (file: string): string => path.resolve(runtime().workingDirectory, file);

function readBytes(file: string, missing = 'java.io.FileNotFoundException'): Buffer {
  const full = resolved(file);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile())
    throw javaError(
      missing,
      missing.includes('nio')
        ? file
        : `${file} (${stat === undefined ? 'No such file or directory' : 'Is a directory'})`,
    );
  if (stat.size > MAX_FILE_BYTES) throw javaError('java.lang.OutOfMemoryError', 'Java heap space');
  runtime().allocate(stat.size);
  return fs.readFileSync(full);
}

const readText = (file: string, charset: Value | undefined): string => decodeBytes(readBytes(file), charset);

function lines(content: string): string[] {
  if (content === '') return [];
  return content.replace(/\r?\n$/, '').split(/\r\n|\r|\n/);
}

function write(file: string, value: Value, append: boolean): null {
  const content = value instanceof JavaBytes ? value.bytes : groovyText(value);
  try {
    if (append) fs.appendFileSync(resolved(file), content);
    else fs.writeFileSync(resolved(file), content);
  } catch {
    throw javaError('java.io.FileNotFoundException', `${file} (No such file or directory)`);
  }
  return null;
}

const stat = (file: string): fs.Stats | undefined => fs.statSync(resolved(file), { throwIfNoEntry: false });

/** `java.io.File` and `java.nio.file.Path`, relative to the working directory. */
export const fileType: HostType<string> = {
  name: 'java.io.File',
  text: (file: string) => file,
  key: (object) => `file ${String(object.data)}`,
  methods: methodTable<string>({
    'getText 0 1': (file, [charset]) => readText(file, charset),
    getBytes: (file) => bytesOf(readBytes(file), undefined),
    readBytes: (file) => bytesOf(readBytes(file), undefined),
    'readLines 0 1': (file, [charset]) => new JavaList(lines(readText(file, charset))),
    'eachLine 1': (file, [body]) => {
      let result: Value = null;
      for (const [i, line] of lines(readText(file, undefined)).entries())
        result = closure(body).invoke((closure(body).parameters ?? 1) > 1 ? [line, i + 1] : [line]);
      return result;
    },
    'setText 1': (file, [value]) => write(file, charSequence(value), false),
    'write 1 2': (file, [value, charset]) => {
      charsetName(charset);
      return write(file, charSequence(value), false);
    },
    'append 1 2': (file, [value]) => write(file, value!, true),
    'leftShift 1': (file, [value]) => {
      write(file, value!, true);
      return hostObject(fileType, file);
    },
    'setBytes 1': (file, [value]) => write(file, new JavaBytes(byteArray(value)), false),
    exists: (file) => stat(file) !== undefined,
    isFile: (file) => stat(file)?.isFile() === true,
    isDirectory: (file) => stat(file)?.isDirectory() === true,
    canRead: (file) => stat(file) !== undefined,
    length: (file) => BigInt(stat(file)?.size ?? 0),
    size: (file) => BigInt(stat(file)?.size ?? 0),
    getName: (file) => path.basename(file),
    getPath: (file) => file,
    getParent: (file) => (path.dirname(file) === '.' && !file.startsWith('.') ? null : path.dirname(file)),
    getParentFile: (file) => hostObject(fileType, path.dirname(file)),
    getAbsolutePath: (file) => resolved(file),
    getCanonicalPath: (file) => resolved(file),
    getAbsoluteFile: (file) => hostObject(fileType, resolved(file)),
    toPath: (file) => hostObject(fileType, file),
    toFile: (file) => hostObject(fileType, file),
    'resolve 1': (file, [other]) => hostObject(fileType, path.join(file, groovyText(other!))),
    toString: (file: string) => file,
  }),
};

export const fileOf = (args: readonly Value[]): HostObject => {
  const names = args.map((arg) => (typeof arg === 'string' ? arg : data(arg, fileType)));
  return hostObject(fileType, names.length === 1 ? names[0]! : path.join(...names));
};

/** Static methods of `java.nio.file.Files`. */
export const filesMethods = methodTable<unknown>({
  'readAllBytes 1': (_, [file]) =>
    bytesOf(readBytes(data(file, fileType), 'java.nio.file.NoSuchFileException'), undefined),
  'readString 1 2': (_, [file, charset]) =>
    decodeBytes(readBytes(data(file, fileType), 'java.nio.file.NoSuchFileException'), charset),
  'readAllLines 1 2': (_, [file, charset]) =>
    new JavaList(
      lines(decodeBytes(readBytes(data(file, fileType), 'java.nio.file.NoSuchFileException'), charset)),
    ),
  'exists 1': (_, [file]) => stat(data(file, fileType)) !== undefined,
  'size 1': (_, [file]) => BigInt(stat(data(file, fileType))?.size ?? 0),
});

export const joinPath = (args: readonly Value[]): HostObject =>
  hostObject(
    fileType,
    path.join(
      ...args.flatMap((arg) => (typeof arg === 'string' ? [arg] : iterate(arg).map((item) => text(item)))),
    ),
  );
