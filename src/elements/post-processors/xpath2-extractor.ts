import { SaxonError, evaluateXPath2, loadXPath2, parseForXPath2, parseNamespaces } from '../../xml/xpath2.ts';
import type { ElementDefinition } from '../definition.ts';
import { extractorScope } from './extractor-scope.ts';
import { addExtractorFailure, resetMatches, storeMatches } from './xpath-matches.ts';

const CATEGORY = 'o.a.j.e.XPath2Extractor';

/**
 * XPath2 Extractor (extractor.XPath2Extractor): XPath 2 and 3.1. A node gives its text, or with "fragment" its
 * indented XML. What cannot be read adds an assertion result; the sample stays as it is. As in JMeter, the response of
 * the main sample is looked at once for each sample in scope.
 */
export const xPath2Extractor = {
  testclass: 'org.apache.jmeter.extractor.XPath2Extractor',
  label: 'XPath2 Extractor',
  role: 'post-processor',
  properties: [
    'XPathExtractor2.refname',
    'XPathExtractor2.xpathQuery',
    'XPathExtractor2.default',
    'XPathExtractor2.matchNumber',
    'XPathExtractor2.fragment',
    'XPathExtractor2.namespaces',
    'Sample.scope',
    'Scope.variable',
  ],
  differs: 'Some error texts for malformed expressions differ; decimals have the digits of a double.',
  load: loadXPath2,
  compile(context) {
    const refName = context.text('XPathExtractor2.refname');
    const query = context.text('XPathExtractor2.xpathQuery');
    const defaultValue = context.text('XPathExtractor2.default');
    const matchNumber = context.integer('XPathExtractor2.matchNumber');
    const fragment = context.boolean('XPathExtractor2.fragment');
    const namespaces = context.text('XPathExtractor2.namespaces');
    const scope = extractorScope(context);

    return {
      process(user, result) {
        const name = refName.evaluate(user);
        const before = resetMatches(user, name, defaultValue.evaluate(user));
        const number = matchNumber(user);
        const source = scope(user, result);
        const expression = query.evaluate(user);
        if (source.kind === 'variable' && source.text === undefined)
          user.log.log(
            'WARN',
            CATEGORY,
            `No variable '${source.name}' found to process, skipping processing`,
          );
        const texts =
          source.kind === 'results'
            ? source.results.map(() => result.responseText)
            : [source.text ?? ''].filter((text) => text !== '');
        try {
          const matches = texts.flatMap((text) => {
            if (expression === '') return [];
            const document = parseForXPath2(text);
            const values = evaluateXPath2(
              document,
              expression,
              parseNamespaces(namespaces.evaluate(user)),
              fragment(user),
            );
            return choose(values, number);
          });
          storeMatches(user, name, matches, before);
        } catch (error) {
          if (!(error instanceof SaxonError)) throw error;
          user.log.log(
            'WARN',
            CATEGORY,
            `Exception while processing '${expression}', message:${error.message}`,
          );
          addExtractorFailure(context, user, result, error.message);
        }
      },
    };
  },
} satisfies ElementDefinition;

/** All values, that of one number (from 1), or for 0 one by chance, of which there must be one. */
function choose(values: readonly string[], number: number): readonly string[] {
  if (number < 0) return values;
  if (number === 0 && values.length === 0) throw new SaxonError('-1');
  const index = number === 0 ? Math.floor(Math.random() * values.length) : number - 1;
  return values.slice(index, index + 1);
}
