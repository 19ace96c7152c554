import { unescapeHtml4 } from '../../java/markup-escape.ts';
import type { SampleResult, VirtualUser } from '../../types.ts';
import { documentText } from '../document-text.ts';
import type { ElementContext } from '../element-context.ts';

const FIELDS: Readonly<Record<string, (result: SampleResult) => string>> = {
  url: (result) => result.url ?? '',
  true: (result) => result.responseHeaders,
  request_headers: (result) => result.requestHeaders,
  code: (result) => result.responseCode ?? '',
  message: (result) => result.responseMessage ?? '',
  unescaped: (result) => unescapeHtml4(result.responseText),
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
