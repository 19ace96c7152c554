import { element } from './element.ts';

/** Makes the heads of tables buttons that sort them; a second press turns the order around. */
export function sortTables(root: ParentNode): void {
  for (const table of root.querySelectorAll('table')) {
    for (const head of headsOf(table)) {
      // A table of a run that is under way is here again.
      if (head.querySelector('button') !== null) continue;
      const button = element('button', { type: 'button' }, head.textContent ?? '');
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const before = head.getAttribute('aria-sort');
        // Great numbers are what is looked for.
        const descending = before === null ? isNumber(head) : before === 'ascending';
        for (const each of headsOf(table)) each.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
        sortLike(table, table);
      });
    }
  }
}

const headsOf = (table: HTMLTableElement): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('thead th[data-sort]'),
];
const isNumber = (head: HTMLElement): boolean => head.dataset['sort'] === 'number';

/** Sorts the rows of a table by the column that another one with the same columns is sorted by, if it is. */
export function sortLike(table: HTMLTableElement, sorted: HTMLTableElement): void {
  const heads = headsOf(sorted);
  const column = heads.findIndex((head) => head.hasAttribute('aria-sort'));
  const head = heads[column];
  const body = table.tBodies[0];
  if (head === undefined || body === undefined) return;
  const text = (row: HTMLTableRowElement): string => row.cells[column]?.textContent?.trim() ?? '';
  const value = (row: HTMLTableRowElement): number => Number(row.cells[column]?.dataset['order'] ?? 0);
  const collator = new Intl.Collator(undefined, { numeric: true });
  const compare = (a: HTMLTableRowElement, b: HTMLTableRowElement): number =>
    isNumber(head) ? value(a) - value(b) : collator.compare(text(a), text(b));
  const descending = head.getAttribute('aria-sort') === 'descending';
  body.append(...Array.from(body.rows).toSorted((a, b) => (descending ? compare(b, a) : compare(a, b))));
}
