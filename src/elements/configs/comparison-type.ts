import { illegalArgumentException } from '../../java/exception.ts';

/** What text and binary filters compare. */
export type Comparison =
  'IsPlain' | 'Equals' | 'EqualsRegex' | 'Contains' | 'ContainsRegex' | 'StartsWith' | 'EndsWith';

export interface ComparisonType {
  readonly comparison: Comparison;
  /** One of the `Not…` types. */
  readonly negated: boolean;
}

const COMPARISONS: readonly Comparison[] = [
  'Equals',
  'EqualsRegex',
  'Contains',
  'ContainsRegex',
  'StartsWith',
  'EndsWith',
];

const TYPES: ReadonlyMap<string, ComparisonType> = new Map([
  ['IsPlain', { comparison: 'IsPlain', negated: false }],
  ...COMPARISONS.flatMap((comparison): [string, ComparisonType][] => [
    [comparison, { comparison, negated: false }],
    [`Not${comparison}`, { comparison, negated: true }],
  ]),
]);

/** @throws JavaException IllegalArgumentException for a name that is none. */
export function comparisonType(name: string): ComparisonType {
  const type = TYPES.get(name);
  if (type === undefined)
    throw illegalArgumentException(`No enum constant eu.luminis.jmeter.wssampler.ComparisonType.${name}`);
  return type;
}
