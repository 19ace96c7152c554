import uPlot from 'uplot';
import type { LabelData } from '../label-figures.ts';
import { chartModel, type ChartModel, type Line, type RunSeries } from './chart-kinds.ts';
import { element } from './element.ts';

const HEIGHT = 240;
/** Where a logarithmic axis begins, and where it draws 0. */
const LOWEST = 0.5;

interface Drawn {
  readonly model: ChartModel;
  readonly box: HTMLElement;
  plot: uPlot;
}

/** The value of a colour of the style, as the theme has it now. */
const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function seriesOf(line: Line, model: ChartModel): uPlot.Series {
  const stroke = colour(line.colour);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: model.unit === '' ? line.name : `${line.name} (${model.unit})`,
    stroke,
    width: 1.5,
    ...(line.isFilled === true ? { fill: `color-mix(in srgb, ${stroke} 18%, transparent)` } : {}),
    ...(line.isStepped === true && stepped !== undefined ? { paths: stepped } : {}),
    value: (_, __, ___, index) => {
      const value = index === null ? null : line.values[index];
      return value == null ? '–' : model.yText(value);
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

function optionsOf(model: ChartModel, width: number): uPlot.Options {
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
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { x: { time: model.xIsTime }, y: yScale(model) },
    axes: [
      {
        ...axis,
        ...(xMarks === undefined
          ? { values: (_, ticks) => ticks.map((tick) => model.xText(tick)), space: 70 }
          : {
              splits: (_, __, min, max) => xMarks.filter((mark) => mark >= min && mark <= max),
              values: (_, marks) => marks.map((mark) => model.xText(mark)),
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
      { label: model.xName, value: (_, value: number | null) => (value === null ? '–' : model.xText(value)) },
      ...model.lines.map((line) => seriesOf(line, model)),
    ],
    legend: { live: true },
    cursor: { drag: { x: true, y: false } },
  };
}

/** All that a chart shows, as a table. */
function tableOf({ x, xName, lines, unit, xText, yText }: ChartModel, caption: string): HTMLElement {
  const head = (text: string): HTMLElement => element('th', { scope: 'col' }, text);
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    element(
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
    ),
  );
}

/** Draws charts, and draws them anew when the theme or the room for them changes. */
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

  /** Fills every figure below `root` that names a kind of chart; takes away those with nothing to show. */
  draw(root: ParentNode, label: LabelData, run: RunSeries): void {
    for (const figure of root.querySelectorAll<HTMLElement>('figure[data-chart]')) {
      const model = chartModel(figure.dataset['chart'] ?? '', label, run);
      const box = figure.querySelector<HTMLElement>('.plot');
      if (model === undefined || box === null) figure.remove();
      else this.#drawInto(figure, box, model);
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
      each.plot = this.#plot(each.box, each.model);
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
    const made: Drawn = { model, box, plot: this.#plot(box, model) };
    this.#drawn.push(made);
    this.#observer.observe(box);
    const spoken = element('p', { class: 'spoken', 'aria-live': 'polite' });
    box.addEventListener('keydown', (event) => this.#step(event, made, spoken));
    const details = element('details', {}, element('summary', {}, 'As a table'));
    details.addEventListener('toggle', () => {
      if (details.open && details.childElementCount === 1) details.append(tableOf(model, title));
    });
    figure.append(spoken, details);
  }

  /** Moves the cursor to the next or the last point and says what is there. */
  #step(event: KeyboardEvent, { model, plot }: Drawn, spoken: HTMLElement): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const last = model.x.length - 1;
    const from = plot.cursor.idx ?? (step > 0 ? -1 : last + 1);
    const index = Math.min(last, Math.max(0, from + step));
    const at = model.x[index] ?? 0;
    plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 });
    const values = model.lines.map(({ name, values: all }) => {
      const value = all[index];
      return `${name} ${value == null ? 'none' : model.yText(value)}`;
    });
    spoken.textContent = `${model.xText(at)}: ${values.join(', ')} ${model.unit}`;
  }

  #plot(box: HTMLElement, model: ChartModel): uPlot {
    const data: uPlot.AlignedData = [[...model.x], ...drawn(model)];
    return new uPlot(optionsOf(model, Math.max(200, Math.floor(box.clientWidth))), data, box);
  }
}
