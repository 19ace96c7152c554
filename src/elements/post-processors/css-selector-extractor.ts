import type { Document, Element } from 'domhandler';
import { loadHtmlSelect, parseHtml, selectAll, textContent } from '../../html/html-select.ts';
import { isBlank, jsoupText } from '../../html/jsoup-text.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { extractorScope, randomItem, takeMatchCount } from './extractor-scope.ts';

const CATEGORY = 'o.a.j.e.HtmlExtractor';

/** The text or the attribute of an element; null where Jodd has no such attribute. */
type Reader = (element: Element, attribute: string) => string | null;

const READERS: Readonly<Record<string, Reader>> = {
  JSOUP: (element, attribute) => {
    if (isBlank(attribute)) return jsoupText(element);
    const isAbsolute = attribute.toLowerCase().startsWith('abs:');
    const value = element.attribs[(isAbsolute ? attribute.slice(4) : attribute).toLowerCase()] ?? '';
    return isAbsolute && !/^[a-z][\w+.-]*:/i.test(value) ? '' : value;
  },
  JODD: (element, attribute) =>
    isBlank(attribute) ? textContent(element).trim() : (element.attribs[attribute] ?? null),
};

/**
 * CSS Selector Extractor (extractor.HtmlExtractor): text or attribute of the elements that a selector finds. Match
 * number 0 is a match by chance, a negative one all matches. A malformed selector is logged and leaves the default.
 */
export const cssSelectorExtractor = {
  testclass: 'org.apache.jmeter.extractor.HtmlExtractor',
  label: 'CSS Selector Extractor',
  role: 'post-processor',
  properties: [
    'HtmlExtractor.refname',
    'HtmlExtractor.expr',
    'HtmlExtractor.attribute',
    'HtmlExtractor.match_number',
    'HtmlExtractor.default',
    'HtmlExtractor.default_empty_value',
    'HtmlExtractor.extractor_impl',
    'Sample.scope',
    'Scope.variable',
  ],
  differs:
    'Selectors are those of jsoup for both implementations. The document itself, which jsoup lets match `*`, is not found.',
  load: loadHtmlSelect,
  compile(context) {
    const refName = context.text('HtmlExtractor.refname');
    const expression = context.text('HtmlExtractor.expr');
    const attribute = context.text('HtmlExtractor.attribute');
    const matchNumber = context.integer('HtmlExtractor.match_number');
    const defaultValue = context.text('HtmlExtractor.default');
    const emptyDefault = context.boolean('HtmlExtractor.default_empty_value');
    const implementation = context.text('HtmlExtractor.extractor_impl');
    const scope = extractorScope(context);

    return {
      process(user, result) {
        const name = refName.evaluate(user);
        const selector = expression.evaluate(user);
        const wanted = attribute.evaluate(user);
        const number = matchNumber(user);
        const fallback = defaultValue.evaluate(user);
        if (fallback !== '' || emptyDefault(user)) user.variables.put(name, fallback);
        const source = scope(user, result);
        const warn = (text: string): void =>
          user.log.log(
            'WARN',
            CATEGORY,
            `${context.name.evaluate(user)}: Error while generating result. ${text}`,
          );
        const kind = implementation.evaluate(user) || 'JSOUP';
        const read = READERS[kind];
        if (read === undefined) return warn(`Extractor implementation:${kind} is unknown`);
        if (source.kind === 'variable' && source.text === undefined)
          user.log.log(
            'WARN',
            CATEGORY,
            `No variable '${source.name}' found to process, skipping processing`,
          );
        let matches: (string | null)[];
        try {
          const documents =
            source.kind === 'results'
              ? source.results.map((one) => documentOf(one, one.responseText))
              : [source.text ?? ''].filter((text) => text !== '').map(parseHtml);
          matches = documents.flatMap((document) =>
            selectAll(document, selector).map((element) => read(element, wanted)),
          );
        } catch (error) {
          // A malformed selector or pattern in it, one that takes too long, a document nested too deep.
          if (error instanceof Error) return warn(error.message);
          throw error;
        }
        store(user, name, number, matches);
      },
    };
  },
} satisfies ElementDefinition;

/** Several extractors of one sample share its document. */
const parsed = new WeakMap<object, { text: string; document: Document }>();

function documentOf(result: object, text: string): Document {
  const known = parsed.get(result);
  if (known?.text === text) return known.document;
  const document = parseHtml(text);
  parsed.set(result, { text, document });
  return document;
}

function store(user: VirtualUser, name: string, number: number, matches: readonly (string | null)[]): void {
  const { variables } = user;
  const before = takeMatchCount(user, name, CATEGORY);
  let count = 0;
  if (number < 0) {
    count = matches.length;
    variables.put(`${name}_matchNr`, String(count));
    for (const [i, match] of matches.entries()) if (match !== null) variables.put(`${name}_${i + 1}`, match);
  } else {
    const match = number === 0 ? randomItem(matches) : matches[number - 1];
    if (match !== undefined && match !== null) variables.put(name, match);
  }
  for (let i = count + 1; i <= before; i++) variables.put(`${name}_${i}`, undefined);
}
