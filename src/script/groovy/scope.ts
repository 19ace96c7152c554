import type { JavaType } from './coerce.ts';
import { UnsupportedGroovyError, type Place, type TypeName } from './syntax.ts';
import { resolveClass } from './class-registry.ts';
import type { Closure, Value } from './value.ts';

/** A variable of a running function; closures that see it hold the same box. */
export interface Box {
  value: Value;
}

/** One call of a function: its variables, and the closure that it runs. */
export interface Frame {
  readonly boxes: Box[];
  readonly closure: Closure | undefined;
  /** The call in which the closure was made. */
  readonly outer: Frame | undefined;
  /** What `return` gave. */
  result: Value;
}

export type Run = (frame: Frame) => Value;

/** A method that the script defines. */
export interface ScriptMethod {
  readonly least: number;
  readonly most: number;
  invoke: (args: readonly Value[]) => Value;
}

/** What is known about the whole script while it is compiled. */
export interface ScriptContext {
  /** Variables that the place of the script gives it (`vars`, `prev`). */
  readonly bindings: ReadonlySet<string>;
  /** Names that the script assigns without declaring them. */
  readonly assigned: Set<string>;
  readonly methods: Map<string, ScriptMethod[]>;
  /** Full names of classes by their names in the script. */
  readonly imports: Map<string, string>;
  readonly staticImports: Map<string, { readonly className: string; readonly member: string }>;
}

export interface Variable {
  readonly slot: number;
  readonly type: JavaType | undefined;
}

/** The variables of one function while it is compiled. */
export class Scope {
  readonly script: ScriptContext;
  /** The function around a closure; undefined for the script and for methods. */
  readonly outer: Scope | undefined;
  /** Variables of the function around it that a closure takes over, and where it keeps them. */
  readonly captures: { readonly from: number; readonly to: number }[] = [];
  readonly #blocks: Map<string, Variable>[] = [new Map()];
  #slots = 0;

  constructor(script: ScriptContext, outer: Scope | undefined) {
    this.script = script;
    this.outer = outer;
  }

  get isClosure(): boolean {
    return this.outer !== undefined;
  }

  /** Compiles in a block of its own. */
  block<T>(compile: () => T): T {
    this.#blocks.push(new Map());
    try {
      return compile();
    } finally {
      this.#blocks.pop();
    }
  }

  declare(name: string, type: JavaType | undefined): Variable {
    const variable = { slot: this.#slots++, type };
    this.#blocks.at(-1)!.set(name, variable);
    return variable;
  }

  /** The variable of that name, taken over from the function around it when it is there. */
  find(name: string): Variable | undefined {
    for (let i = this.#blocks.length - 1; i >= 0; i--) {
      const found = this.#blocks[i]!.get(name);
      if (found !== undefined) return found;
    }
    const outside = this.outer?.find(name);
    if (outside === undefined) return undefined;
    const taken = { slot: this.#slots++, type: outside.type };
    this.captures.push({ from: outside.slot, to: taken.slot });
    this.#blocks[0]!.set(name, taken);
    return taken;
  }

  /** The class of that name in this script, or undefined. */
  classNamed(name: string): string | undefined {
    return this.script.imports.get(name) ?? resolveClass(name);
  }

  /** A type as written. @throws UnsupportedGroovyError for a class that is not supported. */
  type({ name, dimensions, place }: TypeName): JavaType {
    return { name: this.className(name, place), dimensions };
  }

  /** @throws UnsupportedGroovyError. */
  className(name: string, place: Place): string {
    const found = name === 'def' ? 'java.lang.Object' : this.classNamed(name);
    if (found === undefined) throw new UnsupportedGroovyError(`the class ${name}`, place);
    return found;
  }
}

/** The type that a declaration enforces; undefined for `def` and Object. */
export const enforced = (type: JavaType): JavaType | undefined =>
  type.name === 'java.lang.Object' && type.dimensions === 0 ? undefined : type;
