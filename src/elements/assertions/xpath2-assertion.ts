import { XPathError, evaluateXPath1, loadXPath1, parseForXPath } from '../../xml/xpath1.ts';
import { SaxonError, evaluateXPath2, loadXPath2, parseForXPath2, parseNamespaces } from '../../xml/xpath2.ts';
import type { ElementDefinition } from '../definition.ts';
import { errored, scopeVariable, scopedAssertion } from './assertion-scope.ts';

/**
 * XPath2 Assertion (assertions.XPath2Assertion): the expression gives something, or for a condition true. JMeter asks
 * XPath 1 whether it is a condition, so that an expression that XPath 1 does not know is an error. The message is set
 * when it passes, too.
 */
export const xPath2Assertion = {
  testclass: 'org.apache.jmeter.assertions.XPath2Assertion',
  label: 'XPath2 Assertion',
  role: 'assertion',
  properties: ['XPath.xpath', 'XPath.negate', 'XPath.namespaces', 'Assertion.scope', 'Scope.variable'],
  differs: 'Some error texts for malformed expressions differ.',
  load: () => Promise.all([loadXPath1(), loadXPath2()]),
  compile(context) {
    const xpath = context.text('XPath.xpath', '/');
    const negate = context.boolean('XPath.negate');
    const namespaceText = context.text('XPath.namespaces');
    const variable = scopeVariable(context, 'Assertion.scope');
    return scopedAssertion(context, (user, result) => {
      const name = variable(user);
      const text = name === undefined ? result.responseText : user.variables.text(name);
      if (text === undefined || (name !== undefined && text === ''))
        return { failure: true, error: false, message: 'Response was null' };
      const expression = xpath.evaluate(user);
      if (expression === '') return { failure: false, error: false, message: '' };
      const negated = negate(user);
      try {
        const namespaces = parseNamespaces(namespaceText.evaluate(user));
        const document = parseForXPath2(text);
        const values = evaluateXPath2(document, expression, namespaces, false);
        const isCondition = isXPath1Condition(expression, namespaces);
        const holds = values.length > 0 && (!isCondition || values[0] === 'true');
        return {
          failure: holds === negated,
          error: false,
          message: `${negated ? 'Nodes' : 'No Nodes'} Matched for ${expression}`,
        };
      } catch (error) {
        if (error instanceof SaxonError)
          return errored(
            `Exception occurred computing assertion with XPath:${expression}, error:${error.message}`,
          );
        if (error instanceof XPathError) return errored(`Exception: ${error.message} for:${expression}`);
        throw error;
      }
    });
  },
} satisfies ElementDefinition;

/** @throws XPathError when XPath 1 cannot evaluate it. */
function isXPath1Condition(expression: string, namespaces: ReadonlyMap<string, string>): boolean {
  const declarations = [...namespaces]
    .filter(([prefix, uri]) => /^[A-Za-z_][\w.-]*$/.test(prefix) && !/[<&"]/.test(uri))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const empty = parseForXPath(`<empty${declarations.join('')}/>`, { namespaces: true, tolerant: false });
  return evaluateXPath1(empty, expression).type === 'boolean';
}
