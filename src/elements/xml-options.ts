import type { VirtualUser } from '../types.ts';
import type { ParseOptions } from '../xml/xpath1.ts';
import type { ElementContext } from './element-context.ts';

/** Reads how the XPath 1 elements parse: `prefix` is that of their properties. */
export function xmlOptions(context: ElementContext, prefix: string): (user: VirtualUser) => ParseOptions {
  const namespaces = context.boolean(`${prefix}.namespace`);
  const tolerant = context.boolean(`${prefix}.tolerant`);
  const validates = context.text(`${prefix}.validate`).constant?.toLowerCase() === 'true';
  if (validates && context.text(`${prefix}.tolerant`).constant?.toLowerCase() !== 'true')
    throw context.fail('Validation of XML against a DTD is not supported', 'Switch "Validate XML" off.');
  return (user) => ({ namespaces: namespaces(user), tolerant: tolerant(user) });
}

/** The names of the properties of those options, also of those that have no effect here. */
export const xmlOptionProperties = (prefix: string): string[] =>
  [
    'namespace',
    'tolerant',
    'validate',
    'whitespace',
    'quiet',
    'report_errors',
    'show_warnings',
    'download_dtds',
  ].map((name) => `${prefix}.${name}`);
