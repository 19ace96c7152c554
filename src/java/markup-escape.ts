import { illegalArgumentException } from './exception.ts';
import { nameOfCharacter } from './html-entities.ts';
import { parseInt32 } from './parse-number.ts';

const html = new Map([...nameOfCharacter, ['&', 'amp'], ['<', 'lt'], ['>', 'gt'], ['"', 'quot']]);
const characterOfName = new Map([...html].map(([character, name]) => [name, character]));
const xml = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** `StringEscapeUtils.escapeHtml4` of Commons Text: a character without an entity of HTML 4 stays. */
export function escapeHtml4(text: string): string {
  return text.replace(/[&<>"]|[^\0-\x9f]/g, (character) => {
    const name = html.get(character);
    return name === undefined ? character : `&${name};`;
  });
}

/**
 * `StringEscapeUtils.unescapeHtml4` of Commons Text: what is no entity, or lacks its semicolon, stays.
 * @throws JavaException IllegalArgumentException for a number that is no code point.
 */
export function unescapeHtml4(text: string): string {
  return text.replace(
    /&(?:#([xX]?)([0-9a-fA-F]+)|(\w+));/g,
    (whole: string, hexadecimal?: string, digits?: string, name?: string) => {
      if (digits === undefined) return characterOfName.get(name!) ?? whole;
      const code = codePoint(digits, hexadecimal !== '');
      if (code === undefined) return whole;
      if (code > 0x10ffff)
        throw illegalArgumentException(
          `Not a valid Unicode code point: 0x${code.toString(16).toUpperCase()}`,
        );
      return String.fromCodePoint(code);
    },
  );
}

function codePoint(digits: string, hexadecimal: boolean): number | undefined {
  try {
    return parseInt32(hexadecimal ? BigInt(`0x${digits}`).toString() : digits);
  } catch {
    return undefined;
  }
}

const NOT_XML =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** `StringEscapeUtils.escapeXml10` of Commons Text: characters that XML 1.0 forbids go. */
export function escapeXml10(text: string): string {
  return text
    .replace(NOT_XML, '')
    .replace(/[&<>"']/g, (character) => xml.get(character)!)
    .replace(/[\x7f-\x84\x86-\x9f]/g, (character) => `&#${character.charCodeAt(0)};`);
}
