import fs from 'node:fs';
import path from 'node:path';
import { CannotRunError, reasonOf } from '../exit-code.ts';

/** Files of a report, ours or JMeter's, by which its folder is known. */
const PAGE = 'index.html';
const STATISTICS = 'statistics.json';

/** Where the HTML report goes. */
export interface ReportFolder {
  readonly page: string;
  readonly statistics: string;
}

/**
 * Makes the folder of a report. One with something in it is refused, as JMeter does; `replace` empties it when it
 * holds a report and nothing could be lost but that.
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
      if (!names.includes(PAGE) || !names.includes(STATISTICS))
        throw new CannotRunError(`Cannot write to '${full}': it holds something else than a report.`);
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
