/** Characters that XML results never hold as they are: markup, control characters and unassigned code points. */
const SPECIAL = /[&<>"'\0-\x1f\x7f-\x9f]|(?![\u{10000}-\u{10FFFF}])\p{Cn}/gu;
const NAMED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const reference = (char: string): string => NAMED[char] ?? `&#x${(char.codePointAt(0) ?? 0).toString(16)};`;

/** A text as the value of an attribute. */
export const xmlAttribute = (text: string): string => text.replace(SPECIAL, reference);

/** A text as the content of an element: line feeds and tabs stay. */
export const xmlText = (text: string): string =>
  text.replace(SPECIAL, (char) => (char === '\n' || char === '\t' ? char : reference(char)));

const NAME_START =
  /[:A-Z_a-z\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2FF}\u{370}-\u{37D}\u{37F}-\u{1FFF}\u{2070}-\u{218F}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}]|\u{200C}|\u{200D}/u;
const NAME_PART = /[-.0-9\u{B7}\u{203F}\u{2040}]|[\u{300}-\u{36F}]/u;

/**
 * A variable's name as the name of an attribute, as JMeter's XML library makes it: `_` is doubled, `$` is `_-`, and
 * what no XML name may hold is `_.` with four hexadecimal digits.
 */
export function xmlName(name: string): string {
  let encoded = '';
  for (let i = 0; i < name.length; i++) {
    const char = name.charAt(i);
    if (char === '_') encoded += '__';
    else if (char === '$') encoded += '_-';
    else if (NAME_START.test(char) || (i > 0 && NAME_PART.test(char))) encoded += char;
    else encoded += `_.${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return encoded;
}
