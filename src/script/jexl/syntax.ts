/** What a JEXL script is made of after parsing. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'property'; readonly object: Expression; readonly key: Expression }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  /** `size(x)` and `empty(x)`. */
  | { readonly kind: 'call'; readonly name: 'size' | 'empty'; readonly argument: Expression }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or' | 'range'; readonly left: Expression; readonly right: Expression }
  /** `?:` takes the right one when the left is empty or false, `??` when it is null; both also when it is undefined. */
  | { readonly kind: 'elvis' | 'coalesce'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'ternary';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly kind: 'assign'; readonly target: Expression; readonly value: Expression };

export type UnaryOperator = '!' | '-' | '+' | '~';
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '=~'
  | '!~'
  | '=^'
  | '!^'
  | '=$'
  | '!$';

export type Statement =
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'block'; readonly statements: readonly Statement[] }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: Statement;
      readonly no: Statement | undefined;
    }
  | { readonly kind: 'for'; readonly name: string; readonly items: Expression; readonly body: Statement }
  | {
      readonly kind: 'while';
      readonly condition: Expression;
      readonly body: Statement;
      /** `do … while`: the body runs before the condition. */
      readonly bodyFirst: boolean;
    }
  | { readonly kind: 'return'; readonly value: Expression | undefined }
  | { readonly kind: 'break' | 'continue' };

/** A script that does not parse, or an operation that JEXL refuses. */
export class JexlError extends Error {
  override readonly name = 'JexlError';
}
