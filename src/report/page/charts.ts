import uPlot from 'uplot';
import type { LabelData } from '../label-figures.ts';
import { chartModel, type ChartModel, type Line, type RunSeries } from './chart-kinds.ts';
import { element } from './element.ts';

const HEIGHT = 240;
/** Steps between marks on an axis of time, in seconds. */
const TIME_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400, 604_800,
];
/** About how wide a character at a mark is, and how far texts stand apart. */
const CHARACTER_PX = 7;
const APART_PX = 5;
/** Room for the half of the last mark's text. */
const PADDING: uPlot.Padding = [null, 28, null, null];
/** Where a logarithmic axis begins, and where it draws 0. */
const LOWEST = 0.5;

interface Drawn {
  readonly box: HTMLElement;
  /** A new one comes with new data; its lines stay the same but for their values. */
  model: ChartModel;
  plot: uPlot;
  /** Fills the table below the chart with what the chart shows now. */
  readonly tabulate: () => void;
}

/** Where the plot of a chart finds what it shows now. */
type Source = Pick<Drawn, 'model'>;

/** The value of a colour of the style, as the theme has it now. */
const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function seriesOf(source: Source, line: Line, number: number): uPlot.Series {
  const { unit } = source.model;
  const stroke = colour(line.colour);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: unit === '' ? line.name : `${line.name} (${unit})`,
    stroke,
    width: 1.5,
    ...(line.isFilled === true ? { fill: `color-mix(in srgb, ${stroke} 18%, transparent)` } : {}),
    ...(line.isStepped === true && stepped !== undefined ? { paths: stepped } : {}),
    value: (_, __, ___, index) => {
      const value = index === null ? null : source.model.lines[number]?.values[index];
      return value == null ? '–' : source.model.yText(value);
    },
  };
}

function yScale({ isLogarithmic }: ChartModel): uPlot.Scale {
  if (isLogarithmic !== true) return { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] };
  // uPlot's enum of distributions exists in its types only.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
  return { distr: 3, log: 10, range: (_, __, max) => [LOWEST, Math.max(10, max * 1.5)] };
}

/** What is drawn: as it is, but for a logarithmic axis. */
const drawn = ({ isLogarithmic, lines }: ChartModel): (number | null)[][] =>
  lines.map(({ values }) =>
    values.map((value) => (value === null || isLogarithmic !== true ? value : Math.max(value, LOWEST))),
  );

/**
 * What stands at the marks. A text that would run into the next one is left out; from the last on, for the high
 * percentiles matter most.
 */
function markTexts(plot: uPlot, marks: readonly number[], text: (mark: number) => string): string[] {
  let room = Infinity;
  return marks
    .toReversed()
    .map((mark) => {
      const shown = text(mark);
      const at = plot.valToPos(mark, 'x');
      const half = (shown.length * CHARACTER_PX) / 2;
      if (at + half > room) return '';
      room = at - half - APART_PX;
      return shown;
    })
    .toReversed();
}

function optionsOf(source: Source, width: number): uPlot.Options {
  const { model } = source;
  const axis = {
    stroke: colour('ink'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
  };
  const { xMarks, isLogarithmic } = model;
  const isPower = (value: number): boolean => Number.isInteger(Math.log10(value));
  // A logarithmic axis has lines at powers of ten only.
  const yGrid =
    isLogarithmic === true
      ? { filter: (_: uPlot, splits: number[]) => splits.map((split) => (isPower(split) ? split : null)) }
      : {};
  return {
    width,
    height: HEIGHT,
    padding: PADDING,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { x: { time: model.xIsTime }, y: yScale(model) },
    axes: [
      {
        ...axis,
        ...(xMarks === undefined
          ? {
              incrs: TIME_STEPS,
              values: (_, ticks) => ticks.map((tick) => source.model.xText(tick)),
              space: 70,
            }
          : {
              splits: (_, __, min, max) =>
                source.model.xMarks?.filter((mark) => mark >= min && mark <= max) ?? [],
              values: (plot, marks) => markTexts(plot, marks, source.model.xText),
            }),
      },
      {
        ...axis,
        grid: { ...axis.grid, ...yGrid },
        ticks: { ...axis.ticks, ...yGrid },
        size: 60,
        values: (_, ticks) => ticks.map((tick: number | null) => (tick === null ? '' : model.yText(tick))),
      },
    ],
    series: [
      {
        label: model.xName,
        value: (_, value: number | null) => (value === null ? '–' : source.model.xText(value)),
      },
      ...model.lines.map((line, number) => seriesOf(source, line, number)),
    ],
    legend: { live: true },
    cursor: { drag: { x: true, y: false } },
  };
}

/** All that a chart shows, as a table. */
function tableOf({ x, xName, lines, unit, xText, yText }: ChartModel): HTMLElement {
  const head = (text: string): HTMLElement => element('th', { scope: 'col' }, text);
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head(xName),
        ...lines.map(({ name }) => head(unit === '' ? name : `${name} (${unit})`)),
      ),
    ),
    element(
      'tbody',
      {},
      ...x.map((at, i) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, xText(at)),
          ...lines.map(({ values }) => {
            const value = values[i];
            return element('td', { class: 'number' }, value == null ? '–' : yText(value));
          }),
        ),
      ),
    ),
  );
}

