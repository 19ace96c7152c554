import type { Verdict } from '../criteria/verdict.ts';
import { bytes, count, duration, milliseconds, moment, percent, rate } from '../format.ts';
import type { DelayData } from '../delays.ts';
import type { GeneratorSeries } from '../generator-series.ts';
import type { LabelData } from '../label-figures.ts';
import type { ReportData } from '../report-collector.ts';
import { html, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import type { PageData } from './page-data.ts';
import {
  closeCodeColumns,
  criterionColumns,
  delayColumns,
  errorColumns,
  errorKindColumns,
  errorKinds,
  labelColumns,
  table,
  wrongReplyColumns,
} from './tables.ts';

export interface HtmlOptions {
  /** What was run. */
  readonly title: string;
  /** undefined: it is over, and nothing decides whether it passed. */
  readonly state: 'running' | 'passed' | 'failed' | undefined;
  /** Shown above the figures: what is to be known about them. */
  readonly notes: readonly string[];
  /** How the generator of the load did, in sentences. */
  readonly generator: readonly string[];
  /** How it did over time; undefined when nobody watched it. */
  readonly generatorSeries: GeneratorSeries | undefined;
}

const tile = (name: string, value: string, isBad = false): Markup =>
  html`<div class="tile">
    <dt>${name}</dt>
    <dd class="${isBad ? 'bad' : ''}">${value}</dd>
  </div>`;

function summary({ total, subResults, transactions }: ReportData): Markup {
  const lasted =
    total.firstMs === null || total.lastMs === null ? '-' : duration(total.lastMs - total.firstMs);
  const ms = (value: number): string => (total.count === 0 ? '-' : `${milliseconds(value)} ms`);
  const left = [
    transactions.length === 0
      ? ''
      : `${count(transactions.reduce((sum, each) => sum + each.count, 0))} transactions`,
    subResults === 0 ? '' : `${count(subResults)} sub-results`,
  ].filter((text) => text !== '');
  return html`<section aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <dl class="tiles">
      ${tile('Samples', count(total.count))}
      ${tile('Failed', total.errors === 0 ? '0' : `${count(total.errors)} (${percent(total.errors, total.count)})`, total.errors > 0)}
      ${tile('Per second', rate(total.perSecond))} ${tile('Median', ms(total.medianMs))}
      ${tile('p95', ms(total.p95Ms))} ${tile('p99', ms(total.p99Ms))} ${tile('Max', ms(total.maxMs))}
      ${tile('Duration', lasted)} ${tile('Received', bytes(total.receivedBytes))}
      ${tile('Sent', bytes(total.sentBytes))}
    </dl>
    ${left.length === 0 ? '' : html`<p class="note">Not among the samples: ${left.join(', ')}.</p>`}
  </section>`;
}

const chart = (kind: string, title: string, description: string): Markup =>
  html`<figure class="chart" data-chart="${kind}">
    <figcaption><b>${title}</b> <span class="note">${description}</span></figcaption>
    <div class="plot"><p class="note">The chart needs JavaScript.</p></div>
  </figure>`;

const charts = (data: ReportData): Markup =>
  html`<section aria-labelledby="charts">
    <h2 id="charts">Over time</h2>
    ${data.total.count === 0 ? html`<p>There is no sample.</p>` : ''}
    <div class="charts">
      ${chart('latency', 'Response time', 'median, p95 and p99 of the samples that ended at that time, ms')}
      ${chart('percentiles', 'Response time by percentile', 'share of the samples that took no longer, ms')}
      ${chart('throughput', 'Throughput', 'samples per second, and failed ones')}
      ${chart('threads', 'Threads', 'most that ran at a time')}
      ${data.connections === undefined ? '' : chart('connections', 'Open connections', 'most that were open at a time')}
    </div>
  </section>`;

const generatorCharts = html`<div class="charts">
  ${chart('generator', 'Load of the generator', 'share of time of the worker that is worst off, and of thread time, %')}
  ${chart('lateness', 'Lateness of the generator', 'most that it came late to what was due, and the mean turn of its event loop, ms')}
</div>`;

function labelTables(data: ReportData, pageOf: (label: LabelData) => number | undefined): Markup {
  const columns = labelColumns(pageOf);
  const withPages = [...data.samples, ...data.transactions].filter((label) => pageOf(label) !== undefined);
  const notes = [
    data.leftOut === 0
      ? ''
      : `Labels with fewer samples that are not shown while the run goes on: ${count(data.leftOut)}.`,
    withPages.length === data.samples.length + data.transactions.length
      ? ''
      : `The first ${count(withPages.length)} labels have charts of their own.`,
  ].filter((note) => note !== '');
  return html`<section aria-labelledby="labels">
    <h2 id="labels">Labels</h2>
    ${notes.map((note) => html`<p class="note">${note}</p>`)}
    ${table('Samples by label', columns, data.samples, data.total)}
    ${data.transactions.length === 0 ? '' : table('Transactions', columns, data.transactions)}
  </section>`;
}

function errorTables(data: ReportData): Markup {
  const { errors, total } = data;
  if (total.count === 0) return html``;
  if (total.errors === 0)
    return html`<section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p>No sample failed.</p>
    </section>`;
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    ${table('Errors by kind', errorKindColumns(total.count), errorKinds(data))}
    ${table('Errors by code and message', errorColumns(total.count), errors)}
  </section>`;
}

const delayText = ({ medianMs, p95Ms, p99Ms, maxMs }: DelayData): string =>
  `median ${milliseconds(medianMs)} ms, p95 ${milliseconds(p95Ms)}, p99 ${milliseconds(p99Ms)}, max ${milliseconds(maxMs)}`;

function webSocketTables(data: ReportData): Markup {
  const { wrongReplies, closeCodes, connections, handshakes, pushDelays } = data;
  const facts =
    connections === undefined
      ? []
      : [
          `${count(connections.opened)} connections opened`,
          `${count(connections.closedBy.client)} closed by the plan`,
          `${count(connections.closedBy.server)} by the server`,
          `${count(connections.closedBy.reset)} lost`,
          `${count(connections.closedBy['thread-end'])} at the end of their thread`,
          `${count(connections.neverAnswered)} requests never answered`,
          `${count(connections.passedOver)} frames passed over`,
        ];
  if (facts.length === 0 && wrongReplies.length === 0 && closeCodes.length === 0) return html``;
  return html`<section aria-labelledby="websocket">
    <h2 id="websocket">Replies and connections</h2>
    ${facts.length === 0 ? '' : html`<p>${facts.join(', ')}.</p>`}
    ${handshakes === undefined ? '' : html`<p>Opening handshakes: ${delayText(handshakes)}.</p>`}
    ${
      wrongReplies.length === 0
        ? html`<p>No sample took a reply to another request.</p>`
        : table('Samples that took a reply to another request', wrongReplyColumns, wrongReplies)
    }
    ${
      pushDelays.length === 0
        ? ''
        : table('Push delays, from the send time in the message to its arrival', delayColumns, pushDelays)
    }
    ${closeCodes.length === 0 ? '' : table('Close codes that samples met', closeCodeColumns, closeCodes)}
  </section>`;
}

const STATES: Readonly<Record<NonNullable<HtmlOptions['state']>, Markup>> = {
  running: html`<p class="verdict">● Running</p>`,
  passed: html`<p class="verdict good">✔ Passed</p>`,
  failed: html`<p class="verdict bad">✘ Failed</p>`,
};

/** When the samples were taken; nothing without one. */
function when({ firstMs, lastMs }: LabelData, isRunning: boolean): string | undefined {
  if (firstMs === null || lastMs === null) return undefined;
  return isRunning ? `since ${moment(firstMs)}` : `${moment(firstMs)} to ${moment(lastMs)}`;
}

function header({ total }: ReportData, { title, state }: HtmlOptions): Markup {
  const time = when(total, state === 'running');
  return html`<div>
      <h1>${title}</h1>
      ${time === undefined ? '' : html`<p class="note">${time}</p>`}
    </div>
    ${state === undefined ? '' : STATES[state]}`;
}

/** What the page of a report is made of. */
export interface ReportParts {
  readonly title: string;
  /** What was run, when, and what it came to. */
  readonly header: Markup;
  /** All figures. */
  readonly overview: Markup;
  readonly data: PageData;
}

/** The parts of the page of a report, of a run that is over or under way. */
export function reportParts(
  report: ReportData,
  verdicts: readonly Verdict[],
  options: HtmlOptions,
): ReportParts {
  const { total } = report;
  const labels = [...report.samples, ...report.transactions].filter(({ series }) => series !== null);
  const pages = new Map(labels.map((label, page) => [label, page]));
  const { title, notes, generator, generatorSeries } = options;
  return {
    title,
    header: header(report, options),
    overview: html`${notes.map((note) => html`<p class="notice" role="note">${note}</p>`)} ${summary(report)}
    ${
      verdicts.length === 0
        ? ''
        : html`<section aria-labelledby="criteria">
            <h2 id="criteria">Criteria</h2>
            ${table('What must not happen', criterionColumns, verdicts)}
          </section>`
    }
    ${charts(report)} ${labelTables(report, (label) => pages.get(label))} ${errorTables(report)}
    ${webSocketTables(report)}
    ${
      generator.length === 0
        ? ''
        : html`<section aria-labelledby="generator">
            <h2 id="generator">Generator</h2>
            ${generator.map((sentence) => html`<p>${sentence}</p>`)}
            ${generatorSeries === undefined ? '' : generatorCharts}
          </section>`
    }`,
    data: {
      total,
      labels,
      connections: report.connections ?? null,
      generator: generatorSeries ?? null,
    },
  };
}

/**
 * The report as one HTML page that needs nothing else: no network, and, but for its charts, no JavaScript. Its
 * Content-Security-Policy lets it load nothing and run only its own script, whatever labels and messages hold.
 */
export const htmlReport = (report: ReportData, verdicts: readonly Verdict[], options: HtmlOptions): string =>
  htmlPage(reportParts(report, verdicts, options));
