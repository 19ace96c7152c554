import { count, milliseconds, percent } from '../format.ts';
import { oneLine, table } from '../table.ts';
import type { LabelComparison } from './compare.ts';
import type { LabelTimes } from './compare-collector.ts';

const HEAD = ['Label (times in ms)', 'samples', 'median', '', 'p95', '', 'errors', ''];

const both = ({ base, now }: LabelComparison, text: (label: LabelTimes) => string): string =>
  `${base === undefined ? '-' : text(base)} → ${now === undefined ? '-' : text(now)}`;

/** `+12%`; nothing when there is nothing to compare, or to divide by. */
function changeText(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined || before === 0) return '';
  const change = Math.round((after / before - 1) * 100);
  return `${change > 0 ? '+' : ''}${change}%`;
}

function verdict({ change, figures, failsMore }: LabelComparison): string {
  const times = figures.length === 0 ? change : `${change} (${figures.join(', ')})`;
  return [change === 'same' && failsMore ? '' : times, failsMore ? 'fails more' : '']
    .filter((text) => text !== '')
    .join(', ');
}

/** Two runs side by side, a line for each label. Ends with a line feed. */
export function compareText(comparisons: readonly LabelComparison[], width: number): string {
  const rows = comparisons.map((comparison) => {
    const { label, base, now } = comparison;
    return [
      oneLine(label),
      both(comparison, (times) => count(times.count)),
      both(comparison, ({ medianMs }) => milliseconds(medianMs)),
      changeText(base?.medianMs, now?.medianMs),
      both(comparison, ({ p95Ms }) => milliseconds(p95Ms)),
      changeText(base?.p95Ms, now?.p95Ms),
      both(comparison, (times) => percent(times.errors, times.count)),
      verdict(comparison),
    ];
  });
  return `${table([HEAD, ...rows], width)
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
