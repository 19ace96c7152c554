import fs from 'node:fs';
import path from 'node:path';
import { elementError } from '../jmx/plan-error.ts';
import { evaluateJexl, JexlError } from '../script/jexl/jexl.ts';
import { StopThreadError, type AssertionResult, type SampleResult, type VirtualUser } from '../types.ts';
import type { ElementContext } from './element-context.ts';
import { userState } from './user-state.ts';

type Engine = typeof import('../script/groovy/script-engine.ts');
export type ScriptOutcome = ReturnType<Engine['runScript']>;

/** Properties of every JSR223 element. */
export const jsr223Properties = ['scriptLanguage', 'script', 'filename', 'parameters', 'cacheKey'] as const;

export const jsr223Differs =
  'scriptLanguage groovy runs a subset of Groovy: see docs/scripting.md. What is beyond it stops the plan before it runs. jexl and jexl2 run as __jexl2 does; beanshell is not supported; javascript fails as in JMeter on Java 17.';

let engine: Engine | undefined;

/** Loads the interpreter of Groovy. */
export async function loadScriptEngine(): Promise<void> {
  engine ??= await import('../script/groovy/script-engine.ts');
}

/** Which variables a script gets. */
export type ScriptKind = 'element' | 'sampler' | 'assertion' | 'listener';

export interface ScriptInput {
  readonly sampleResult?: SampleResult;
  readonly assertionResult?: AssertionResult;
  readonly occurred?: SampleResult;
}

export interface Script {
  run(user: VirtualUser, input?: ScriptInput): ScriptOutcome;
  /** What a sampler shows as its request: the script or its file. */
  request(user: VirtualUser): string;
}

const failed = (error: string): ScriptOutcome => ({ text: undefined, error, ends: undefined });

/** Script engines of JMeter on Java 17. */
const GROOVY = ['groovy', 'Groovy', ''];
const JEXL = ['jexl', 'Jexl', 'JEXL', 'jexl2', 'Jexl2', 'JEXL2'];
const BEANSHELL = ['beanshell', 'bsh', 'java'];

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The text of a script file; undefined when it is none. */
function readScript(file: string): string | undefined {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= MAX_FILE_BYTES ? fs.readFileSync(file, 'utf8') : undefined;
}

/**
 * The script of a JSR223 element (JSR223TestElement).
 *
 * @param javaClass abbreviated as in log lines: `o.a.j.e.JSR223PostProcessor`.
 * @throws PlanError for what is beyond the supported languages.
 */
export function compileScript(context: ElementContext, kind: ScriptKind, javaClass: string): Script {
  const { bindingNames, elementBindings, problemOf, runScript } = engine!;
  const names = bindingNames[kind];
  const language = context.text('scriptLanguage', 'groovy');
  const script = context.text('script');
  const fileName = context.text('filename');
  const parameters = context.text('parameters');
  const cacheKey = context.text('cacheKey');
  const { workingDirectory, planFolder } = context.environment;
  const resolved = (file: string): string => path.resolve(workingDirectory, file);
  /** Files by name: a script file is read again only when it is asked for under another name. */
  const files = new Map<string, string>();
  const fileText = (file: string): string | undefined => {
    const known = files.get(file) ?? readScript(resolved(file));
    if (known !== undefined) files.set(file, known);
    return known;
  };

  checkBefore();

  function checkBefore(): void {
    const given = language.constant?.trim();
    if (given !== undefined && BEANSHELL.includes(given))
      throw context.fail(`The script language '${given}' is not supported`, 'Rewrite the script in Groovy.');
    if (given !== undefined && !GROOVY.includes(given)) return;
    const file = fileName.constant ?? '';
    const text = file === '' ? undefined : fileText(file);
    if (file !== '' && text === undefined) return;
    const problem =
      text === undefined
        ? problemOf(script, names)
        : problemOf({ source: text, constant: text, evaluate: () => text }, names);
    if (problem === undefined) return;
    const { line } = problem.place;
    const property = context.element.properties.get('script');
    throw elementError(
      context.element,
      `The Groovy script uses ${problem.message}${text === undefined ? '' : ` in line ${line} of ${file}`}, which wsmeter does not support`,
      'docs/scripting.md says what it supports.',
      text === undefined && property !== undefined ? property.line + line - 1 : undefined,
    );
  }

  /** What the script was when this thread first came to it: JMeter compiles it then and never looks at it again. */
  const frozen = userState(context, (): { text: string | undefined } => ({ text: undefined }));
  const scriptText = (user: VirtualUser): string => {
    const state = frozen(user);
    if (state.text !== undefined) return state.text;
    const text = script.evaluate(user);
    if (cacheKey.evaluate(user) !== 'false') state.text = text;
    return text;
  };

  return {
    request(user) {
      const file = fileName.evaluate(user);
      return file === '' ? script.evaluate(user) : `File: ${file}`;
    },
    run(user, input = {}) {
      const label = context.name.evaluate(user);
      const given = language.evaluate(user).trim();
      const file = fileName.evaluate(user);
      const isJexl = JEXL.includes(given);
      if (!isJexl && !GROOVY.includes(given))
        return failed(
          `Cannot find engine named: '${given}', ensure you set language field in JSR223 Test Element: ${label}`,
        );
      const text = file === '' ? scriptText(user) : fileText(file);
      if (text === undefined)
        return failed(`Script file '${resolved(file)}' is not a file for element: ${label}`);
      if (text === '') return failed(`Both script file and script text are empty for element:${label}`);
      if (isJexl) return runJexl(text, user, javaClass);
      return runScript(
        text,
        names,
        elementBindings(user, {
          label,
          fileName: file,
          parameters: parameters.evaluate(user),
          ...input,
        }),
        user,
        { workingDirectory, planFolder, category: `${javaClass.replace(/JSR223\w+$/, 'J')}.${label}` },
      );
    },
  };
}

function runJexl(source: string, user: VirtualUser, category: string): ScriptOutcome {
  try {
    return { text: evaluateJexl(source, 'jexl2', user, category), error: undefined, ends: undefined };
  } catch (error) {
    if (!(error instanceof JexlError)) throw error;
    return failed(error.message);
  }
}

/**
 * Ends the thread, or the test, when that is what the script threw.
 * @throws StopThreadError.
 */
export function endThread({ ends, error = '' }: ScriptOutcome, user: VirtualUser): void {
  if (ends === undefined) return;
  if (ends === 'test' || ends === 'test-now') user.shared.stopTest(ends === 'test' ? 'graceful' : 'now');
  if (ends === 'died')
    user.log.log(
      'ERROR',
      'o.a.j.JMeter',
      `Uncaught exception in thread Thread[${user.threadName},5,main] ${error}`,
    );
  throw new StopThreadError(error);
}
