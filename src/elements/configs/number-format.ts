import { decimalFormat, type DecimalPrinter } from '../../java/decimal-format.ts';

/**
 * Prints whole numbers by DecimalFormat patterns that may change between calls. An empty or malformed pattern prints
 * the plain number; a malformed one is told to `onError`.
 */
export function numberFormat(): (
  value: number,
  pattern: string,
  onError: (pattern: string) => void,
) => string {
  let compiledPattern = '';
  let printer: DecimalPrinter | undefined;
  return (value, pattern, onError) => {
    if (pattern === '') return String(value);
    if (pattern !== compiledPattern) {
      compiledPattern = pattern;
      printer = compileOrUndefined(pattern);
    }
    if (printer !== undefined) return printer(value);
    onError(pattern);
    return String(value);
  };
}

function compileOrUndefined(pattern: string): DecimalPrinter | undefined {
  try {
    return decimalFormat(pattern);
  } catch {
    return undefined;
  }
}
