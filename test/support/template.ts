import { compileTemplate, functionsIn, type TemplateEnvironment } from '../../src/template/template.ts';
import type { Template } from '../../src/types.ts';
import type { TestUser } from './user.ts';

export interface TestEnvironment extends TemplateEnvironment {
  readonly warnings: string[];
}

/** What a plan lends to its texts; slots and occurrences start at 0. */
export function testEnvironment(
  user: TestUser,
  places: { planFolder?: string; workingDirectory?: string } = {},
): TestEnvironment {
  const warnings: string[] = [];
  let slots = 0;
  let occurrences = 0;
  return {
    planName: 'plan.jmx',
    planFolder: places.planFolder ?? '/nowhere',
    workingDirectory: places.workingDirectory ?? '/nowhere',
    properties: user.shared.properties,
    slot: () => slots++,
    nextOccurrence: () => `occurrence ${occurrences++}`,
    warn: (message) => void warnings.push(message),
    warnings,
  };
}

/** Compiles a text when the functions in it are loaded. */
export async function compileLoaded(text: string, environment: TemplateEnvironment): Promise<Template> {
  for (const definition of functionsIn(text)) await definition.load?.();
  return compileTemplate(text, environment);
}

/** Compiles a text in an environment of its own and evaluates it once. */
export async function evaluateText(text: string, user: TestUser): Promise<string> {
  return (await compileLoaded(text, testEnvironment(user))).evaluate(user);
}
