import { elementError, type PlanError } from '../jmx/plan-error.ts';
import type { JmxElement, JmxProperty } from '../jmx/element.ts';
import type { CorrelationOptions } from '../correlation/options.ts';
import type { Properties, Template, VirtualUser } from '../types.ts';

/** What the compiler of a plan lends to every element. */
export interface CompileEnvironment {
  /** Compiles one text; `element` and `line` place the error when a function in it is malformed. */
  template(source: string, element: JmxElement, line: number): Template;
  readonly properties: Properties;
  readonly correlation: CorrelationOptions;
  /** Folder of the plan file and the working directory: relative files are looked for in the latter, then the former. */
  readonly planFolder: string;
  readonly workingDirectory: string;
  slot(): number;
  warn(element: JmxElement, message: string): void;
}

/** Reads a number per use; a constant is parsed once. */
export type NumberReader = (user: VirtualUser) => number;
export type BooleanReader = (user: VirtualUser) => boolean;

const INTEGER = /^[+-]?\d+$/;
/** JMeter's int and long accessors: not trimmed, anything that is no number is 0. */
export const parseInteger = (text: string): number => (INTEGER.test(text) ? Number(text) : 0);
const parseFloating = (text: string): number => {
  const value = Number(text.trim());
  return text.trim() === '' || Number.isNaN(value) ? 0 : value;
};
/** JMeter's boolean accessor: exactly `true` in any case. */
export const parseBoolean = (text: string): boolean => text.toLowerCase() === 'true';

/** The properties of one element, as its `compile` reads them. Every reader is made before the run. */
export class ElementContext {
  readonly element: JmxElement;
  readonly environment: CompileEnvironment;
  readonly name: Template;

  constructor(element: JmxElement, environment: CompileEnvironment) {
    this.element = element;
    this.environment = environment;
    this.name = environment.template(element.name, element, element.line);
  }

  /** True when the property is in the plan, even when it is empty. */
  has(property: string): boolean {
    return this.element.properties.has(property);
  }

  /** A text property; `fallback` when it is absent (an empty one stays empty). */
  text(property: string, fallback = ''): Template {
    const p = this.element.properties.get(property);
    return p !== undefined && 'value' in p
      ? this.environment.template(p.value, this.element, p.line)
      : this.environment.template(fallback, this.element, this.element.line);
  }

  /** A whole number; one that was saved as a floating-point property loses its fraction. */
  integer(property: string, fallback = 0): NumberReader {
    const kind = this.element.properties.get(property)?.kind;
    const isFloating = kind === 'double' || kind === 'float';
    return this.#read(
      property,
      String(fallback),
      isFloating ? (text) => Math.trunc(parseFloating(text)) : parseInteger,
    );
  }

  floating(property: string, fallback = 0): NumberReader {
    return this.#read(property, String(fallback), parseFloating);
  }

  boolean(property: string, fallback = false): BooleanReader {
    return this.#read(property, String(fallback), parseBoolean);
  }

  /** The members of a collection property that are texts. */
  texts(property: string): Template[] {
    return this.items(property).flatMap((item) =>
      'value' in item ? [this.environment.template(item.value, this.element, item.line)] : [],
    );
  }

  /** The members of a collection property. */
  items(property: string): readonly JmxProperty[] {
    const p = this.element.properties.get(property);
    return p !== undefined && 'items' in p ? p.items : [];
  }

  /** The elements in a collection property, each read like this one. */
  elements(property: string): ElementContext[] {
    return this.items(property).flatMap((item) =>
      item.kind === 'element' ? [new ElementContext(item.element, this.environment)] : [],
    );
  }

  /** The element that a property holds (`elementProp`). */
  inner(property: string): ElementContext | undefined {
    const p = this.element.properties.get(property);
    return p?.kind === 'element' ? new ElementContext(p.element, this.environment) : undefined;
  }

  /** The name-value pairs of an Arguments property. */
  arguments(property: string): { name: Template; value: Template }[] {
    return (this.inner(property)?.elements('Arguments.arguments') ?? []).map((argument) => ({
      name: argument.text('Argument.name'),
      value: argument.text('Argument.value'),
    }));
  }

  /** A slot in `VirtualUser.slots` that this element owns. */
  slot(): number {
    return this.environment.slot();
  }

  /** A key no other element has, for the shared cells of this element. */
  uniqueKey(): string {
    return `element ${this.environment.slot()}`;
  }

  warn(message: string): void {
    this.environment.warn(this.element, message);
  }

  /** An error for a plan that cannot run as written: `throw context.fail(what, remedy)`. */
  fail(what: string, remedy: string): PlanError {
    return elementError(this.element, what, remedy);
  }

  #read<T>(property: string, fallback: string, parse: (text: string) => T): (user: VirtualUser) => T {
    const template = this.text(property, fallback);
    if (template.constant === undefined) return (user) => parse(template.evaluate(user));
    const value = parse(template.constant);
    return () => value;
  }
}
