import fs from 'node:fs';
import { command, parse } from '../command.ts';
import { compatibilityText } from '../compatibility.ts';
import { CannotRunError, EXIT, reasonOf } from '../exit-code.ts';

const FILE = 'docs/compatibility.md';

/** `wsmeter docs`: for maintainers; writes the compatibility table. */
export async function main(args: readonly string[]): Promise<number> {
  if (!parse(command('docs', `Writes ${FILE} from the tables of elements and functions.`), args))
    return EXIT.ok;
  try {
    fs.writeFileSync(FILE, compatibilityText());
  } catch (error) {
    throw new CannotRunError(`${FILE} cannot be written: ${reasonOf(error)}. Run it in the checkout.`);
  }
  process.stdout.write(`${FILE} written\n`);
  return EXIT.ok;
}
