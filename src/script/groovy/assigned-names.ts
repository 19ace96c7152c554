import type { Statement } from './syntax.ts';
import { walk } from './walk.ts';

/**
 * Names that a script assigns (they are variables of the whole script where no declaration is in sight), and with a
 * point before them those that it assigns to members or uses as keys of maps.
 */
export function assignedNames(statements: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  walk(statements, (node) => {
    switch (node.kind) {
      case 'assign':
        if (node.target.kind === 'name') names.add(node.target.name);
        if (node.target.kind === 'property' && typeof node.target.name === 'string')
          names.add(`.${node.target.name}`);
        break;
      case 'multi-assign':
        for (const target of node.targets) if (target.kind === 'name') names.add(target.name);
        break;
      case 'step':
        if (node.target.kind === 'name') names.add(node.target.name);
        break;
      case 'map':
        for (const { key } of node.items) if (key?.kind === 'constant') names.add(`.${String(key.value)}`);
        break;
      default:
    }
  });
  return names;
}
