import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { JavaException } from '../../java/exception.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** A file that goes with a request (protocol.http.util.HTTPFileArg). */
export interface HttpFile {
  readonly path: string;
  /** Name in a multipart form; a single file without one is the body. */
  readonly name: string;
  readonly mimeType: string;
}

/** Properties of plans that know one file only. */
const OLD_PROPERTIES = ['HTTPSampler.FILE_NAME', 'HTTPSampler.FILE_FIELD', 'HTTPSampler.mimetype'] as const;

export const FILE_PROPERTIES = ['HTTPsampler.Files', ...OLD_PROPERTIES];

/** Reads the files of a request for each sample. */
export function filesReader(context: ElementContext): (user: VirtualUser) => HttpFile[] {
  const readers = (context.inner('HTTPsampler.Files')?.elements('HTTPFileArgs.files') ?? []).map((file) => [
    file.text('File.path'),
    file.text('File.paramname'),
    file.text('File.mimetype'),
  ]);
  const old = OLD_PROPERTIES.map((property) => context.text(property));
  if (old.some((template) => template.source !== '')) readers.unshift(old);
  return (user) =>
    readers.map((reader) => {
      const [name = '', field = '', mimeType = ''] = reader.map((template) => template.evaluate(user));
      return { path: name, name: field, mimeType };
    });
}

/** True when the request consists of that one file. */
export const isBody = (files: readonly HttpFile[]): boolean =>
  files.length === 1 && files[0]!.path !== '' && files[0]!.name === '';

/**
 * Reads a file, from the working directory or else from the folder of the plan.
 * @throws JavaException FileNotFoundException
 */
export function readUpload(name: string, context: ElementContext): Buffer {
  const { workingDirectory, planFolder } = context.environment;
  const here = path.resolve(workingDirectory, name);
  const file = existsSync(here) ? here : path.resolve(planFolder, name);
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EACCES'
        ? 'Permission denied'
        : code === 'EISDIR'
          ? 'Is a directory'
          : 'No such file or directory';
    throw new JavaException('java.io.FileNotFoundException', `${file} (${why})`);
  }
}
