import fs from 'node:fs';
import type { Criterion } from '../../report/criteria/criterion.ts';
import { CannotRunError, reasonOf, UsageError } from '../exit-code.ts';

const CRITERIA_FILE = /\.(?:ya?ml|json)$/i;

/**
 * The criteria that the command line gives, each as text or as the name of a YAML or JSON file, and those in the
 * comment of the plan.
 * @throws UsageError for a text, CannotRunError for a file or a comment that is not understood.
 */
export async function criteriaOf(given: readonly string[], planComment: string): Promise<Criterion[]> {
  if (given.length === 0 && !planComment.includes('@criteria')) return [];
  const { criteriaInComment, readCriteria } = await import('../../report/criteria/read-criteria.ts');
  const { parseCriterion } = await import('../../report/criteria/parse-criterion.ts');
  const criteria: Criterion[] = [];
  for (const text of given) {
    if (CRITERIA_FILE.test(text)) {
      const file = readText(text);
      criteria.push(...(await understood(() => readCriteria(file), `${text}: `)));
    } else criteria.push(await understood(() => parseCriterion(text), undefined));
  }
  const comment = 'In the comment of the test plan: ';
  criteria.push(...(await understood(() => criteriaInComment(planComment), comment)));
  return criteria;
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotRunError(`The criteria file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/** @param where stands before the message; undefined: it came from the command line itself. */
async function understood<T>(parse: () => T | Promise<T>, where: string | undefined): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CriterionError') throw error;
    if (where === undefined) throw new UsageError(error.message);
    throw new CannotRunError(`${where}${error.message}`);
  }
}
