import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import { jacksonText, parseJackson } from '../../json/jackson.ts';
import { searchJmesPath } from '../../json/jmespath.ts';
import { type JsonValue, isArray } from '../../json/json-value.ts';
import type { ElementDefinition } from '../definition.ts';
import { clearMatches, extractorScope, randomItem } from './extractor-scope.ts';

const CATEGORY = 'o.a.j.e.j.j.JMESPathExtractor';

/**
 * JSON JMESPath Extractor (extractor.json.jmespath.JMESPathExtractor). An array counts as its elements. A document
 * that cannot be parsed and a malformed expression are logged and give the default.
 */
export const jmesPathExtractor = {
  testclass: 'org.apache.jmeter.extractor.json.jmespath.JMESPathExtractor',
  label: 'JSON JMESPath Extractor',
  role: 'post-processor',
  properties: [
    'JMESExtractor.referenceName',
    'JMESExtractor.jmesPathExpr',
    'JMESExtractor.matchNumber',
    'JMESExtractor.defaultValue',
    'Sample.scope',
    'Scope.variable',
  ],
  compile(context) {
    const refName = context.text('JMESExtractor.referenceName');
    const expression = context.text('JMESExtractor.jmesPathExpr');
    const matchNumber = context.text('JMESExtractor.matchNumber');
    const defaultValue = context.text('JMESExtractor.defaultValue');
    const scope = extractorScope(context);

    return {
      process(user, result) {
        const source = scope(user, result);
        const documents =
          source.kind === 'variable'
            ? [source.text]
            : source.results.map((one) => one.responseText).filter((text) => text.trim() !== '');
        const name = refName.evaluate(user);
        const fallback = defaultValue.evaluate(user);
        const numberText = matchNumber.evaluate(user);
        const number = numberText.trim() === '' ? 0 : parseInt32(numberText);
        const path = trim(expression.evaluate(user));
        const { variables } = user;
        clearMatches(user, name);
        if (documents.length === 0) {
          variables.put(name, fallback);
          return;
        }
        try {
          const values = documents.flatMap((text) => extract(text, path));
          if (values.length === 0) variables.put(name, fallback);
          else if (number < 0) values.forEach((value, i) => variables.put(`${name}_${i + 1}`, value));
          else if (values.length === 1) variables.put(name, values[0]);
          else variables.put(name, number === 0 ? randomItem(values) : (values[number - 1] ?? fallback));
          variables.put(`${name}_matchNr`, String(values.length));
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          user.log.log(
            'ERROR',
            CATEGORY,
            `Error processing JSON content in ${context.name.evaluate(user)}, message: ${error.message}`,
          );
          variables.put(name, fallback);
        }
      },
    };
  },
} satisfies ElementDefinition;

function extract(text: string | undefined, path: string): string[] {
  if (text === undefined) throw new Error('argument "content" is null');
  const found = searchJmesPath(path, parseJackson(text));
  if (found === null) return [];
  return isArray(found) ? found.map(textOf) : [textOf(found)];
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : jacksonText(value));
