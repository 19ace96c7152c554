const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&([^;&\s]{0,12});?/g;

/**
 * Resolves character references as JMeter's reader does: any code point is accepted, also those XML forbids
 * (`&#x0;`, `&#x1e;`), so that control characters reach the wire. Throws for a name XML does not predefine.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, body: string) => {
    if (!whole.endsWith(';')) throw new Error(`'${whole}' is not closed by a semicolon`);
    const named = NAMED[body];
    if (named !== undefined) return named;
    const number = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(body);
    const code =
      number === null
        ? Number.NaN
        : Number.parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 10 : 16);
    if (!(code <= 0x10ffff)) throw new Error(`'${whole}' is not a known entity`);
    return String.fromCodePoint(code);
  });
}
