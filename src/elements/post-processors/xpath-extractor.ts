import {
  XPathError,
  XmlParseError,
  evaluateXPath1,
  loadXPath1,
  nodeText,
  parseForXPath,
} from '../../xml/xpath1.ts';
import type { ParseOptions } from '../../xml/xpath1.ts';
import type { ElementDefinition } from '../definition.ts';
import { xmlOptionProperties, xmlOptions } from '../xml-options.ts';
import { extractorScope } from './extractor-scope.ts';
import { addExtractorFailure, resetMatches, storeMatches } from './xpath-matches.ts';

const CATEGORY = 'o.a.j.e.XPathExtractor';

/**
 * XPath Extractor (extractor.XPathExtractor): XPath 1 on XML or HTML. An element gives its first text, or with
 * "fragment" its XML. A document or expression that cannot be read adds an assertion result; the sample stays as it is.
 */
export const xPathExtractor = {
  testclass: 'org.apache.jmeter.extractor.XPathExtractor',
  label: 'XPath Extractor',
  role: 'post-processor',
  properties: [
    'XPathExtractor.refname',
    'XPathExtractor.xpathQuery',
    'XPathExtractor.default',
    'XPathExtractor.matchNumber',
    'XPathExtractor.fragment',
    ...xmlOptionProperties('XPathExtractor'),
    'Sample.scope',
    'Scope.variable',
  ],
  differs:
    'Tolerant parsing reads HTML as browsers do, where JMeter uses JTidy; it reports no errors. Validation is not supported. Some error texts for malformed expressions differ.',
  load: loadXPath1,
  compile(context) {
    const refName = context.text('XPathExtractor.refname');
    const query = context.text('XPathExtractor.xpathQuery');
    const defaultValue = context.text('XPathExtractor.default');
    const matchNumber = context.integer('XPathExtractor.matchNumber', -1);
    const fragment = context.boolean('XPathExtractor.fragment');
    const options = xmlOptions(context, 'XPathExtractor');
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
            ? source.results.map((one) => one.responseText)
            : [source.text ?? ''].filter((text) => text !== '');
        try {
          const parse = options(user);
          const matches = texts.flatMap((text) =>
            findValues(text, expression, number, fragment(user), parse),
          );
          storeMatches(user, name, matches, before);
        } catch (error) {
          if (!(error instanceof XmlParseError || error instanceof XPathError)) throw error;
          const kind = error instanceof XmlParseError ? 'SAXException' : 'TransformerException';
          user.log.log('WARN', CATEGORY, `${kind} while processing (${expression}). ${error.message}`);
          addExtractorFailure(context, user, result, error.message);
        }
      },
    };
  },
} satisfies ElementDefinition;

/** All values, that of one number (from 1), or for 0 one by chance. */
function findValues(
  text: string,
  expression: string,
  number: number,
  fragment: boolean,
  options: ParseOptions,
): (string | null)[] {
  const found = evaluateXPath1(parseForXPath(text, options), expression);
  if (found.type === 'boolean') return [String(found.value)];
  if (found.type === 'other') return [found.text];
  const { nodes } = found;
  const index = number === 0 ? Math.floor(Math.random() * nodes.length) : number - 1;
  const chosen = number < 0 ? nodes : nodes.slice(index, index + 1);
  return chosen.map((node) => nodeText(node, fragment));
}
