import { generatorShares } from '../../report/criteria/generator-shares.ts';
import { generatorSeries } from '../../report/generator-series.ts';
import { generatorSentences } from '../../report/generator-text.ts';
import type { Properties } from '../../types.ts';
import type { GeneratorSummary } from '../../watch/generator-summary.ts';
import type { Dashboard } from '../dashboard/dashboard.ts';
import type { RunSink, StoppableRun } from '../run-plan.ts';
import { criteriaOf } from './criteria-options.ts';
import type { ReportRequest } from './report-options.ts';
import type { Reported, ReportEnd, Reports } from './reports.ts';

/** How often criteria look at the time, and how long after its end a second is taken as over. */
const LOOK_MS = 250;
const GRACE_MS = 1000;

/** What is known of a run besides its samples. */
export interface AboutRun {
  readonly title: string;
  /** The comment of the test plan, which may hold criteria. */
  readonly comment: string;
  readonly properties: Properties;
  /** How the generator did so far. */
  readonly generator: () => GeneratorSummary;
}

/** The reports and criteria of a run that is under way. */
export interface RunReports {
  readonly runSink: RunSink;
  /** Where the run is shown while it goes on. */
  readonly dashboardUrl: string | undefined;
  /** The run begins; gives what to call after it. */
  started(run: StoppableRun): () => void;
  finish(end: ReportEnd): Promise<Reported>;
}

const wantsReports = (request: ReportRequest): boolean =>
  request.github ||
  request.failOnError ||
  request.dashboard !== undefined ||
  [request.folder, request.junitFile, request.markdownFile, request.statisticsFile].some(
    (file) => file !== undefined,
  );

/**
 * Makes ready what a run is asked to report; undefined when it is asked for nothing, which costs nothing then.
 * @param say takes a line for people while the run is under way.
 * @throws UsageError for criteria of the command line, CannotRunError for others, for files and for the dashboard.
 */
export async function openRunReports(
  request: ReportRequest,
  about: AboutRun,
  say: (line: string) => void,
): Promise<RunReports | undefined> {
  const criteria = await criteriaOf(request.criteria, about.comment);
  if (criteria.length === 0 && !wantsReports(request)) return undefined;
  const [{ Reports }, { RowSink }] = await Promise.all([
    import('./reports.ts'),
    import('../../report/rows.ts'),
  ]);
  let running: StoppableRun | undefined;
  const reports = new Reports({
    request,
    criteria,
    properties: about.properties,
    isLive: true,
    onStop(criterion) {
      say(`The run ends: ${criterion.name}`);
      running?.stop('graceful');
    },
  });
  const dashboard = await dashboardOf(request, about, reports);
  return {
    runSink: { sink: new RowSink(reports.takers), spec: { kind: 'rows' } },
    dashboardUrl: dashboard?.url,
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
    async finish(end) {
      const reported = await reports.finish(end);
      await dashboard?.end(end, reported);
      return reported;
    },
  };
}

interface RunDashboard {
  readonly url: Dashboard['url'];
  end(end: ReportEnd, reported: Reported): Promise<void>;
}

async function dashboardOf(
  { dashboard: address }: ReportRequest,
  { title, generator }: AboutRun,
  reports: Reports,
): Promise<RunDashboard | undefined> {
  if (address === undefined) return undefined;
  const [{ openDashboard }, { reportParts }] = await Promise.all([
    import('../dashboard/dashboard.ts'),
    import('../../report/html/html-report.ts'),
  ]);
  const dashboard = await openDashboard(address, () => {
    const health = generator();
    const { data, verdicts } = reports.figures(generatorShares(health));
    return reportParts(data, verdicts, {
      title,
      state: 'running',
      notes: [],
      generator: generatorSentences(health),
      generatorSeries: generatorSeries(health),
    });
  });
  return {
    url: dashboard.url,
    end: (end, { data, verdicts, state }) => dashboard.end(reportParts(data, verdicts, { ...end, state })),
  };
}
