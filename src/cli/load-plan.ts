import path from 'node:path';
import type { CorrelationOptions } from '../correlation/options.ts';
import { scalar } from '../jmx/element.ts';
import { readPlan } from '../jmx/read-plan.ts';
import { compilePlan } from '../plan/compile.ts';
import type { Plan } from '../plan/plan.ts';
import type { Properties } from '../types.ts';
import { CannotRunError } from './exit-code.ts';

/** Problems that are told at once; a plan with more has one cause for most of them. */
const MAX_PROBLEMS = 20;

export interface LoadedPlan {
  readonly plan: Plan;
  /** The comment of the test plan. */
  readonly comment: string;
}

/**
 * Reads and compiles a plan.
 * @throws CannotRunError with a line for each reason why it cannot run; PlanError when it cannot even be read.
 */
export async function loadPlan(
  file: string,
  properties: Properties,
  correlation: CorrelationOptions,
): Promise<LoadedPlan> {
  const root = readPlan(file);
  const { plan, problems } = await compilePlan(root, {
    properties,
    correlation,
    workingDirectory: process.cwd(),
  });
  if (problems.length === 0) return { plan, comment: scalar(root, 'TestPlan.comments') ?? '' };
  const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => problem.message);
  if (problems.length > MAX_PROBLEMS) lines.push(`… and ${problems.length - MAX_PROBLEMS} more.`);
  throw new CannotRunError(lines.join('\n'));
}

/** The folder that relative names in a plan may start from. */
export const planFolder = (file: string): string => path.dirname(path.resolve(file));
