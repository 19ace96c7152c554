import { applyBinary, applyUnary, toBoolean, type Dialect } from './arithmetic.ts';
import { callMethod, getProperty, isEmpty, setProperty, sizeOf } from './methods.ts';
import { JexlError, type Expression, type Statement } from './syntax.ts';
import { valueText, type Value } from './value.ts';

/** Passes of all loops of one script. */
const MAX_PASSES = 1_000_000;
const MAX_TEXT_LENGTH = 10_000_000;
const MAX_INTEGER = 2n ** 4096n;

/** A variable, or something of null, that is not there; `?:`, `??` and `? :` take it for null. */
class UndefinedError extends JexlError {}

/** What a statement left: its value, and whether it ended the script, the loop or the pass. */
interface Outcome {
  readonly value: Value;
  readonly leaves: 'return' | 'break' | 'continue' | undefined;
}

const REFERENCES: ReadonlySet<Expression['kind']> = new Set(['variable', 'property', 'method']);

const NOTHING: Outcome = { value: null, leaves: undefined };

/** `a.b.c` as one name: JEXL lets scripts assign to such names. */
function dottedName(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name;
  if (expression.kind !== 'property' || expression.key.kind !== 'literal') return undefined;
  const { value } = expression.key;
  const before = dottedName(expression.object);
  return before === undefined || typeof value !== 'string' ? undefined : `${before}.${value}`;
}

/** Runs one script once. */
export class Interpreter {
  readonly #dialect: Dialect;
  readonly #lookUp: (name: string) => Value | undefined;
  readonly #variables = new Map<string, Value>();
  #passes = 0;

  /** @param lookUp finds what the script did not define itself; undefined: nothing. */
  constructor(dialect: Dialect, lookUp: (name: string) => Value | undefined) {
    this.#dialect = dialect;
    this.#lookUp = lookUp;
  }

  /** The value of the last statement. @throws JexlError. */
  run(statements: readonly Statement[]): Value {
    return this.#runAll(statements).value;
  }

