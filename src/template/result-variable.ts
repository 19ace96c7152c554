import type { Template, VirtualUser } from '../types.ts';

/** Stores a function's result in the variable that its optional last argument names; no name: nowhere. */
export function storeResult(user: VirtualUser, variable: Template | undefined, value: string): string {
  if (variable === undefined) return value;
  const name = variable.evaluate(user).trim();
  if (name !== '') user.variables.put(name, value);
  return value;
}
