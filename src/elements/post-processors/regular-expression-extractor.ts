import { RegexBudgetError, type Regex, type RegexMatch, RegexSyntaxError } from '../../regex/regex.ts';
import type { SampleResult, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { regexDialect, regexReader } from '../regex-reader.ts';
import { userState } from '../user-state.ts';
import { extractorInput } from './extractor-input.ts';
import { type Source, extractorScope, randomItem, takeMatchCount } from './extractor-scope.ts';

const CATEGORY = 'o.a.j.e.RegexExtractor';

/** Literal texts and numbers of groups. */
type ResultTemplate = readonly (string | number)[];

/**
 * Regular Expression Extractor (extractor.RegexExtractor). Match number 0 is a match by chance, a negative one all
 * matches. A malformed pattern is logged and leaves the default.
 */
export const regularExpressionExtractor = {
  testclass: 'org.apache.jmeter.extractor.RegexExtractor',
  label: 'Regular Expression Extractor',
  role: 'post-processor',
  properties: [
    'RegexExtractor.refname',
    'RegexExtractor.regex',
    'RegexExtractor.template',
    'RegexExtractor.match_number',
    'RegexExtractor.default',
    'RegexExtractor.default_empty_value',
    'RegexExtractor.useHeaders',
    'Sample.scope',
    'Scope.variable',
  ],
  differs:
    'A regular expression that would run for minutes is logged as an error and finds nothing. "Body as a Document" gives JMeter\'s error text for all content.',
  compile(context) {
    const refName = context.text('RegexExtractor.refname');
    const pattern = context.text('RegexExtractor.regex');
    const compile = regexReader(context, pattern);
    const dialect = regexDialect(context.environment.properties);
    const template = context.text('RegexExtractor.template');
    // JMeter reads the template once for each thread.
    const readTemplate = userState(context, (user) => parseTemplate(template.evaluate(user)));
    const matchNumber = context.integer('RegexExtractor.match_number');
    const defaultValue = context.text('RegexExtractor.default');
    const emptyDefault = context.boolean('RegexExtractor.default_empty_value');
    const input = extractorInput(context, 'RegexExtractor.useHeaders');
    const scope = extractorScope(context);

    return {
      process(user, result) {
        const resultTemplate = readTemplate(user);
        const name = refName.evaluate(user);
        const number = matchNumber(user);
        const fallback = defaultValue.evaluate(user);
        if (fallback !== '' || emptyDefault(user)) user.variables.put(name, fallback);
        const text = pattern.evaluate(user);
        try {
          const regex = compile(text);
          const source = scope(user, result);
          const matches = findMatches(regex, texts(user, source, input(user)), number);
          store(user, name, number, matches, (match) =>
            renderTemplate(resultTemplate, match, dialect === 'java'),
          );
        } catch (error) {
          if (error instanceof RegexSyntaxError)
            user.log.log('ERROR', CATEGORY, `Error in pattern: '${text}'`);
          else if (error instanceof RegexBudgetError)
            user.log.log('ERROR', CATEGORY, `Pattern '${text}' gives no match: ${error.message}`);
          else throw error;
        }
      },
    };
  },
} satisfies ElementDefinition;

const GROUP = /\$(\d+)\$/g;

function parseTemplate(text: string): ResultTemplate {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const found of text.matchAll(GROUP)) {
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(Number(found[1]));
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The value of a match; undefined when a group does not exist, which Java (not ORO) makes an error. */
function renderTemplate(template: ResultTemplate, match: RegexMatch, strict: boolean): string | undefined {
  let text = '';
  for (const part of template) {
    if (typeof part === 'number' && strict && part >= match.groups.length) return undefined;
    text += typeof part === 'number' ? String(match.groups[part] ?? null) : part;
  }
  return text;
}

function texts(user: VirtualUser, source: Source, read: (result: SampleResult) => string): Iterable<string> {
  if (source.kind === 'results') return source.results.map(read);
  if (source.text !== undefined) return [source.text];
  user.log.log('WARN', CATEGORY, `No variable '${source.name}' found to process, skipping processing`);
  return [];
}

/** All matches in all texts, or as many as are needed to reach a positive number. */
function findMatches(regex: Regex, inputs: Iterable<string>, number: number): RegexMatch[] {
  const matches: RegexMatch[] = [];
  for (const input of inputs)
    for (const match of regex.all(input)) {
      matches.push(match);
      if (number > 0 && matches.length === number) return matches;
    }
  return matches;
}

function store(
  user: VirtualUser,
  name: string,
  number: number,
  matches: readonly RegexMatch[],
  render: (match: RegexMatch) => string | undefined,
): void {
  const { variables } = user;
  const before = takeMatchCount(user, name, CATEGORY);
  let count = 0;
  /** False ends all, as the exception that JMeter swallows does. */
  const save = (to: string, match: RegexMatch): boolean => {
    const value = render(match);
    if (value === undefined) {
      user.log.log('WARN', CATEGORY, 'Error while generating result');
      return false;
    }
    variables.put(to, value);
    saveGroups(user, to, match);
    return true;
  };
  if (number >= 0) {
    const match = number === 0 ? randomItem(matches) : matches[number - 1];
    if (match === undefined) removeGroups(user, name);
    else if (!save(name, match)) return;
  } else {
    removeGroups(user, name);
    count = matches.length;
    variables.put(`${name}_matchNr`, String(count));
    for (const [i, match] of matches.entries()) if (!save(`${name}_${i + 1}`, match)) return;
  }
  for (let i = count + 1; i <= before; i++) {
    variables.put(`${name}_${i}`, undefined);
    removeGroups(user, `${name}_${i}`);
  }
}

const groupCount = (user: VirtualUser, name: string): number => {
  const text = user.variables.text(`${name}_g`) ?? '';
  return /^[+-]?\d+$/.test(text) ? Number(text) : 0;
};

function saveGroups(user: VirtualUser, name: string, { groups }: RegexMatch): void {
  const before = groupCount(user, name);
  groups.forEach((group, i) => user.variables.put(`${name}_g${i}`, group ?? undefined));
  user.variables.put(`${name}_g`, String(groups.length - 1));
  for (let i = groups.length; i <= before; i++) user.variables.put(`${name}_g${i}`, undefined);
}

function removeGroups(user: VirtualUser, name: string): void {
  const before = groupCount(user, name);
  user.variables.put(`${name}_g`, undefined);
  for (let i = 0; i <= before; i++) user.variables.put(`${name}_g${i}`, undefined);
}
