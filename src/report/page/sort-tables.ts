import { element } from './element.ts';

/** Makes the heads of tables buttons that sort them; a second press turns the order around. */
export function sortTables(root: ParentNode): void {
  for (const table of root.querySelectorAll('table')) {
    const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-sort]')];
    for (const [column, head] of heads.entries()) {
      const button = element('button', { type: 'button' }, head.textContent ?? '');
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const isNumber = head.dataset['sort'] === 'number';
        const before = head.getAttribute('aria-sort');
        // Great numbers are what is looked for.
        const descending = before === null ? isNumber : before === 'ascending';
        for (const each of heads) each.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
        sortRows(table, column, isNumber, descending);
      });
    }
  }
}

function sortRows(table: HTMLTableElement, column: number, isNumber: boolean, descending: boolean): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  const text = (row: HTMLTableRowElement): string => row.cells[column]?.textContent?.trim() ?? '';
  const value = (row: HTMLTableRowElement): number => Number(row.cells[column]?.dataset['order'] ?? 0);
  const collator = new Intl.Collator(undefined, { numeric: true });
  const compare = (a: HTMLTableRowElement, b: HTMLTableRowElement): number =>
    isNumber ? value(a) - value(b) : collator.compare(text(a), text(b));
  const rows = Array.from(body.rows).toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)));
  body.append(...rows);
}
