import { elementPath, type JmxElement } from './element.ts';

/** A plan that cannot run as written. Its message is one line: what, where, how to mend it. */
export class PlanError extends Error {
  override readonly name = 'PlanError';

  constructor(what: string, where: { file: string; line?: number; element?: JmxElement }, remedy: string) {
    const place = [
      `${where.file}${where.line === undefined ? '' : `:${where.line}`}`,
      ...(where.element === undefined ? [] : [elementPath(where.element)]),
    ].join(', ');
    super(`${what} (${place}). ${remedy}`);
  }
}

/** A PlanError about one element. */
export const elementError = (
  element: JmxElement,
  what: string,
  remedy: string,
  line = element.line,
): PlanError => new PlanError(what, { file: element.file, line, element }, remedy);