  #runAll(statements: readonly Statement[]): Outcome {
    let outcome = NOTHING;
    for (const statement of statements) {
      outcome = this.#runOne(statement);
      if (outcome.leaves !== undefined) return outcome;
    }
    return outcome;
  }

  #runOne(statement: Statement): Outcome {
    switch (statement.kind) {
      case 'expression':
        return { value: this.#evaluate(statement.expression), leaves: undefined };
      case 'block':
        return this.#runAll(statement.statements);
      case 'if': {
        const chosen = this.#truth(statement.condition) ? statement.yes : statement.no;
        return chosen === undefined ? NOTHING : this.#runOne(chosen);
      }
      case 'for':
        return this.#loop(this.#items(statement.items), (item) => {
          this.#variables.set(statement.name, item);
          return this.#runOne(statement.body);
        });
      case 'while':
        return this.#loop(this.#whileHolds(statement.condition, statement.bodyFirst), () =>
          this.#runOne(statement.body),
        );
      case 'return':
        return {
          value: statement.value === undefined ? null : this.#evaluate(statement.value),
          leaves: 'return',
        };
      default:
        return { value: null, leaves: statement.kind };
    }
  }

  #loop(items: Iterable<Value>, body: (item: Value) => Outcome): Outcome {
    let value: Value = null;
    for (const item of items) {
      if (++this.#passes > MAX_PASSES) throw new JexlError('too many passes of a loop');
      const outcome = body(item);
      if (outcome.leaves === 'return') return outcome;
      if (outcome.leaves === 'break') break;
      if (outcome.leaves === undefined) value = outcome.value;
    }
    return { value, leaves: undefined };
  }

  *#whileHolds(condition: Expression, bodyFirst: boolean): Iterable<Value> {
    if (bodyFirst) yield null;
    while (this.#truth(condition)) yield null;
  }

  /** What a loop goes through; a range is not made into a list. */
  *#items(expression: Expression): Iterable<Value> {
    if (expression.kind === 'range') {
      const [from, to] = [this.#integer(expression.left), this.#integer(expression.right)];
      const step = from <= to ? 1n : -1n;
      for (let i = from; i !== to + step; i += step) yield i;
      return;
    }
    const value = this.#evaluate(expression);
    if (Array.isArray(value)) yield* value.slice();
    else if (value instanceof Map) yield* Array.from(value.values());
  }

  #integer(expression: Expression): bigint {
    const value = this.#evaluate(expression);
    if (typeof value !== 'bigint') throw new JexlError(`not an integer: ${valueText(value)}`);
    return value;
  }

  /** null for a variable, a property or a method of something that is not defined. */
  #orNull(expression: Expression): Value {
    try {
      return this.#evaluate(expression);
    } catch (error) {
      if (error instanceof UndefinedError && REFERENCES.has(expression.kind)) return null;
      throw error;
    }
  }

  #evaluate(expression: Expression): Value {
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'list':
        return expression.items.map((item) => this.#evaluate(item));
      case 'map':
        return new Map(
          expression.entries.map(([key, value]) => [this.#evaluate(key), this.#evaluate(value)]),
        );
      case 'variable':
        return this.#variable(expression.name);
      case 'property':
        return this.#property(expression);
      case 'method':
        return this.#method(expression);
      case 'call':
        return this.#call(expression.name, expression.argument);
      case 'unary':
        return applyUnary(expression.operator, this.#evaluate(expression.operand), this.#dialect);
      case 'binary':
        return bounded(
          applyBinary(
            expression.operator,
            this.#evaluate(expression.left),
            this.#evaluate(expression.right),
            this.#dialect,
          ),
        );
      case 'and':
        return this.#truth(expression.left) && this.#truth(expression.right);
      case 'or':
        return this.#truth(expression.left) || this.#truth(expression.right);
      case 'range':
        return [...this.#rangeItems(expression)];
      case 'elvis': {
        const left = this.#orNull(expression.left);
        return left !== null && toBoolean(left, this.#dialect) ? left : this.#evaluate(expression.right);
      }
      case 'coalesce':
        return this.#orNull(expression.left) ?? this.#evaluate(expression.right);
      case 'ternary':
        return this.#evaluate(this.#chosen(expression));
      default:
        return this.#assign(expression.target, this.#evaluate(expression.value));
    }
  }

  #chosen({ condition, yes, no }: Expression & { kind: 'ternary' }): Expression {
    const value = this.#orNull(condition);
    return value !== null && toBoolean(value, this.#dialect) ? yes : no;
  }

  *#rangeItems(expression: Expression): Iterable<Value> {
    for (const item of this.#items(expression)) {
      if (++this.#passes > MAX_PASSES) throw new JexlError('the range is too long');
      yield item;
    }
  }

  #truth(expression: Expression): boolean {
    return toBoolean(this.#evaluate(expression), this.#dialect);
  }

  #variable(name: string): Value {
    const value = this.#variables.get(name) ?? (this.#variables.has(name) ? null : this.#lookUp(name));
    if (value === undefined) throw new UndefinedError(`variable '${name}' is undefined`);
    return value;
  }

  #property(expression: Expression & { kind: 'property' }): Value {
    const name = dottedName(expression);
    if (name !== undefined && this.#variables.has(name)) return this.#variables.get(name)!;
    const key = this.#evaluate(expression.key);
    const object = this.#evaluate(expression.object);
    const value = object === null ? undefined : getProperty(object, key);
    if (value === undefined) throw new UndefinedError(`unsolvable property '${valueText(key)}'`);
    return value;
  }

  #method({ object, name, args }: Expression & { kind: 'method' }): Value {
    const target = this.#evaluate(object);
    if (target === null) throw new UndefinedError(`unsolvable function/method '${name}'`);
    return callMethod(
      target,
      name,
      args.map((argument) => this.#evaluate(argument)),
    );
  }

  /** `size` and `empty`; since JEXL 3 they take what cannot be evaluated for null. */
  #call(name: 'size' | 'empty', argument: Expression): Value {
    const isNew = this.#dialect === 'jexl3';
    let value: Value = null;
    try {
      value = this.#evaluate(argument);
    } catch (error) {
      if (!isNew || !(error instanceof JexlError)) throw error;
    }
    return name === 'empty' ? isEmpty(value, isNew) : sizeOf(value);
  }

  #assign(target: Expression, value: Value): Value {
    if (target.kind === 'variable') this.#variables.set(target.name, value);
    else if (target.kind === 'property') {
      const name = dottedName(target);
      const object = name === undefined ? this.#evaluate(target.object) : this.#orNull(target.object);
      if (object === null && name !== undefined) this.#variables.set(name, value);
      else setProperty(object, this.#evaluate(target.key), value);
    }
    return value;
  }
}

/** Keeps a script from filling the memory. */
function bounded(value: Value): Value {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    throw new JexlError('the text is too long');
  if (typeof value === 'bigint' && (value > MAX_INTEGER || value < -MAX_INTEGER))
    throw new JexlError('the number is too large');
  return value;
}
