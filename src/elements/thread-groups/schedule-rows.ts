import type { VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

const number = (text: string): number => {
  const value = Number(text.trim());
  return Number.isNaN(value) ? 0 : value;
};

/** The table of a plugin's thread group: a collection of collections. What is no number is 0. */
export function readRows(context: ElementContext, property: string): (user: VirtualUser) => number[][] {
  const rows = context
    .items(property)
    .map((row) =>
      'items' in row
        ? row.items.map((cell) =>
            context.environment.template('value' in cell ? cell.value : '', context.element, cell.line),
          )
        : [],
    );
  return (user) => rows.map((row) => row.map((cell) => number(cell.evaluate(user))));
}
