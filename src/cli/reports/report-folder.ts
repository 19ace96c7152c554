import fs from 'node:fs';
import path from 'node:path';
import { CannotRunError, reasonOf } from '../exit-code.ts';

const PAGE = 'index.html';
const STATISTICS = 'statistics.json';
/** What a report consists of, ours or JMeter's. */
const REPORT = new Set([PAGE, STATISTICS, 'content', 'sbadmin2-1.0.7']);

/** Where the HTML report goes. */
export interface ReportFolder {
  readonly page: string;
  readonly statistics: string;
}

/**
 * Makes the folder of a report. One with something in it is refused, as JMeter does; `replace` empties it when
 * all in it is a report.
 * @throws CannotRunError
 */
export function openReportFolder(folder: string, replace: boolean): ReportFolder {
  const full = path.resolve(folder);
  try {
    const names = fs.existsSync(full) ? fs.readdirSync(full) : [];
    if (names.length > 0) {
      if (!replace)
        throw new CannotRunError(
          `Cannot write to '${full}' as folder is not empty. Choose another, or add -f.`,
        );
      const other = names.find((name) => !REPORT.has(name));
      if (other !== undefined)
        throw new CannotRunError(`Cannot write to '${full}': ${other} in it is no part of a report.`);
      for (const name of names) fs.rmSync(path.join(full, name), { recursive: true });
    }
    fs.mkdirSync(full, { recursive: true });
    fs.accessSync(full, fs.constants.W_OK);
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    throw new CannotRunError(`The report cannot be written to ${full}: ${reasonOf(error)}.`);
  }
  return { page: path.join(full, PAGE), statistics: path.join(full, STATISTICS) };
}
