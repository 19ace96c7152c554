/** Splits at a separator as Java's String.split does: empty items at the end are dropped. */
export function splitList(text: string, separator: string): string[] {
  if (text === '') return [''];
  const items = text.split(separator);
  while (items.at(-1) === '') items.pop();
  return items;
}
