/** Where something stands in a script: 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A script that is not Groovy. */
export class GroovySyntaxError extends Error {
  override readonly name = 'GroovySyntaxError';
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

/** A script that is Groovy beyond what is supported here. The message names the construct or class. */
export class UnsupportedGroovyError extends Error {
  override readonly name = 'UnsupportedGroovyError';
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

export type TokenKind = 'name' | 'number' | 'text' | 'gstring' | 'operator' | 'newline' | 'end';

/** A piece of a GString: literal text or the tokens of an expression. */
export type GStringPart = string | readonly Token[];

export interface Token extends Place {
  readonly kind: TokenKind;
  /** The name, operator or number as written; a text as it is meant. */
  readonly text: string;
  readonly parts?: readonly GStringPart[];
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  readonly spaceBefore: boolean;
}

/** A type as written, without its type arguments: `int`, `String`, `java.util.Map`; `def` for none. */
export interface TypeName {
  readonly name: string;
  readonly dimensions: number;
  readonly place: Place;
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeName;
  readonly fallback: Expression | undefined;
  readonly variable: boolean;
}

export interface FunctionBody {
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

export interface Argument {
  readonly value: Expression;
  readonly spread: boolean;
}

/** `[a: 1]`, or `foo(a: 1)`. */
export interface MapItem {
  /** undefined: `*: map`. */
  readonly key: Expression | undefined;
  readonly value: Expression;
}

export type Expression = Place & { readonly start: number; readonly end: number } & (
    | { readonly kind: 'constant'; readonly value: string | number | bigint | boolean | null }
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'gstring'; readonly parts: readonly (string | Expression)[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Argument[] }
    | { readonly kind: 'map'; readonly items: readonly MapItem[] }
    | { readonly kind: 'closure'; readonly implicit: boolean; readonly code: FunctionBody }
    | {
        readonly kind: 'property';
        readonly object: Expression;
        readonly name: string | Expression;
        readonly mode: 'plain' | 'safe' | 'spread';
      }
    | {
        readonly kind: 'call';
        /** undefined: a method of the script, or a closure in a variable. */
        readonly object: Expression | undefined;
        readonly name: string | Expression;
        readonly mode: 'plain' | 'safe' | 'spread';
        readonly args: readonly Argument[];
        readonly named: readonly MapItem[];
      }
    | { readonly kind: 'method-reference'; readonly object: Expression; readonly name: string }
    | {
        readonly kind: 'index';
        readonly object: Expression;
        readonly index: Expression;
        readonly safe: boolean;
      }
    | { readonly kind: 'new'; readonly type: TypeName; readonly args: readonly Argument[] }
    | {
        readonly kind: 'new-array';
        readonly type: TypeName;
        readonly sizes: readonly Expression[];
        readonly items: readonly Argument[] | undefined;
      }
    | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
    | {
        readonly kind: 'step';
        readonly operator: '++' | '--';
        readonly prefix: boolean;
        readonly target: Expression;
      }
    | {
        readonly kind: 'binary';
        readonly operator: string;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'type-test';
        readonly negated: boolean;
        readonly operand: Expression;
        readonly type: TypeName;
      }
    | { readonly kind: 'cast'; readonly as: boolean; readonly operand: Expression; readonly type: TypeName }
    | {
        readonly kind: 'conditional';
        readonly test: Expression;
        /** undefined: `?:`. */
        readonly consequent: Expression | undefined;
        readonly otherwise: Expression;
      }
    | {
        readonly kind: 'assign';
        readonly operator: string;
        readonly target: Expression;
        readonly value: Expression;
      }
    | { readonly kind: 'multi-assign'; readonly targets: readonly Expression[]; readonly value: Expression }
  );

export interface CatchClause {
  readonly types: readonly TypeName[];
  readonly name: string;
  readonly body: readonly Statement[];
}

export interface SwitchCase {
  /** undefined: `default`. */
  readonly test: Expression | undefined;
  readonly body: readonly Statement[];
}

export type Statement = Place &
  (
    | { readonly kind: 'expression'; readonly expression: Expression }
    | {
        readonly kind: 'declare';
        readonly type: TypeName;
        readonly names: readonly { readonly name: string; readonly init: Expression | undefined }[];
      }
    | {
        readonly kind: 'declare-many';
        readonly targets: readonly { readonly name: string; readonly type: TypeName }[];
        readonly init: Expression;
      }
    | {
        readonly kind: 'if';
        readonly test: Expression;
        readonly consequent: readonly Statement[];
        readonly otherwise: readonly Statement[] | undefined;
      }
    | {
        readonly kind: 'for';
        readonly init: readonly Statement[];
        readonly test: Expression | undefined;
        readonly update: readonly Expression[];
        readonly body: readonly Statement[];
      }
    | {
        readonly kind: 'for-in';
        readonly type: TypeName;
        readonly name: string;
        readonly items: Expression;
        readonly body: readonly Statement[];
      }
    | {
        readonly kind: 'while';
        readonly test: Expression;
        readonly body: readonly Statement[];
        readonly testFirst: boolean;
      }
    | { readonly kind: 'switch'; readonly subject: Expression; readonly cases: readonly SwitchCase[] }
    | {
        readonly kind: 'try';
        readonly body: readonly Statement[];
        readonly catches: readonly CatchClause[];
        readonly last: readonly Statement[] | undefined;
      }
    | { readonly kind: 'throw'; readonly value: Expression }
    | { readonly kind: 'return'; readonly value: Expression | undefined }
    | { readonly kind: 'break' }
    | { readonly kind: 'continue' }
    | {
        readonly kind: 'assert';
        readonly test: Expression;
        readonly message: Expression | undefined;
        /** The text from `assert` to the end of the test. */
        readonly text: string;
      }
    | { readonly kind: 'block'; readonly body: readonly Statement[] }
    | { readonly kind: 'method'; readonly name: string; readonly code: FunctionBody; readonly type: TypeName }
    | { readonly kind: 'import'; readonly name: string; readonly alias: string; readonly isStatic: boolean }
  );
