import { illegalArgumentException, type JavaException } from './exception.ts';

const controls: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };
const ESCAPE = /\\(?:u+\+?([0-9a-fA-F]{4})|u+\+?.{0,4}|([0-3][0-7]{1,2}|[0-7]{1,2})|([btnfr])|(["'\\])?)/gsu;

function malformedUnicode(escape: string): JavaException {
  const digits = escape.replace(/^\\u+\+?/, '');
  return illegalArgumentException(
    digits.length < 4
      ? `Less than 4 hex digits in unicode value: '${escape}' due to end of CharSequence`
      : `Unable to parse unicode value: ${digits}`,
  );
}

/**
 * `StringEscapeUtils.unescapeJava` of Commons Text: control, octal and Unicode escapes; a backslash before any
 * other character goes.
 * @throws JavaException IllegalArgumentException for a Unicode escape without four hexadecimal digits.
 */
export function unescapeJava(text: string): string {
  return text.replace(
    ESCAPE,
    (whole: string, hex?: string, octal?: string, control?: string, literal?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (whole.startsWith('\\u')) throw malformedUnicode(whole);
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return control === undefined ? (literal ?? '') : controls[control]!;
    },
  );
}