const dataOf = (model: ChartModel): uPlot.AlignedData => [[...model.x], ...drawn(model)];

/** Draws charts, and draws them anew when their data, the theme or the room for them changes. */
export class Charts {
  #drawn: Drawn[] = [];
  readonly #observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const resized = this.#drawn.find(({ box }) => box === target);
      const width = Math.floor(target.clientWidth);
      if (resized !== undefined && width > 0 && width !== resized.plot.width)
        resized.plot.setSize({ width, height: HEIGHT });
    }
  });

  /**
   * Fills every figure below `root` that names a kind of chart; takes away those with nothing to show. Those that are
   * drawn already get the new data.
   */
  draw(root: ParentNode, label: LabelData, run: RunSeries): void {
    for (const figure of root.querySelectorAll<HTMLElement>('figure[data-chart]')) {
      const model = chartModel(figure.dataset['chart'] ?? '', label, run);
      const box = figure.querySelector<HTMLElement>('.plot');
      const known = this.#drawn.find((each) => each.box === box);
      if (model === undefined || box === null) {
        this.forget(figure);
        figure.remove();
      } else if (known === undefined) this.#drawInto(figure, box, model);
      else show(known, model);
    }
  }

  /** The charts below that element are gone. */
  forget(root: Node): void {
    for (const { box, plot } of this.#drawn.filter((each) => root.contains(each.box))) {
      this.#observer.unobserve(box);
      plot.destroy();
    }
    this.#drawn = this.#drawn.filter(({ box }) => !root.contains(box));
  }

  redraw(): void {
    for (const each of this.#drawn) {
      each.plot.destroy();
      each.plot = plotIn(each.box, each);
    }
  }

  #drawInto(figure: HTMLElement, box: HTMLElement, model: ChartModel): void {
    const title = figure.querySelector('b')?.textContent ?? '';
    box.replaceChildren();
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute(
      'aria-label',
      `${title}: chart. The arrow keys read its values; they are in the table below, too.`,
    );
    const rows = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title });
    const name = element('summary', { 'aria-label': `${title} as a table` }, 'As a table');
    const details = element('details', {}, name, rows);
    const source: { model: ChartModel } = { model };
    const made: Drawn = Object.assign(source, {
      box,
      plot: plotIn(box, source),
      tabulate: () => details.open && rows.replaceChildren(tableOf(source.model)),
    });
    this.#drawn.push(made);
    this.#observer.observe(box);
    const spoken = element('p', { class: 'spoken', 'aria-live': 'polite' });
    box.addEventListener('keydown', (event) => step(event, made, spoken));
    details.addEventListener('toggle', made.tabulate);
    figure.append(spoken, details);
  }
}

const plotIn = (box: HTMLElement, source: Source): uPlot =>
  new uPlot(optionsOf(source, Math.max(200, Math.floor(box.clientWidth))), dataOf(source.model), box);

/** Shows new data. What was zoomed into stays in view. */
function show(chart: Drawn, model: ChartModel): void {
  const { plot } = chart;
  const { min, max } = plot.scales['x'] ?? {};
  const before = chart.model.x;
  const isZoomed = min != null && max != null && (min > (before[0] ?? min) || max < (before.at(-1) ?? max));
  chart.model = model;
  plot.batch(() => {
    plot.setData(dataOf(model), !isZoomed);
    if (isZoomed) plot.setScale('x', { min, max });
  });
  chart.tabulate();
}

/** Moves the cursor to the next or the last point and says what is there. */
function step(event: KeyboardEvent, { model, plot }: Drawn, spoken: HTMLElement): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const last = model.x.length - 1;
  const from = plot.cursor.idx ?? (by > 0 ? -1 : last + 1);
  const index = Math.min(last, Math.max(0, from + by));
  const at = model.x[index] ?? 0;
  plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 });
  const values = model.lines.map(({ name, values: all }) => {
    const value = all[index];
    return `${name} ${value == null ? 'none' : model.yText(value)}`;
  });
  spoken.textContent = `${model.xText(at)}: ${values.join(', ')} ${model.unit}`;
}
