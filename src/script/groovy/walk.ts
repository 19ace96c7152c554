import type { Expression, Statement } from './syntax.ts';

/** Calls `visit` for every statement and expression of a script, the outer ones first. */
export function walk(
  nodes: readonly (Statement | Expression)[],
  visit: (node: Statement | Expression) => void,
): void {
  for (const node of nodes) {
    visit(node);
    walk(childrenOf(node), visit);
  }
}

const isNode = (value: unknown): value is Statement | Expression =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'line' in value &&
  typeof value.kind === 'string';

/** The statements and expressions directly in a node, found wherever they stand in its data. */
function childrenOf(node: object): (Statement | Expression)[] {
  const found: (Statement | Expression)[] = [];
  const look = (value: unknown): void => {
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  Object.values(node).forEach(look);
  return found;
}
