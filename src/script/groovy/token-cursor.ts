import {
  GroovySyntaxError,
  UnsupportedGroovyError,
  type Place,
  type Token,
  type TokenKind,
} from './syntax.ts';

/** Reads tokens from the front; newlines matter only where the caller says so. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get position(): number {
    return this.#at;
  }

  rewind(position: number): void {
    this.#at = position;
  }

  get current(): Token {
    return this.#tokens[this.#at]!;
  }

  /** The token `ahead` places on. */
  peek(ahead = 1): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]!;
  }

  /** The token before the current one. */
  get previous(): Token {
    return this.#tokens[Math.max(0, this.#at - 1)]!;
  }

  advance(): Token {
    const token = this.current;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  isKind(...kinds: readonly TokenKind[]): boolean {
    return kinds.includes(this.current.kind);
  }

  is(text: string): boolean {
    return isWord(this.current, text);
  }

  isAny(texts: readonly string[]): boolean {
    const { kind, text } = this.current;
    return (kind === 'operator' || kind === 'name') && texts.includes(text);
  }

  accept(text: string): boolean {
    const found = this.is(text);
    if (found) this.#at++;
    return found;
  }

  /** Like accept, past any newlines; stays where it is when something else comes. */
  acceptAfterNewlines(text: string): boolean {
    const before = this.#at;
    this.skipNewlines();
    if (this.accept(text)) return true;
    this.#at = before;
    return false;
  }

  expect(text: string): Token {
    if (!this.is(text)) throw this.unexpected();
    return this.advance();
  }

  name(): Token {
    if (this.current.kind !== 'name') throw this.unexpected();
    return this.advance();
  }

  skipNewlines(): void {
    while (this.current.kind === 'newline') this.#at++;
  }

  /** Past newlines and semicolons. */
  skipSeparators(): void {
    while (this.current.kind === 'newline' || this.is(';')) this.#at++;
  }

  unexpected(token: Token = this.current): GroovySyntaxError {
    return new GroovySyntaxError(`Unexpected input: '${token.text}'`, token);
  }

  unsupported(what: string, place: Place = this.current): UnsupportedGroovyError {
    return new UnsupportedGroovyError(what, place);
  }
}

export const isWord = (token: Token, text: string): boolean =>
  token.text === text && (token.kind === 'operator' || token.kind === 'name');
