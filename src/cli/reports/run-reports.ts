import type { Properties } from '../../types.ts';
import type { RunSink, StoppableRun } from '../run-plan.ts';
import { criteriaOf } from './criteria-options.ts';
import type { ReportRequest } from './report-options.ts';
import type { Reported, ReportEnd } from './reports.ts';

/** How often criteria look at the time, and how long after its end a second is taken as over. */
const LOOK_MS = 250;
const GRACE_MS = 1000;

/** The reports and criteria of a run that is under way. */
export interface RunReports {
  readonly runSink: RunSink;
  /** The run begins; gives what to call after it. */
  started(run: StoppableRun): () => void;
  finish(end: ReportEnd): Promise<Reported>;
}

const wantsFiles = (request: ReportRequest): boolean =>
  request.github ||
  [request.folder, request.junitFile, request.markdownFile, request.statisticsFile].some(
    (file) => file !== undefined,
  );

/**
 * Makes ready what a run is asked to report; undefined when it is asked for nothing, which costs nothing then.
 * @param planComment the comment of the test plan, which may hold criteria.
 * @param say takes a line for people while the run is under way.
 * @throws UsageError for criteria of the command line, CannotRunError for others and for files.
 */
export async function openRunReports(
  request: ReportRequest,
  planComment: string,
  properties: Properties,
  say: (line: string) => void,
): Promise<RunReports | undefined> {
  const criteria = await criteriaOf(request.criteria, planComment);
  if (criteria.length === 0 && !request.failOnError && !wantsFiles(request)) return undefined;
  const [{ Reports }, { RowSink }] = await Promise.all([
    import('./reports.ts'),
    import('../../report/rows.ts'),
  ]);
  let running: StoppableRun | undefined;
  const reports = new Reports({
    request,
    criteria,
    properties,
    isLive: true,
    onStop(criterion) {
      say(`The run ends: ${criterion.name}`);
      running?.stop('graceful');
    },
  });
  return {
    runSink: { sink: new RowSink(reports.takers), spec: { kind: 'rows' } },
    started(run) {
      running = run;
      const timer = setInterval(() => {
        reports.criteria.advance(Math.floor((Date.now() - GRACE_MS) / 1000));
      }, LOOK_MS);
      return () => {
        running = undefined;
        clearInterval(timer);
      };
    },
    finish: (end) => reports.finish(end),
  };
}
