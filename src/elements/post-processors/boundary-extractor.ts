import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { extractorInput } from './extractor-input.ts';
import { extractorScope, randomItem, takeMatchCount } from './extractor-scope.ts';

const CATEGORY = 'o.a.j.e.BoundaryExtractor';

/**
 * Boundary Extractor: the text between two others (extractor.BoundaryExtractor). An empty boundary stands for the
 * start or the end of the text. Match number 0 is a match by chance, a negative one all matches.
 */
export const boundaryExtractor = {
  testclass: 'org.apache.jmeter.extractor.BoundaryExtractor',
  label: 'Boundary Extractor',
  role: 'post-processor',
  properties: [
    'BoundaryExtractor.refname',
    'BoundaryExtractor.lboundary',
    'BoundaryExtractor.rboundary',
    'BoundaryExtractor.match_number',
    'BoundaryExtractor.default',
    'BoundaryExtractor.default_empty_value',
    'BoundaryExtractor.useHeaders',
    'Sample.scope',
    'Scope.variable',
  ],
  differs: '"Body as a Document" gives JMeter\'s error text for all content.',
  compile(context) {
    const refName = context.text('BoundaryExtractor.refname');
    const left = context.text('BoundaryExtractor.lboundary');
    const right = context.text('BoundaryExtractor.rboundary');
    const matchNumber = context.integer('BoundaryExtractor.match_number');
    const defaultValue = context.text('BoundaryExtractor.default');
    const emptyDefault = context.boolean('BoundaryExtractor.default_empty_value');
    const input = extractorInput(context, 'BoundaryExtractor.useHeaders');
    const scope = extractorScope(context);

    return {
      process(user, result) {
        const name = refName.evaluate(user);
        if (name === '')
          throw new Error(
            `One of the mandatory properties is missing in Boundary Extractor:${context.name.evaluate(user)}`,
          );
        const fallback = defaultValue.evaluate(user);
        if (fallback.trim() !== '' || emptyDefault(user)) user.variables.put(name, fallback);
        const number = matchNumber(user);
        const before = takeMatchCount(user, name, CATEGORY);
        const source = scope(user, result);
        const between = (text: string, want: number): string[] =>
          extract(left.evaluate(user), right.evaluate(user), want, text);
        if (source.kind === 'variable' && source.text === undefined)
          user.log.log(
            'WARN',
            CATEGORY,
            `No variable '${source.name}' found to process, skipping processing`,
          );
        // In a variable JMeter counts while it looks, in samples afterwards.
        const matches =
          source.kind === 'variable'
            ? between(source.text ?? '', number)
            : ofNumber(
                source.results.flatMap((one) => between(input(user)(one), -1)),
                number,
              );
        store(user, name, number, matches, before);
      },
    };
  },
} satisfies ElementDefinition;

const ofNumber = (matches: string[], number: number): string[] =>
  number <= 0 ? matches : matches.slice(number - 1, number);

/** Texts between the boundaries: all, or for a positive number that one. The next search starts behind the left one. */
function extract(left: string, right: string, number: number, text: string): string[] {
  if (text.trim() === '') return [];
  if (left === '' && right === '') return [text];
  if (left === '' && text.includes(right)) return [text.slice(0, text.indexOf(right))];
  if (right === '' && text.includes(left)) return [text.slice(text.indexOf(left) + left.length)];
  const matches: string[] = [];
  for (let start = text.indexOf(left); start >= 0; start = text.indexOf(left, start + left.length)) {
    const end = text.indexOf(right, start + left.length);
    if (end < 0) break;
    matches.push(text.slice(start + left.length, end));
    if (number > 0 && matches.length === number) break;
  }
  return number > 0 ? matches.slice(number - 1) : matches;
}

function store(
  user: VirtualUser,
  name: string,
  number: number,
  matches: readonly string[],
  before: number,
): void {
  const { variables } = user;
  let count = 0;
  if (number < 0) {
    count = matches.length;
    variables.put(`${name}_matchNr`, String(count));
    matches.forEach((match, i) => variables.put(`${name}_${i + 1}`, match));
  } else if (matches.length > 0) variables.put(name, number === 0 ? randomItem(matches) : matches[0]);
  for (let i = count + 1; i <= before; i++) variables.put(`${name}_${i}`, undefined);
}
