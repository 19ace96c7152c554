import { escapeMarkup } from '../escape.ts';

/** Markup that is safe to put into a page. Only `html` makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | undefined | readonly Value[];

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === undefined ? '' : escapeMarkup(String(value));
}

/** Makes markup of a template: what stands in `${…}` is escaped, unless it is markup itself. Attributes need quotes. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...values.map(textOf)));
