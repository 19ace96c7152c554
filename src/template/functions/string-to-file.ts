import { accessSync, appendFileSync, constants, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionDefinition } from '../definition.ts';

const encodings: ReadonlyMap<string, BufferEncoding> = new Map([
  ['utf8', 'utf8'],
  ['iso88591', 'latin1'],
  ['latin1', 'latin1'],
  ['usascii', 'ascii'],
  ['ascii', 'ascii'],
  ['utf16le', 'utf16le'],
]);

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** `org.apache.jmeter.functions.StringToFile`. */
export const stringToFile: FunctionDefinition = {
  name: '__StringToFile',
  minArgs: 2,
  maxArgs: 4,
  summary: 'Writes a text to a file, or appends it; true or false',
  differs: 'Writes UTF-8, ISO-8859-1, US-ASCII and UTF-16LE',
  compile([file, text, append, encodingName], { workingDirectory }) {
    return (user) => {
      const fail = (why: string): string => {
        user.log.log('ERROR', 'o.a.j.f.StringToFile', why);
        return 'false';
      };
      const name = file!.evaluate(user);
      const content = text!.evaluate(user).replaceAll('\\n', '\n');
      const appends = (append?.evaluate(user) || 'true').toLowerCase() === 'true';
      const charset = encodingName?.evaluate(user) || 'UTF-8';
      const encoding = encodings.get(charset.toLowerCase().replace(/[-_]/g, ''));
      if (name === '') return fail('File name is empty');
      if (encoding === undefined) return fail(`Cannot write in the charset ${charset}`);
      const target = path.resolve(workingDirectory, name);
      if (!isWritable(path.dirname(target)))
        return fail(`The parent file of ${name} doesn't exist or is not writable`);
      try {
        (appends ? appendFileSync : writeFileSync)(target, content, { encoding });
      } catch (error) {
        return fail(error instanceof Error ? error.message : String(error));
      }
      return 'true';
    };
  },
};
