import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type {
  CollectorSpec,
  Logger,
  Properties,
  SampleEvent,
  MergingSink,
  SampleResult,
  Template,
} from '../types.ts';
import { csvFormat, type RecordFormat } from './csv-format.ts';
import { ResultsFile } from './results-file.ts';
import { readSaveConfiguration, type SaveConfiguration } from './save-configuration.ts';
import { Summarisers, type ThreadCounts } from './summariser.ts';
import { XML_END_TAG, xmlFormat } from './xml-format.ts';

export { sampleVariableNames, SaveConfigurationError } from './save-configuration.ts';

/** What the results of a run need to know about it. */
export interface ResultsEnvironment {
  readonly properties: Properties;
  /** Relative file names start here. */
  readonly workingDirectory: string;
  /** Names that start with `~/` start here. */
  readonly planFolder: string;
  /** TestPlan.functional_mode: XML results hold all data. */
  readonly functionalMode: boolean;
  /** Evaluates the texts of listeners, once, at test start. */
  evaluate(template: Template): string;
  /** Takes one line about results that cannot be written; the run goes on. */
  onError(message: string): void;
  /** Takes the lines of summaries, for standard output. */
  print(line: string): void;
  readonly log: Logger;
  threads(): ThreadCounts;
  /** On a worker that hands its results on to the first one: called when a batch of them is there to `take`. */
  gather?(): void;
}

/** The results files and summaries of one run. Each Sink must be closed. */
export interface Results {
  /**
   * Opens what a listener of the plan asks for.
   * @throws SaveConfigurationError for a property that no file can be written with.
   */
  collector(spec: CollectorSpec): MergingSink;
  /** Opens the file of `-l`; the properties say how it is written. Same errors. */
  file(path: string): MergingSink;
  /** A summary under that name (`summariser.name` for the one of the command line). */
  summariser(name: string): MergingSink;
}

/** A file that collectors write together. */
interface SharedFile {
  readonly file: ResultsFile;
  readonly format: RecordFormat;
  users: number;
}

const NOTHING: MergingSink = {
  sample: () => {},
  take: () => undefined,
  add: () => {},
  close: () => Promise.resolve(),
};
/** Characters of records that a worker gathers before it hands them on. */
const GATHERED_LENGTH = 64 * 1024;

/** One name for one file, however it is spelled; folders that are missing yet count as written. */
function canonicalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(canonicalPath(folder), basename(path));
  }
}

const reason = (error: unknown): string => {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // A file stands where a folder is needed.
  if (code === 'EEXIST' && syscall === 'mkdir') return 'a part of its path is a file and no folder';
  // `ENOSPC: no space left on device, write` says the system's words between code and call.
  return /^[A-Z]+: (.*?), \w+(?: '.*')?$/s.exec(message)?.[1] ?? message;
};

/**
 * Opens the results of a run.
 *
 * Collectors whose names lead to the same file share one writer, whose header and end are the first one's; each
 * writes its own columns. Of collectors that spell the name alike, only the first writes a sample (ResultCollector).
 */
export function openResults(environment: ResultsEnvironment): Results {
  const files = new Map<string, SharedFile>();
  /** The sample that was last written under a spelling. */
  const written = new Map<string, { last: SampleResult | undefined }>();
  const summarisers = new Summarisers(environment);

  const recordFormat = (configuration: SaveConfiguration): RecordFormat =>
    configuration.saves.has('xml')
      ? xmlFormat(configuration, environment.functionalMode)
      : csvFormat(configuration);

  function share(
    name: string,
    configuration: SaveConfiguration,
    format: RecordFormat,
  ): SharedFile | undefined {
    const path = canonicalPath(
      name.startsWith('~/')
        ? resolve(environment.planFolder, name.slice(2))
        : resolve(environment.workingDirectory, name),
    );
    let shared = files.get(path);
    if (shared === undefined) {
      const fail = (error: unknown): void =>
        environment.onError(
          `Cannot write results to ${name}: ${reason(error)}. The run goes on, but its results do not reach this file.`,
        );
      const continuation = configuration.saves.has('xml')
        ? { endTag: XML_END_TAG, start: format.start }
        : { start: format.start };
      try {
        shared = {
          file: new ResultsFile(path, continuation, configuration.autoflush, fail),
          format,
          users: 0,
        };
      } catch (error) {
        fail(error);
        return undefined;
      }
      files.set(path, shared);
    }
    shared.users++;
    return shared;
  }

  function open(
    name: string,
    saveConfig: ReadonlyMap<string, boolean> | undefined,
    wanted: (success: boolean) => boolean,
  ): MergingSink {
    const configuration = readSaveConfiguration(environment.properties, saveConfig);
    const format = recordFormat(configuration);
    if (name === '') return NOTHING;
    const mark = written.get(name) ?? { last: undefined };
    written.set(name, mark);
    const isWanted = ({ result }: SampleEvent): boolean => {
      if (!wanted(result.success) || mark.last === result) return false;
      mark.last = result;
      return true;
    };
    if (environment.gather !== undefined) return gatherer(isWanted, format);
    const shared = share(name, configuration, format);
    if (shared === undefined) return NOTHING;
    const { file } = shared;
    return {
      sample(event) {
        if (isWanted(event)) file.append(format.records(event));
      },
      take: () => undefined,
      add: (records) => file.append(records as string),
      async close() {
        shared.users--;
        if (shared.users === 0) await file.close(shared.format.end);
      },
    };
  }

  /** The records of one worker, to be handed on. */
  function gatherer(isWanted: (event: SampleEvent) => boolean, format: RecordFormat): MergingSink {
    let records = '';
    return {
      sample(event) {
        if (!isWanted(event)) return;
        records += format.records(event);
        if (records.length >= GATHERED_LENGTH) environment.gather?.();
      },
      take() {
        const taken = records;
        records = '';
        return taken === '' ? undefined : taken;
      },
      add: () => {},
      close: () => Promise.resolve(),
    };
  }

  return {
    collector(spec) {
      if (spec.kind === 'summariser') return summarisers.open(environment.evaluate(spec.name));
      const { errorsOnly, successOnly } = spec;
      return open(
        environment.evaluate(spec.filename),
        spec.saveConfig,
        errorsOnly === successOnly ? () => true : (success) => success === successOnly,
      );
    },
    file: (path) => open(path, undefined, () => true),
    summariser: (name) => summarisers.open(name),
  };
}
