import { CriterionError, criterionOf, type Criterion, type CriterionParts } from './criterion.ts';
import { subjectNamed } from './subjects.ts';

/** `subject [of label] condition threshold [for|within|over time] [, stop|continue [as failed|non-failed]]` */
const SHORT_FORM =
  /^(?<subject>[\w?*.-]+)(?:\s+of\s+(?<label>\S.*?))?\s*(?<condition>>=|<=|==|=|>|<)\s*(?<threshold>[^\s,<>=]+)(?:\s+(?<logic>for|within|over)\s+(?<timeframe>[^\s,<>=]+))?(?:\s*,\s*(?<action>stop|continue)(?:\s+as\s+(?<status>failed|non-failed))?)?$/;

const HELP = 'write it as in: p95 of echo>50ms for 10s, stop as failed';

function partsOf(text: string): CriterionParts | undefined {
  const groups = SHORT_FORM.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { subject = '', label, condition = '', threshold = '', logic, timeframe, action, status } = groups;
  return {
    subject,
    label,
    condition,
    threshold,
    logic,
    timeframe,
    stop: action === undefined ? undefined : action === 'stop',
    fail: action === undefined ? undefined : status !== 'non-failed',
  };
}

/**
 * Parses the short form of a criterion, `p95 of echo>50ms for 10s, stop as failed`, with a message in front of it or
 * not: `Echoes are slow: p95 of echo>50ms`. Labels may hold anything; of several ways to read them the one with the
 * shortest label is taken.
 * @throws CriterionError
 */
export function parseCriterion(text: string): Criterion {
  const trimmed = text.trim();
  const whole = partsOf(trimmed);
  if (whole !== undefined && subjectNamed(whole.subject) !== undefined) return criterionOf(whole);
  const colon = trimmed.indexOf(':');
  const rest = colon < 1 ? undefined : partsOf(trimmed.slice(colon + 1).trim());
  if (rest !== undefined) return criterionOf({ ...rest, message: trimmed.slice(0, colon).trim() });
  if (whole !== undefined) return criterionOf(whole);
  throw new CriterionError(`The criterion '${trimmed}' is malformed; ${HELP}.`);
}
