import { scalar, type JmxElement } from '../../jmx/element.ts';
import type { SampleResult, VirtualUser } from '../../types.ts';
import { documentText } from '../document-text.ts';
import type { ElementContext } from '../element-context.ts';

let unescapeHtml: ((text: string) => string) | undefined;

/** Loads what an extractor needs whose "Field to check" may be the unescaped body. */
export const loadUnescape =
  (property: string) =>
  async (element: JmxElement): Promise<void> => {
    const field = scalar(element, property) ?? '';
    if (unescapeHtml !== undefined || !(field.toLowerCase() === 'unescaped' || field.includes('${'))) return;
    const { decode } = await import('html-entities');
    unescapeHtml = (text) => text.replace(ENTITY, (entity) => unescapeEntity(entity, decode));
  };

const ENTITY = /&(?:#(?:[xX][0-9a-fA-F]+|\d+)|[A-Za-z][A-Za-z0-9]*);/g;

/** Numbers stand for any code point; names are those of HTML 4, which has no `&apos;`. */
function unescapeEntity(
  entity: string,
  decode: (text: string, options: { level: 'html4' }) => string,
): string {
  if (entity[1] !== '#') return entity === '&apos;' ? entity : decode(entity, { level: 'html4' });
  const isHex = entity[2] === 'x' || entity[2] === 'X';
  const code = isHex ? parseInt(entity.slice(3), 16) : parseInt(entity.slice(2), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

const FIELDS: Readonly<Record<string, (result: SampleResult) => string>> = {
  url: (result) => result.url ?? '',
  true: (result) => result.responseHeaders,
  request_headers: (result) => result.requestHeaders,
  code: (result) => result.responseCode ?? '',
  message: (result) => result.responseMessage ?? '',
  unescaped: (result) => unescapeHtml?.(result.responseText) ?? result.responseText,
  as_document: documentText,
};

/** Reads the field of a sample that the Regular Expression and the Boundary Extractor look at; else the body. */
export function extractorInput(
  context: ElementContext,
  property: string,
): (user: VirtualUser) => (result: SampleResult) => string {
  const field = context.text(property);
  return (user) => FIELDS[field.evaluate(user).toLowerCase()] ?? ((result) => result.responseText);
}
