import { readFileSync } from 'node:fs';
import { CannotRunError, reasonOf } from '../exit-code.ts';

/**
 * Reads a Java properties file: ISO-8859-1 with `\uXXXX`, as java.util.Properties.load(InputStream) does.
 * The last of equal names wins.
 * @returns undefined when the file cannot be read.
 * @throws CannotRunError when it holds a malformed `\uXXXX`.
 */
export async function readPropertiesFile(file: string): Promise<Map<string, string> | undefined> {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
  const { Properties } = await import('properties-file/parser');
  try {
    const properties = new Map<string, string>();
    for (const node of new Properties(text).nodes)
      if (node.type === 'property') properties.set(node.key, node.value);
    return properties;
  } catch (error) {
    throw new CannotRunError(`${file}: ${reasonOf(error)}. Write \\u and four hexadecimal digits.`);
  }
}
