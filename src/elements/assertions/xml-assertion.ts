import { xmlError } from '../../xml/xml-error.ts';
import type { ElementDefinition } from '../definition.ts';
import { PASSED, RESPONSE_WAS_NULL, assertion } from './assertion-scope.ts';

const DOCTYPE =
  'DOCTYPE is disallowed when the feature "http://apache.org/xml/features/disallow-doctype-decl" set to true.';

/** XML Assertion: the response is a well-formed XML document without DOCTYPE (assertions.XMLAssertion). */
export const xmlAssertion = {
  testclass: 'org.apache.jmeter.assertions.XMLAssertion',
  label: 'XML Assertion',
  role: 'assertion',
  properties: [],
  compile: (context) =>
    assertion(context, (_user, result) => {
      const text = result.responseText;
      if (text === '') return RESPONSE_WAS_NULL;
      const hasDoctype = /^(?:<\?xml[^>]*\?>)?\s*(?:<!--[^]*?-->\s*)*<!DOCTYPE/.test(text);
      const message = hasDoctype ? DOCTYPE : xmlError(text, false)?.message;
      return message === undefined ? PASSED : { failure: true, error: true, message };
    }),
} satisfies ElementDefinition;
