import type { Properties } from '../../types.ts';

const MARK = '****** ';

/**
 * Shows where two texts differ, as the failure text of an "equals" Response Assertion does: the text around the
 * difference cut to `assertion.equals_section_diff_len` characters, the difference between marks, the shorter one
 * filled up with blanks.
 */
export function equalsDifference(properties: Properties): (received: string, comparison: string) => string {
  const section = Number(properties.get('assertion.equals_section_diff_len') ?? 100);
  const open = properties.get('assertion.equals_diff_delta_start') ?? '[[[';
  const close = properties.get('assertion.equals_diff_delta_end') ?? ']]]';
  const head = (text: string): string => (text.length <= section ? text : `${text.slice(0, section)}...`);
  const tail = (text: string): string => (text.length <= section ? text : `...${text.slice(-section)}`);
  return (received, comparison) => {
    const shorter = Math.min(received.length, comparison.length);
    let first = 0;
    while (first < shorter && received[first] === comparison[first]) first++;
    let [receivedEnd, comparisonEnd] = [received.length, comparison.length];
    // One character after the first difference stays in the middle part.
    while (
      receivedEnd - 1 > first &&
      comparisonEnd - 1 > first &&
      received[receivedEnd - 1] === comparison[comparisonEnd - 1]
    ) {
      receivedEnd--;
      comparisonEnd--;
    }
    const before = tail(received.slice(0, first));
    const after = head(received.slice(receivedEnd));
    const middles = [head(received.slice(first, receivedEnd)), head(comparison.slice(first, comparisonEnd))];
    const width = Math.max(...middles.map((text) => text.length));
    const [a, b] = middles.map((text) => before + open + text.padEnd(width) + close + after);
    return `\n\n${MARK}received  : ${a}\n\n${MARK}comparison: ${b}\n\n`;
  };
}
