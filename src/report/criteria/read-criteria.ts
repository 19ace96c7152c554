import { CriterionError, criterionOf, type Criterion } from './criterion.ts';
import { parseCriterion } from './parse-criterion.ts';

type Fields = Readonly<Record<string, unknown>>;

const FIELDS = new Set('subject label condition threshold logic timeframe stop fail message'.split(' '));
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The full form of a criterion: its parts by name. */
function fromFields(fields: Fields, name: string | undefined): Criterion {
  const unknown = Object.keys(fields).find((key) => !FIELDS.has(key));
  if (unknown !== undefined)
    throw new CriterionError(`A criterion has the field '${unknown}'; there are ${[...FIELDS].join(', ')}.`);
  const text = (key: string): string | undefined => {
    const value = fields[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new CriterionError(`The field '${key}' of a criterion is no text.`);
  };
  const flag = (key: string): boolean | undefined => {
    const value = fields[key];
    if (value === undefined || typeof value === 'boolean') return value;
    throw new CriterionError(`The field '${key}' of a criterion is neither true nor false.`);
  };
  const needed = (key: string): string => {
    const value = text(key);
    if (value !== undefined) return value;
    throw new CriterionError(`A criterion has no field '${key}'.`);
  };
  return criterionOf({
    message: name ?? text('message'),
    subject: needed('subject'),
    label: text('label'),
    condition: needed('condition'),
    threshold: needed('threshold'),
    logic: text('logic'),
    timeframe: text('timeframe'),
    stop: flag('stop'),
    fail: flag('fail'),
  });
}

function fromItem(item: unknown, name: string | undefined): Criterion {
  if (typeof item === 'string') {
    const criterion = parseCriterion(item);
    return name === undefined ? criterion : { ...criterion, name };
  }
  if (isFields(item)) {
    // `- Too slow: avg-rt>1s` is no text in YAML.
    const [only, ...others] = Object.entries(item);
    if (only !== undefined && others.length === 0 && !FIELDS.has(only[0])) return fromItem(only[1], only[0]);
    return fromFields(item, name);
  }
  throw new CriterionError(`A criterion is a text or has fields, and is not ${JSON.stringify(item)}.`);
}

/** A list of criteria, or criteria by their message. */
function fromList(list: unknown): Criterion[] {
  if (Array.isArray(list)) return list.map((item) => fromItem(item, undefined));
  if (isFields(list)) return Object.entries(list).map(([name, item]) => fromItem(item, name));
  throw new CriterionError('Criteria are a list of texts.');
}

/** What a Taurus configuration has under `reporting` or `services`. */
function fromTaurus(configuration: Fields): Criterion[] | undefined {
  const modules = ['reporting', 'services'].flatMap((key) => {
    const list = configuration[key];
    return Array.isArray(list) ? list.filter(isFields) : [];
  });
  const passFail = modules.filter(({ module }) => module === 'passfail');
  return passFail.length === 0 ? undefined : passFail.flatMap(({ criteria }) => fromList(criteria));
}

/**
 * Reads criteria from a YAML or JSON text: a list of them, or such a list under `criteria`, or criteria by their
 * message, or a Taurus configuration with the module `passfail`.
 * @throws CriterionError
 */
export async function readCriteria(text: string): Promise<Criterion[]> {
  const { parse, YAMLError } = await import('yaml');
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    const reason = error instanceof YAMLError ? error.message : String(error);
    throw new CriterionError(`It is neither YAML nor JSON: ${reason.split('\n')[0] ?? ''}`);
  }
  if (!isFields(document)) return fromList(document);
  return fromTaurus(document) ?? fromList(document['criteria'] ?? document);
}

/**
 * The criteria in the comment of a test plan: each stands behind `@criteria`, to the end of its line.
 * @throws CriterionError
 */
export const criteriaInComment = (comment: string): Criterion[] =>
  Array.from(comment.matchAll(/@criteria[ \t]+(.*)/g), ([, text = '']) => parseCriterion(text));
