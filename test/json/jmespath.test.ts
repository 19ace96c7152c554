import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jacksonText, parseJackson } from '../../src/json/jackson.ts';
import { JmesPathSyntaxError, searchJmesPath } from '../../src/json/jmespath.ts';

/** What jmespath-java 0.6 with Jackson gave. */
interface Row {
  expression: string;
  document?: string;
  value?: string;
  error?: string;
  syntaxError?: boolean;
}
const recorded: { document: string; expressions: Row[] } = JSON.parse(
  readFileSync('fixtures/json/jmespath.json', 'utf8'),
);

function outcome(expression: string, document: string): Omit<Row, 'expression'> {
  try {
    return { value: jacksonText(searchJmesPath(expression, parseJackson(document))) };
  } catch (error) {
    if (error instanceof JmesPathSyntaxError && error.message.includes('syntax error'))
      return { syntaxError: true };
    if (error instanceof Error) return { error: error.message };
    throw error;
  }
}

describe('JMESPath', () => {
  it.each(recorded.expressions)('$expression', ({ expression, document, ...expected }) => {
    expect(outcome(expression, document ?? recorded.document)).toEqual(expected);
  });

  it('places a syntax error', () => {
    expect(() => searchJmesPath('a.', null)).toThrow(
      'Unable to compile expression "a.": syntax error mismatched input \'<EOF>\' at position 2',
    );
    expect(() => searchJmesPath('items[', null)).toThrow(
      'Unable to compile expression "items[": syntax error no viable alternative at input \'[\' at position 6',
    );
  });
});
