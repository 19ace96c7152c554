import type { FunctionDefinition } from '../definition.ts';
import { counter } from './counter.ts';
import { p } from './p.ts';
import { property } from './property.ts';
import { threadNum } from './thread-num.ts';
import { v } from './v.ts';

/** Every function, in the order of the compatibility table. */
export const functions: readonly FunctionDefinition[] = [p, property, v, counter, threadNum];

const byName = new Map(functions.map((definition) => [definition.name, definition]));

/** The function of that name; names are case-sensitive. */
export const functionNamed = (name: string): FunctionDefinition | undefined => byName.get(name);
