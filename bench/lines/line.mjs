// A line of the table: a figure with what it must be and what is aimed at.

/** At most (or, `atLeast`, at least) a figure; `text` is how it is printed. */
const limit = (value, text, isReached) => ({ value, text, isReached: isReached(value) });

/**
 * @param what first cell.
 * @param figure the number that is judged; undefined when it could not be measured.
 * @param unit printed behind it.
 * @param must, aim numbers, or undefined when the line has none.
 * @param detail figures and spread, in words.
 * @param atLeast whether more is better.
 */
export function line({ what, figure, unit, digits = 2, must, aim, atLeast = false, detail }) {
  const isReached = (value) => (atLeast ? figure >= value : figure <= value);
  const sign = atLeast ? '≥' : '≤';
  const cell = (value) =>
    value === undefined ? undefined : limit(value, `${sign} ${value}${unit}`, isReached);
  return {
    what,
    measured: figure === undefined ? 'not measured' : `${figure.toFixed(digits)}${unit}`,
    must: cell(must),
    aim: cell(aim),
    verdict: figure === undefined ? '' : verdict(figure, cell(must), cell(aim)),
    detail,
  };
}

function verdict(figure, must, aim) {
  if (must !== undefined && !must.isReached) {
    const percent = Math.abs(figure / must.value - 1) * 100;
    return `missed by ${percent.toFixed(percent < 10 ? 1 : 0)} %`;
  }
  if (aim?.isReached) return 'held, aim reached';
  return must === undefined ? '' : 'held';
}
