import path from 'node:path';
import { build } from 'rolldown';

/** Bundles a module with what it imports from src, so that a process or a worker can run it; gives the file. */
export async function bundle(module: string): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  const file = path.join(root, 'node_modules/.test', `${path.basename(module, path.extname(module))}.mjs`);
  await build({
    input: path.join(root, module),
    platform: 'node',
    output: { file, format: 'esm' },
    logLevel: 'warn',
  });
  return file;
}
