import { readRows, type RowTaker } from '../../report/rows.ts';
import type { JtlCounts } from '../../results/jtl-reader.ts';
import { CannotRunError, reasonOf } from '../exit-code.ts';

/**
 * Hands the rows of a results file to takers.
 * @throws CannotRunError when it cannot be read, or is none.
 */
export async function readResults(file: string, takers: readonly RowTaker[]): Promise<JtlCounts> {
  try {
    return await readRows(file, takers);
  } catch (error) {
    if (error instanceof Error && error.name === 'JtlError') throw new CannotRunError(error.message);
    throw new CannotRunError(`The results file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}
