import type { LabelData } from '../label-figures.ts';
import { LABEL_HASH, LABEL_VIEW_ID, OVERVIEW_ID } from '../html/page-data.ts';
import type { Charts } from './charts.ts';
import { element } from './element.ts';
import { count, milliseconds, nameText } from '../format.ts';

const CHARTS: readonly (readonly [kind: string, title: string, description: string])[] = [
  ['latency', 'Response time', 'median, p95 and p99 of the samples that ended at that time, ms'],
  ['percentiles', 'Response time by percentile', 'share of the samples that took no longer, ms'],
  ['throughput', 'Throughput', 'samples per second, and failed ones'],
];

/** The page of a label shows nothing of the run as a whole. */
const NO_RUN = { connections: null, generator: null };

function tiles(label: LabelData): HTMLElement {
  const tile = (name: string, value: string): HTMLElement =>
    element('div', { class: 'tile' }, element('dt', {}, name), element('dd', {}, value));
  const ms = (value: number): string => `${milliseconds(value)} ms`;
  return element(
    'dl',
    { class: 'tiles' },
    tile('Samples', count(label.count)),
    tile('Failed', count(label.errors)),
    tile('Mean', ms(label.meanMs)),
    tile('Median', ms(label.medianMs)),
    tile('p90', ms(label.p90Ms)),
    tile('p95', ms(label.p95Ms)),
    tile('p99', ms(label.p99Ms)),
    tile('Max', ms(label.maxMs)),
    ...(label.subResults === 0 ? [] : [tile('Sub-results', count(label.subResults))]),
  );
}

/** Shows the page of one label in place of the overview, as the hash of the address says. */
export class LabelView {
  #labels: readonly LabelData[];
  readonly #charts: Charts;
  readonly #overview = document.getElementById(OVERVIEW_ID);
  readonly #view = document.getElementById(LABEL_VIEW_ID);
  /** The label that is shown. */
  #shown: string | undefined;
  /** Where the overview was left. */
  #scrolledTo = 0;

  constructor(labels: readonly LabelData[], charts: Charts) {
    this.#labels = labels;
    this.#charts = charts;
  }

  follow(): void {
    const view = this.#view;
    const overview = this.#overview;
    if (view === null || overview === null) return;
    const label = this.#wanted();
    const wasOpen = !view.hidden;
    if (label !== undefined && !wasOpen) this.#scrolledTo = window.scrollY;
    this.#shown = label?.label;
    this.#charts.forget(view);
    view.replaceChildren();
    view.hidden = label === undefined;
    overview.hidden = label !== undefined;
    if (label !== undefined) {
      this.#fill(view, label);
      window.scrollTo(0, 0);
      view.focus({ preventScroll: true });
    } else if (wasOpen) {
      window.scrollTo(0, this.#scrolledTo);
      overview.focus({ preventScroll: true });
    }
  }

  /** The run went on: labels have new figures. */
  update(labels: readonly LabelData[]): void {
    this.#labels = labels;
    const view = this.#view;
    if (view === null) return;
    if (view.hidden) {
      // Its page may not have been there before.
      if (this.#wanted() !== undefined) this.follow();
      return;
    }
    const sameNumber = this.#wanted();
    const label =
      sameNumber?.label === this.#shown ? sameNumber : labels.find((each) => each.label === this.#shown);
    if (label === undefined) return;
    view.querySelector('dl')?.replaceWith(tiles(label));
    this.#charts.draw(view, label, NO_RUN);
  }

  /** The label that the address names. */
  #wanted(): LabelData | undefined {
    const { hash } = window.location;
    return hash.startsWith(`#${LABEL_HASH}`)
      ? this.#labels[Number(hash.slice(LABEL_HASH.length + 1))]
      : undefined;
  }

  #fill(view: HTMLElement, label: LabelData): void {
    const title = element('h2', { id: 'label-title' }, nameText(label.label));
    view.setAttribute('aria-labelledby', 'label-title');
    view.append(
      element('p', {}, element('a', { href: `#${OVERVIEW_ID}` }, '← All labels')),
      title,
      tiles(label),
      element(
        'div',
        { class: 'charts' },
        ...CHARTS.map(([kind, name, description]) =>
          element(
            'figure',
            { class: 'chart', 'data-chart': kind },
            element(
              'figcaption',
              {},
              element('b', {}, name),
              ' ',
              element('span', { class: 'note' }, description),
            ),
            element('div', { class: 'plot' }),
          ),
        ),
      ),
    );
    this.#charts.draw(view, label, NO_RUN);
  }
}
