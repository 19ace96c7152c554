import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { formatSimpleDate } from '../../java/simple-date-format.ts';
import type { SampleResult, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

/** The subtype of an HTTP sample's content type; other samplers tell none. */
function extension(result: SampleResult): string {
  const type = result.isHttp ? /^content-type:[^/\r\n]*\/([^;\r\n]*)/im.exec(result.responseHeaders) : null;
  return type?.[1]?.trim() ?? 'unknown';
}

/**
 * Save Responses to a file: one file per sample and sub-result, numbered over the whole run (reporters.ResultSaver).
 * The name goes to the Filename column, and to variables when the element names one: `name` for the sample,
 * `name1`, `name2` … for its sub-results.
 */
export const saveResponses = {
  testclass: 'org.apache.jmeter.reporters.ResultSaver',
  label: 'Save Responses to a file',
  role: 'listener',
  properties: ['FileSaver.*'],
  compile(context) {
    const readPrefix = context.text('FileSaver.filename');
    const readVariable = context.text('FileSaver.variablename');
    const readErrorsOnly = context.boolean('FileSaver.errorsonly');
    const readSuccessOnly = context.boolean('FileSaver.successonly');
    const readSkipNumber = context.boolean('FileSaver.skipautonumber');
    const readSkipSuffix = context.boolean('FileSaver.skipsuffix');
    const readAddTimestamp = context.boolean('FileSaver.addTimstamp');
    const readPadLength = context.integer('FileSaver.numberPadLen');
    const readIgnoreTransactions = context.boolean('FileSaver.ignoreTC', true);
    const { planFolder, workingDirectory } = context.environment;
    const numbers = `saved responses ${context.slot()}`;

    function fileName(user: VirtualUser, result: SampleResult): string {
      let name = readPrefix.evaluate(user);
      if (name.startsWith('~/')) name = resolve(planFolder, name.slice(2));
      if (readAddTimestamp(user)) name += formatSimpleDate('yyyyMMdd-HHmm_', user.shared.testStartMs);
      if (!readSkipNumber(user)) {
        const before = user.shared.update(user.shared.cell(numbers), (count) => count + 1);
        name += String(before + 1).padStart(readPadLength(user), '0');
      }
      return readSkipSuffix(user) ? name : `${name}.${extension(result)}`;
    }

    function save(user: VirtualUser, result: SampleResult, variable: string): void {
      const name = fileName(user, result);
      const path = resolve(workingDirectory, name);
      result.filename = name;
      if (variable !== '') user.variables.put(variable, name);
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, result.responseData);
      } catch (error) {
        user.log.log(
          'ERROR',
          'o.a.j.r.ResultSaver',
          `Cannot save a response: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }

    /** Saves a result and those below it; `index` counts them, and those that are not wanted too. */
    function visit(user: VirtualUser, result: SampleResult, variable: string, index: { next: number }): void {
      const i = index.next++;
      const isWanted = !(result.success ? readErrorsOnly(user) : readSuccessOnly(user));
      if (isWanted && !(result.isTransaction && readIgnoreTransactions(user)))
        save(user, result, variable !== '' && i > 0 ? `${variable}${i}` : variable);
      for (const sub of result.subResults ?? []) visit(user, sub, variable, index);
    }

    return {
      kind: 'act',
      sampleOccurred: (user, result) => visit(user, result, readVariable.evaluate(user), { next: 0 }),
    };
  },
} satisfies ElementDefinition;
