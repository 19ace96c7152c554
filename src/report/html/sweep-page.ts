import { pageAssets } from '../page-assets.ts';
import { bytes, count, milliseconds } from '../format.ts';
import { knee, kneeText, latency, sweepTable, type SweepStep } from '../sweep.ts';
import { lineChart, type LineChart } from './line-chart.ts';
import { htmlDocument } from './document.ts';
import { html } from './markup.ts';

const MB = 2 ** 20;

/** Connections where every step had more of them than the one before, else threads. */
function places(steps: readonly SweepStep[]): { readonly x: readonly number[]; readonly name: string } {
  const open = steps.map(({ summary }) => summary.connections.mostOpen);
  const rises = open.every((value, i) => value > (open[i - 1] ?? 0));
  return rises
    ? { x: open, name: 'connections open at a time' }
    : { x: steps.map(({ threads }) => threads), name: 'threads' };
}

function charts(steps: readonly SweepStep[]): LineChart[] {
  const at = knee(steps);
  const { x, name } = places(steps);
  const marked = at === undefined ? undefined : x[steps.indexOf(at)];
  const common = {
    x,
    xText: count,
    mark: marked === undefined ? undefined : { x: marked, text: `knee at ${count(marked)}` },
  };
  const hasRoundTrips = steps.every(({ summary }) => summary.total.roundTrip !== null);
  const percentiles = ['median', 'p95', 'p99'] as const;
  const latencies: LineChart = {
    ...common,
    title: hasRoundTrips ? 'Round trip' : 'Elapsed time',
    description: `ms over ${name}`,
    lines: percentiles.map((key) => ({
      name: key,
      colour: key,
      values: steps.map(({ summary }) => latency(summary)[key]),
    })),
    yText: milliseconds,
  };
  if (steps.every(({ summary }) => summary.server === undefined)) return [latencies];
  const memory: LineChart = {
    ...common,
    title: 'Memory of the server',
    description: `at its most, over ${name}`,
    lines: [
      {
        name: 'resident memory',
        colour: 'median',
        values: steps.map(({ summary }) => (summary.server === undefined ? null : summary.server.most / MB)),
      },
    ],
    yText: (value) => bytes(value * MB),
  };
  return [latencies, memory];
}

/**
 * The steps of a sweep as one HTML page that needs nothing else: no network and no JavaScript.
 * @param title what was run.
 */
export function sweepPage(title: string, steps: readonly SweepStep[]): string {
  const { style, stylePolicy } = pageAssets(false);
  const [head = [], ...rows] = sweepTable(steps);
  const body = html`<header><h1>${title}: more and more threads</h1></header>
    <main>
      <p class="notice" role="note">${kneeText(steps)}</p>
      <div class="charts">${charts(steps).map(lineChart)}</div>
      <div class="scroll" role="region" aria-label="Steps" tabindex="0">
        <table>
          <caption>
            Steps (times in ms)
          </caption>
          <thead>
            <tr>
              ${head.map((cell) => html`<th scope="col" class="number">${cell}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([first = '', ...others]) =>
                html`<tr>
                  <th scope="row" class="number">${first}</th>
                  ${others.map((cell) => html`<td class="number">${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </main>
    <footer class="note">Made by wsmeter.</footer>`;
  return htmlDocument({ title: `${title}: wsmeter sweep`, policy: stylePolicy, style, body });
}
