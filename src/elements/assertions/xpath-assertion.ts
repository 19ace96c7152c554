import { XPathError, XmlParseError, evaluateXPath1, loadXPath1, parseForXPath } from '../../xml/xpath1.ts';
import type { ElementDefinition } from '../definition.ts';
import { xmlOptionProperties, xmlOptions } from '../xml-options.ts';
import {
  RESPONSE_WAS_NULL,
  type Verdict,
  errored,
  failed,
  scopeVariable,
  scopedAssertion,
} from './assertion-scope.ts';

/**
 * XPath Assertion (assertions.XPathAssertion): nodes are found, or a condition holds. A passing assertion sets a
 * message, too: an empty one, or for a condition the text of its failure.
 */
export const xPathAssertion = {
  testclass: 'org.apache.jmeter.assertions.XPathAssertion',
  label: 'XPath Assertion',
  role: 'assertion',
  properties: [
    'XPath.xpath',
    'XPath.negate',
    ...xmlOptionProperties('XPath'),
    'Assertion.scope',
    'Scope.variable',
  ],
  differs:
    'Tolerant parsing reads HTML as browsers do, where JMeter uses JTidy; it reports no errors. Validation is not supported. Some error texts for malformed expressions differ.',
  load: loadXPath1,
  compile(context) {
    const xpath = context.text('XPath.xpath', '/');
    const negate = context.boolean('XPath.negate');
    const options = xmlOptions(context, 'XPath');
    const variable = scopeVariable(context, 'Assertion.scope');
    return scopedAssertion(context, (user, result) => {
      const name = variable(user);
      const text = name === undefined ? result.responseText : (user.variables.text(name) ?? '');
      if (text === '') return RESPONSE_WAS_NULL;
      const expression = xpath.evaluate(user);
      try {
        return judge(parseForXPath(text, options(user)), expression, negate(user));
      } catch (error) {
        if (error instanceof XmlParseError) return errored(`SAXException: ${error.message}`);
        if (error instanceof XPathError)
          return errored(`TransformerException: ${error.message} for: ${expression}`);
        throw error;
      }
    });
  },
} satisfies ElementDefinition;

function judge(
  document: Parameters<typeof evaluateXPath1>[0],
  expression: string,
  negated: boolean,
): Verdict {
  const found = evaluateXPath1(document, expression);
  switch (found.type) {
    case 'nodes':
      if (found.nodes.length === 0)
        return { failure: !negated, error: false, message: `No Nodes Matched ${expression}` };
      return negated
        ? failed('Specified XPath was found... Turn off negate if this is not desired')
        : { failure: false, error: false, message: '' };
    case 'boolean':
      return {
        failure: found.value === negated,
        error: false,
        message: `${negated ? 'Nodes' : 'No Nodes'} Matched for ${expression}`,
      };
    default:
      return failed(`Cannot understand: ${expression}`);
  }
}
