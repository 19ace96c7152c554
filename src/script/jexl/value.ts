import { doubleToString } from '../../java/number-text.ts';

/** A method that scripts may call; undefined: there is none with these arguments. */
export type Method = (args: readonly Value[]) => Value | undefined;

/** A Java object as scripts see it: what is listed here and nothing else. */
export interface HostObject {
  readonly methods: Readonly<Record<string, Method>>;
  /** What it prints. */
  readonly text: () => string;
}

/** A whole number is a bigint, a double a number. */
export type Value = null | boolean | bigint | number | string | Value[] | Map<Value, Value> | HostObject;

export const isHostObject = (value: Value): value is HostObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);

/** `toString` of the Java object; a list prints as a Java List. */
export function valueText(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return doubleToString(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
      if (value instanceof Map)
        return `{${[...value].map(([key, item]) => `${valueText(key)}=${valueText(item)}`).join(', ')}}`;
      return value.text();
  }
}
