import type { Properties } from '../types.ts';

/**
 * Which parts of a result are saved, by their name in a listener's saveConfig, with the property that decides
 * where there is no saveConfig and its default (JMeter's SampleSaveConfiguration).
 */
const FLAGS = [
  ['time', 'time', true],
  ['latency', 'latency', true],
  ['success', 'successful', true],
  ['label', 'label', true],
  ['code', 'response_code', true],
  ['message', 'response_message', true],
  ['threadName', 'thread_name', true],
  ['dataType', 'data_type', true],
  ['encoding', 'encoding', false],
  ['assertions', 'assertions', true],
  ['subresults', 'subresults', true],
  ['responseData', 'response_data', false],
  ['responseDataOnError', 'response_data.on_error', false],
  ['samplerData', 'samplerData', false],
  ['fieldNames', 'print_field_names', true],
  ['responseHeaders', 'responseHeaders', false],
  ['requestHeaders', 'requestHeaders', false],
  ['saveAssertionResultsFailureMessage', 'assertion_results_failure_message', true],
  ['bytes', 'bytes', true],
  ['sentBytes', 'sent_bytes', true],
  ['url', 'url', true],
  ['fileName', 'filename', false],
  ['hostname', 'hostname', false],
  ['threadCounts', 'thread_counts', true],
  ['sampleCount', 'sample_count', false],
  ['idleTime', 'idle_time', true],
  ['connectTime', 'connect_time', true],
] as const satisfies readonly (readonly [flag: string, property: string, byDefault: boolean])[];

export type SaveFlag = (typeof FLAGS)[number][0] | 'timestamp' | 'xml';

/** How one results file is written. */
export interface SaveConfiguration {
  readonly saves: ReadonlySet<SaveFlag>;
  /** One character. */
  readonly delimiter: string;
  /** `ms`, `none` (CSV has no such column, XML keeps its attribute) or a SimpleDateFormat pattern. */
  readonly timestampFormat: string;
  /** The timeStamp column holds the start of the sample, else its end. */
  readonly timestampIsStart: boolean;
  /** Names of the variables that get a column each. */
  readonly sampleVariables: readonly string[];
  /** What the Encoding column shows for a sample that set none. */
  readonly defaultEncoding: string;
  /** Processing instruction of XML files; empty: none. */
  readonly xmlProcessingInstruction: string;
  /** Rows go to the file one by one. */
  readonly autoflush: boolean;
}

/** A property that no results file can be written with. Its message is one line. */
export class SaveConfigurationError extends Error {
  override readonly name = 'SaveConfigurationError';
}

const PREFIX = 'jmeter.save.saveservice.';
const isTrue = (text: string): boolean => text.toLowerCase() === 'true';

function delimiterOf(properties: Properties): string {
  const text = properties.get(`${PREFIX}default_delimiter`) ?? ',';
  if (text === '\\t' || text === '\t') return '\t';
  if (text.length !== 1) throw new SaveConfigurationError(`Delimiter '${text}' must be of length 1.`);
  if (/[A-Za-z0-9"]/.test(text))
    throw new SaveConfigurationError(`Delimiter '${text}' must not be alphanumeric or ".`);
  if (text < ' ' || text > '~')
    throw new SaveConfigurationError(`Delimiter (code ${text.charCodeAt(0)}) must be printable.`);
  return text;
}

/** The variables of `sample_variables`; names are not trimmed, empty ones at the end do not count. */
export const sampleVariableNames = (properties: Properties): string[] => {
  const text = (properties.get('sample_variables') ?? '').replace(/,+$/, '');
  return text === '' ? [] : text.split(',');
};

/**
 * Reads how results are saved. Delimiter and time stamp format always come from the properties, the flags from
 * `saveConfig` when there is one (there an absent flag is false).
 *
 * @throws SaveConfigurationError for a delimiter that JMeter refuses.
 */
export function readSaveConfiguration(
  properties: Properties,
  saveConfig: ReadonlyMap<string, boolean> | undefined,
): SaveConfiguration {
  const format = properties.get(`${PREFIX}timestamp_format`) ?? 'ms';
  const timestampFormat = /^(?:ms|none)$/i.test(format) ? format.toLowerCase() : format;
  const saves = new Set<SaveFlag>();
  for (const [flag, property, byDefault] of FLAGS) {
    const text = properties.get(PREFIX + property);
    const saved =
      saveConfig?.get(flag) ?? (saveConfig === undefined && (text === undefined ? byDefault : isTrue(text)));
    if (saved) saves.add(flag);
  }
  if (saveConfig === undefined ? timestampFormat !== 'none' : saveConfig.get('timestamp') === true)
    saves.add('timestamp');
  if (
    saveConfig === undefined
      ? properties.get(`${PREFIX}output_format`) === 'xml'
      : saveConfig.get('xml') === true
  )
    saves.add('xml');
  return {
    saves,
    delimiter: delimiterOf(properties),
    timestampFormat,
    timestampIsStart: isTrue(properties.get('sampleresult.timestamp.start') ?? 'true'),
    sampleVariables: sampleVariableNames(properties),
    defaultEncoding: properties.get('sampleresult.default.encoding') ?? 'UTF-8',
    xmlProcessingInstruction: properties.get(`${PREFIX}xml_pi`) ?? '',
    autoflush: isTrue(properties.get(`${PREFIX}autoflush`) ?? 'false'),
  };
}
