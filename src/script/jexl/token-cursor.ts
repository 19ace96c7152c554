import { tokenize, type Token } from './lexer.ts';
import { JexlError } from './syntax.ts';

/** Parentheses, blocks and operators in each other; more would only serve to break the parser. */
const MAX_DEPTH = 200;

/** Words that are no names of variables. */
const reservedWords: ReadonlySet<string> = new Set([
  'if',
  'else',
  'for',
  'while',
  'do',
  'var',
  'return',
  'break',
  'continue',
  'new',
  'true',
  'false',
  'null',
  'function',
]);

/** Goes through the tokens of a script. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  /** @throws JexlError as tokenize does. */
  constructor(source: string, knowsControls: boolean) {
    this.#tokens = tokenize(source, knowsControls);
  }

  advance(): void {
    this.#at++;
  }

  /** The token so many places ahead. */
  ahead(places: number): Token | undefined {
    return this.#tokens[this.#at + places];
  }

  get token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  is(text: string, kind: 'name' | 'operator' = 'operator'): boolean {
    const token = this.token;
    return token.kind === kind && token.text === text;
  }

  accept(text: string, kind: 'name' | 'operator' = 'operator'): boolean {
    const found = this.is(text, kind);
    if (found) this.#at++;
    return found;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected();
  }

  unexpected(): JexlError {
    const token = this.token;
    const text = token.kind === 'value' ? String(token.value) : token.text;
    return new JexlError(`parsing error in '${text}'`);
  }

  name(): string {
    const token = this.token;
    if (token.kind !== 'name' || reservedWords.has(token.text)) throw this.unexpected();
    this.#at++;
    return token.text;
  }

  nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw new JexlError('the script is nested too deeply');
    try {
      return parse();
    } finally {
      this.#depth--;
    }
  }
}
