import { parseTimeMs } from './quantity.ts';
import type { Subject } from './subject.ts';
import { SUBJECT_NAMES, subjectNamed } from './subjects.ts';
import { PERCENTAGE, type Unit } from './unit.ts';

/** A criterion that cannot be understood. One line: what, and how to mend it. */
export class CriterionError extends Error {
  override readonly name = 'CriterionError';
}

const COMPARISONS = {
  '>': (value: number, threshold: number) => value > threshold,
  '>=': (value: number, threshold: number) => value >= threshold,
  '<': (value: number, threshold: number) => value < threshold,
  '<=': (value: number, threshold: number) => value <= threshold,
  '=': (value: number, threshold: number) => value === threshold,
  '==': (value: number, threshold: number) => value === threshold,
} as const;

export type Comparison = keyof typeof COMPARISONS;
export type WindowLogic = 'for' | 'within' | 'over';

/** When a run fails, or is stopped: Taurus' pass/fail criterion. It states what must not be. */
export interface Criterion {
  /** What it is called in reports: its message or, without one, itself. */
  readonly name: string;
  /** The whole criterion, in its short form. */
  readonly text: string;
  readonly subject: Subject;
  /** Undefined: all samples. */
  readonly label: string | undefined;
  readonly threshold: string;
  /** How values are shown. */
  readonly unit: Unit;
  /** Is the threshold a share of all rows? */
  readonly isPercentage: boolean;
  /** Does the value meet the condition, so that the criterion is triggered? */
  meets(value: number): boolean;
  /** Undefined: the whole run is looked at, at its end. */
  readonly window: { readonly logic: WindowLogic; readonly seconds: number } | undefined;
  /** Ends the run when it is triggered. Only with a window. */
  readonly stops: boolean;
  /** The run has failed when it is triggered. */
  readonly fails: boolean;
}

/** The parts of a criterion as they are written. */
export interface CriterionParts {
  readonly message?: string | undefined;
  readonly subject: string;
  readonly label?: string | undefined;
  readonly condition: string;
  readonly threshold: string;
  readonly logic?: string | undefined;
  readonly timeframe?: string | undefined;
  readonly stop?: boolean | undefined;
  readonly fail?: boolean | undefined;
}

const isComparison = (text: string): text is Comparison => Object.hasOwn(COMPARISONS, text);
const isLogic = (text: string): text is WindowLogic => ['for', 'within', 'over'].includes(text);

/** The short form, in which a criterion is shown wherever it came from. */
function shortForm(parts: CriterionParts): string {
  const { subject, label, condition, threshold, logic = 'for', timeframe, stop, fail } = parts;
  const of = label === undefined || label === '' ? '' : ` of ${label}`;
  const window = timeframe === undefined ? '' : ` ${logic} ${timeframe}`;
  const action =
    stop === undefined && fail === undefined
      ? ''
      : `, ${stop === false ? 'continue' : 'stop'} as ${fail === false ? 'non-failed' : 'failed'}`;
  return `${subject}${of}${condition}${threshold}${window}${action}`;
}

/**
 * Makes a criterion of its parts.
 * @throws CriterionError
 */
export function criterionOf(parts: CriterionParts): Criterion {
  const text = shortForm(parts);
  const wrong = (why: string): CriterionError => new CriterionError(`The criterion '${text}' ${why}.`);
  const subject = subjectNamed(parts.subject);
  if (subject === undefined) throw wrong(`is about '${parts.subject}', which is none of: ${SUBJECT_NAMES}`);

  const { condition, threshold } = parts;
  if (!isComparison(condition)) throw wrong(`has the condition '${condition}'; use > >= < <= or =`);
  const isPercentage = threshold.endsWith('%');
  if (isPercentage && !subject.isCount && subject.unit !== PERCENTAGE)
    throw wrong(`compares ${parts.subject} with a percentage; use ${subject.unit.what}`);
  const unit = isPercentage ? PERCENTAGE : subject.unit;
  const limit = unit.parse(threshold);
  if (limit === undefined) throw wrong(`has the threshold '${threshold}'; use ${unit.what}`);

  const logic = parts.logic ?? 'for';
  if (!isLogic(logic)) throw wrong(`has the logic '${logic}'; use for, within or over`);
  const timeframeMs = parts.timeframe === undefined ? 0 : parseTimeMs(parts.timeframe);
  if (timeframeMs === undefined)
    throw wrong(`has the time frame '${parts.timeframe}'; write it as in ${logic} 10s`);

  const hasLabel = parts.label !== undefined && parts.label !== '';
  if (hasLabel && !subject.hasLabel) throw wrong(`names a label; ${parts.subject} is about the whole run`);
  if (timeframeMs > 0 && subject.share !== undefined)
    throw wrong(`has a time frame; ${parts.subject} is known at the end of a run only`);

  return {
    name: parts.message === undefined || parts.message === '' ? text : parts.message,
    text,
    subject,
    label: hasLabel ? parts.label : undefined,
    threshold,
    unit,
    isPercentage: isPercentage && subject.isCount,
    meets: (value) => COMPARISONS[condition](value, limit),
    window: timeframeMs === 0 ? undefined : { logic, seconds: timeframeMs / 1000 },
    stops: timeframeMs > 0 && parts.stop !== false,
    fails: parts.fail !== false,
  };
}
