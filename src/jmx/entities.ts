const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([0-9a-fA-F]+);|#(\d+);|(lt|gt|amp|quot|apos);|[^;&\s]{0,20};?)/g;

/**
 * Resolves character references as JMeter's reader does: any code point is accepted, also those XML forbids
 * (`&#x0;`, `&#x1e;`), so that control characters reach the wire. Throws for a name XML does not predefine.
 */
export const decodeEntities = (text: string): string =>
  text.replace(REFERENCE, (whole: string, hex?: string, decimal?: string, name?: string) => {
    const named = name === undefined ? undefined : NAMED[name];
    if (named !== undefined) return named;
    if (!whole.endsWith(';')) throw new Error(`'${whole}' is not closed by a semicolon`);
    const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
    if (!(code <= 0x10ffff)) throw new Error(`'${whole}' is not a known entity`);
    return String.fromCodePoint(code);
  });
