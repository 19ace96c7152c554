import type { Template, VirtualUser } from '../../types.ts';

export type IndexVariable = (user: VirtualUser, index: number) => void;

/** Keeps `__jm__<name>__idx`, the 0-based index of the running pass of a loop. Loops of one name share it. */
export function indexVariable(name: Template): IndexVariable {
  const fixed = name.constant === undefined ? undefined : `__jm__${name.constant}__idx`;
  return (user, index) => user.variables.put(fixed ?? `__jm__${name.evaluate(user)}__idx`, index);
}
