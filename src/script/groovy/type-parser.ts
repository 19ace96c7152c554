import type { TypeName } from './syntax.ts';
import { isWord, type TokenCursor } from './token-cursor.ts';

export const PRIMITIVES: ReadonlySet<string> = new Set([
  'int',
  'long',
  'double',
  'boolean',
  'char',
  'byte',
  'short',
  'float',
  'void',
]);

/** Names that begin a declaration and say no type. */
export const MODIFIERS: ReadonlySet<string> = new Set([
  'def',
  'var',
  'final',
  'static',
  'private',
  'public',
  'protected',
  'synchronized',
]);

const isTypeWord = (name: string): boolean => PRIMITIVES.has(name) || /^\p{Lu}/u.test(name);

/**
 * Reads a type when one stands here: a primitive, a class with its package, type arguments and `[]`. Where none stands
 * the cursor stays and the answer is undefined. A name counts as a class when it begins with a capital.
 */
export function tryType(cursor: TokenCursor): TypeName | undefined {
  const start = cursor.position;
  const place = cursor.current;
  if (cursor.current.kind !== 'name') return undefined;
  let name = cursor.advance().text;
  while (!isTypeWord(name.slice(name.lastIndexOf('.') + 1)) || isNestedClass(cursor)) {
    if (!cursor.is('.') || cursor.peek().kind !== 'name') {
      cursor.rewind(start);
      return undefined;
    }
    cursor.advance();
    name += `.${cursor.advance().text}`;
  }
  if (cursor.is('<') && !skipTypeArguments(cursor)) {
    cursor.rewind(start);
    return undefined;
  }
  let dimensions = 0;
  while (cursor.is('[') && isWord(cursor.peek(), ']')) {
    cursor.advance();
    cursor.advance();
    dimensions++;
  }
  return { name, dimensions, place };
}

/** `Map.Entry`: a class in a class. */
const isNestedClass = (cursor: TokenCursor): boolean =>
  cursor.is('.') &&
  cursor.peek().kind === 'name' &&
  /^\p{Lu}\p{Ll}/u.test(cursor.peek().text) &&
  cursor.peek(2).text !== '(';

/** `<String, List<Integer>>`; false where it is no such thing. */
function skipTypeArguments(cursor: TokenCursor): boolean {
  let depth = 0;
  for (;;) {
    const { kind, text } = cursor.current;
    if (kind === 'operator' && /^<$|^>+$/.test(text)) depth += text === '<' ? 1 : -text.length;
    else if (!(kind === 'name' || (kind === 'operator' && [',', '.', '?', '[', ']', '&'].includes(text))))
      return false;
    cursor.advance();
    if (depth <= 0) return depth === 0;
  }
}
