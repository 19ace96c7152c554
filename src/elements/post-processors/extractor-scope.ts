import type { SampleResult, VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** Levels of sub-samples that JMeter looks at. */
const MAX_DEPTH = 5;

/** What an extractor works on: the results in its scope, or the text of a variable. */
export type Source =
  | { readonly kind: 'results'; readonly results: readonly SampleResult[] }
  | { readonly kind: 'variable'; readonly name: string; readonly text: string | undefined };

/**
 * JMeter's scope of an extractor (AbstractScopedTestElement): the main sample, its sub-samples, both, or a variable.
 * Any other scope is empty.
 */
export function extractorScope(context: ElementContext): (user: VirtualUser, result: SampleResult) => Source {
  const scope = context.text('Sample.scope', 'parent');
  const variable = context.text('Scope.variable');
  return (user, result) => {
    const where = scope.evaluate(user);
    if (where === 'variable') {
      const name = variable.evaluate(user);
      return { kind: 'variable', name, text: user.variables.text(name) };
    }
    const results = where === 'parent' || where === 'all' ? [result] : [];
    if (where === 'children' || where === 'all') addSubResults(results, result, MAX_DEPTH);
    return { kind: 'results', results };
  };
}

/** Level by level below each result, as JMeter lists them. */
function addSubResults(list: SampleResult[], result: SampleResult, depth: number): void {
  if (depth === 0 || result.subResults === undefined) return;
  list.push(...result.subResults);
  for (const child of result.subResults) addSubResults(list, child, depth - 1);
}

/** Removes `<name>_matchNr` and tells how many numbered variables it announced. */
export function takeMatchCount(user: VirtualUser, name: string, category: string): number {
  const text = user.variables.text(`${name}_matchNr`);
  if (text === undefined) return 0;
  user.variables.put(`${name}_matchNr`, undefined);
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  user.log.log('WARN', category, `Could not parse number: '${text}'`);
  return 0;
}

/** Removes `<name>_matchNr`, `<name>_1`, `<name>_2` … up to the first that is not there. */
export function clearMatches(user: VirtualUser, name: string): void {
  user.variables.put(`${name}_matchNr`, undefined);
  for (let i = 1; user.variables.text(`${name}_${i}`) !== undefined; i++)
    user.variables.put(`${name}_${i}`, undefined);
}

/** One of the items, by chance. */
export const randomItem = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)];
