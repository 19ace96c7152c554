import type { SampleResult, VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** Sets the default and clears the count; returns the count of the sample before. */
export function resetMatches(user: VirtualUser, name: string, fallback: string): number {
  const { variables } = user;
  variables.put(name, fallback);
  const text = variables.text(`${name}_matchNr`) ?? '';
  const before = /^[+-]?\d+$/.test(text) ? Number(text) : 0;
  variables.put(`${name}_matchNr`, '0');
  variables.put(`${name}_1`, undefined);
  return before;
}

/** Stores the matches as both XPath extractors do: `name` is the first one; null leaves what is there. */
export function storeMatches(
  user: VirtualUser,
  name: string,
  matches: readonly (string | null)[],
  before: number,
): void {
  const { variables } = user;
  variables.put(`${name}_matchNr`, String(matches.length));
  const first = matches[0];
  if (first !== undefined && first !== null) variables.put(name, first);
  for (const [i, match] of matches.entries()) if (match !== null) variables.put(`${name}_${i + 1}`, match);
  variables.put(`${name}_${matches.length + 1}`, undefined);
  for (let i = matches.length + 2; i <= before; i++) variables.put(`${name}_${i}`, undefined);
}

/** Adds what went wrong as an assertion result that does not make the sample fail. */
export function addExtractorFailure(
  context: ElementContext,
  user: VirtualUser,
  result: SampleResult,
  message: string,
): void {
  const { success } = result;
  result.addAssertionResult({
    name: context.name.evaluate(user),
    failure: true,
    error: false,
    message: `${message}\nSee log file for further details.`,
  });
  result.success = success;
}
