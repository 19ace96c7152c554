const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 cannot hold, and that do no good in HTML. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g;
const REPLACEMENT = '\ufffd';

/** Replaces halves of surrogate pairs, which no encoding can write. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, REPLACEMENT);

/** A text of any origin as content, or as a quoted attribute, of XML and HTML. */
export const escapeMarkup = (text: string): string =>
  wellFormed(text)
    .replace(FORBIDDEN, REPLACEMENT)
    .replace(/[&<>"']/g, (char) => NAMED[char] ?? char);

/** The same for an attribute of XML, whose line feeds would become blanks. */
export const escapeAttribute = (text: string): string =>
  escapeMarkup(text).replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
