import type { CorrelationVerdict } from '../types.ts';

const WHAT: Readonly<Record<CorrelationVerdict['kind'], string>> = {
  'in-order': 'Reply',
  late: 'Late reply',
  'out-of-order': 'Reply out of order',
  duplicate: 'Duplicate reply',
  unmatched: 'Unmatched reply',
};

const AFTERWARDS: Readonly<Record<CorrelationVerdict['kind'], string>> = {
  'in-order': '',
  late: ', and had been given up',
  'out-of-order': '',
  duplicate: ', and was answered before',
  unmatched: '',
};

/** The text for the failureMessage column: one line; undefined when the sample does not fail by its verdict. */
export function failureMessage(verdict: CorrelationVerdict): string | undefined {
  const { kind, answers, roundTripUs, samplesAgo, fails } = verdict;
  if (!fails) return undefined;
  if (answers === undefined || roundTripUs === undefined || samplesAgo === undefined)
    return `${WHAT[kind]}: it answers no request of this connection`;
  const label = answers.replaceAll(/\s+/g, ' ');
  const ms = (roundTripUs / 1000).toFixed(roundTripUs < 10_000 ? 1 : 0);
  return `${WHAT[kind]}: it answers "${label}", which was sent ${ago(samplesAgo)}, ${ms} ms before it came${AFTERWARDS[kind]}`;
}

function ago(samples: number): string {
  if (samples === 0) return 'by this sample';
  return samples === 1 ? 'one sample ago' : `${samples} samples ago`;
}
