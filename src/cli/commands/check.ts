import fs from 'node:fs';
import path from 'node:path';
import { elementDefinition } from '../../elements/index.ts';
import type { JmxElement, JmxProperty } from '../../jmx/element.ts';
import { PlanError } from '../../jmx/plan-error.ts';
import { readPlan } from '../../jmx/read-plan.ts';
import { compilePlan } from '../../plan/compile.ts';
import { functionsIn } from '../../template/template.ts';
import type { Properties } from '../../types.ts';
import { command, parse } from '../command.ts';
import { correlationOptions } from '../correlation.ts';
import { CannotRunError, EXIT, reasonOf, UsageError } from '../exit-code.ts';
import { loadProperties } from '../properties/load-properties.ts';
import { addPropertyOptions, propertySettings } from '../property-options.ts';

/** Lines of one kind of element that are named. */
const MAX_LINES = 8;

/** `wsmeter check`: says what plans need, without running them. */
export async function main(args: readonly string[]): Promise<number> {
  const program = addPropertyOptions(
    command(
      'check',
      'Tells whether plans can run here: what is supported, what differs, what is missing.',
    ).argument('<plan or folder...>', 'plan files (.jmx), and folders with such files in them'),
  );
  if (!parse(program, args)) return EXIT.ok;
  const files = program.args.flatMap(planFiles);
  const properties = await loadProperties(propertySettings(program), { log: () => {} }, (file) => {
    throw new CannotRunError(`The properties file ${file} cannot be read.`);
  });

  let bad = 0;
  for (const file of files) {
    const { text, canRun } = await report(file, properties);
    if (!canRun) bad++;
    process.stdout.write(text);
  }
  if (files.length > 1)
    process.stdout.write(`${files.length} plans: ${files.length - bad} can run, ${bad} cannot\n`);
  return bad > 0 ? EXIT.cannotRun : EXIT.ok;
}

/** A file as it is; of a folder, every .jmx in and below it. */
function planFiles(given: string): string[] {
  if (fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) return [given];
  let names: string[];
  try {
    names = fs.readdirSync(given, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw new CannotRunError(`The folder ${given} cannot be read: ${reasonOf(error)}.`);
  }
  const plans = names.filter((name) => name.endsWith('.jmx')).toSorted();
  if (plans.length === 0) throw new UsageError(`There is no .jmx file in ${given}.`);
  return plans.map((name) => path.join(given, name));
}

/** What is said about one kind of element, or one function. */
interface Finding {
  readonly label: string;
  readonly differs: string | undefined;
  readonly lines: number[];
}

async function report(file: string, properties: Properties): Promise<{ text: string; canRun: boolean }> {
  let root: JmxElement;
  try {
    root = readPlan(file);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { text: `${file}: cannot run\n  problem    ${error.message}\n`, canRun: false };
  }
  const { plan, problems } = await compilePlan(root, {
    properties,
    correlation: correlationOptions(properties),
    workingDirectory: process.cwd(),
  });
  const findings = new Map<string, Finding>();
  const disabled: number[] = [];
  collect(root, findings, disabled);
  const lines = [`${file}: ${problems.length === 0 ? 'can run' : 'cannot run'}`];
  for (const { label, differs, lines: at } of findings.values())
    lines.push(
      differs === undefined
        ? `  supported  ${label} (${places(at)})`
        : `  differs    ${label} (${places(at)}): ${differs}`,
    );
  if (disabled.length > 0) lines.push(`  disabled   ${places(disabled)}, with what is in them`);
  for (const warning of plan.warnings) lines.push(`  warning    ${warning}`);
  for (const problem of problems) lines.push(`  problem    ${problem.message}`);
  return { text: `${lines.join('\n')}\n`, canRun: problems.length === 0 };
}

function collect(element: JmxElement, findings: Map<string, Finding>, disabled: number[]): void {
  if (!element.enabled) {
    disabled.push(element.line);
    return;
  }
  const note = (label: string, differs: string | undefined, line: number): void => {
    const finding = findings.get(label);
    if (finding === undefined) findings.set(label, { label, differs, lines: [line] });
    else if (finding.lines.at(-1) !== line) finding.lines.push(line);
  };
  const definition = elementDefinition(element.testclass);
  if (definition !== undefined) note(definition.label, definition.differs, element.line);
  for (const { value, line } of textsOf(element))
    for (const called of functionsIn(value)) note(called.name, called.differs, line);
  for (const child of element.children) collect(child, findings, disabled);
}

/** The texts of an element that may call functions, those in its collections and inner elements included. */
function textsOf(element: JmxElement): { value: string; line: number }[] {
  const ofProperty = (property: JmxProperty): { value: string; line: number }[] => {
    if ('value' in property) return property.value.includes('${__') ? [property] : [];
    if ('items' in property) return property.items.flatMap(ofProperty);
    return property.kind === 'element' ? textsOf(property.element) : [];
  };
  const name = { value: element.name, line: element.line };
  return [
    ...(element.name.includes('${__') ? [name] : []),
    ...[...element.properties.values()].flatMap(ofProperty),
  ];
}

/** `line 12`, `lines 12, 20 and 33 more`. */
function places(lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_LINES).join(', ');
  const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : '';
  return `line${lines.length === 1 ? '' : 's'} ${shown}${more}`;
}
