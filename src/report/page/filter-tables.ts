import { element } from './element.ts';

/** A table with fewer rows is looked through faster than typed into. */
const MIN_ROWS = 8;

/** Puts a field above each long table that hides the rows without the typed text. */
export function filterTables(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>('.scroll')) {
    const rows = [...(box.querySelector('tbody')?.rows ?? [])];
    if (rows.length < MIN_ROWS) continue;
    const field = element('input', { type: 'search', placeholder: 'Filter' });
    field.setAttribute('aria-label', `Filter: ${box.getAttribute('aria-label') ?? ''}`);
    const found = element('output', { class: 'note' });
    field.addEventListener('input', () => {
      const wanted = field.value.toLowerCase();
      let shown = 0;
      for (const row of rows) {
        row.hidden = !(row.textContent ?? '').toLowerCase().includes(wanted);
        if (!row.hidden) shown++;
      }
      found.textContent = wanted === '' ? '' : ` ${shown} of ${rows.length} rows`;
    });
    box.before(element('p', { class: 'filter' }, field, found));
  }
}
