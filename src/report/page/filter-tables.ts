import { element } from './element.ts';

/** A table with fewer rows is looked through faster than typed into. */
const MIN_ROWS = 8;

/** Puts a field above each long table that hides the rows without the typed text. What is typed already stays in force. */
export function filterTables(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>('.scroll')) {
    const place = box.previousElementSibling;
    const rows = [...(box.querySelector('tbody')?.rows ?? [])];
    if (!(place instanceof HTMLElement) || !place.classList.contains('filter')) continue;
    if (place.hidden && rows.length >= MIN_ROWS) addField(place, box);
    const field = place.querySelector('input');
    if (field !== null) filter(rows, field.value, place.querySelector('output'));
  }
}

function addField(place: HTMLElement, box: HTMLElement): void {
  const field = element('input', { type: 'search', placeholder: 'Filter' });
  field.setAttribute('aria-label', `Filter: ${box.getAttribute('aria-label') ?? ''}`);
  const found = element('output', { class: 'note' });
  field.addEventListener('input', () => {
    filter([...(box.querySelector('tbody')?.rows ?? [])], field.value, found);
  });
  place.hidden = false;
  place.append(field, found);
}

function filter(rows: readonly HTMLTableRowElement[], text: string, found: HTMLOutputElement | null): void {
  const wanted = text.toLowerCase();
  let shown = 0;
  for (const row of rows) {
    row.hidden = !(row.textContent ?? '').toLowerCase().includes(wanted);
    if (!row.hidden) shown++;
  }
  const message = wanted === '' ? '' : ` ${shown} of ${rows.length} rows`;
  if (found !== null && found.textContent !== message) found.textContent = message;
}
