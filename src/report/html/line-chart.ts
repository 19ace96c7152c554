import { html, type Markup } from './markup.ts';

/** A line of a chart: one value for each place of the horizontal axis; null: there is none. */
export interface ChartLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Name of a colour of the page's style. */
  readonly colour: string;
}

export interface LineChart {
  readonly title: string;
  /** What the values are, and what they are drawn over. */
  readonly description: string;
  /** Places on the horizontal axis, rising. */
  readonly x: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
  /** A place of the horizontal axis to mark, and what to write there. */
  readonly mark?: { readonly x: number; readonly text: string } | undefined;
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 72;
const RIGHT = 28;
const TOP = 24;
const BOTTOM = 32;
const TICKS = 5;
/** Labels of the horizontal axis that stand closer than this would touch. */
const LABEL_WIDTH = 56;

/** Round numbers from 0 to at least `most`. */
function ticks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / TICKS));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size * TICKS >= most) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** A chart that needs no script: its values show where the pointer rests. */
export function lineChart({ title, description, x, lines, xText, yText, mark }: LineChart): Markup {
  const values = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const most = Math.max(...values, 0) || 1;
  const yTicks = ticks(most);
  const top = yTicks.at(-1) ?? most;
  const right = x.at(-1) ?? 1;
  const px = (value: number): number => Math.round(LEFT + (value / right) * (WIDTH - LEFT - RIGHT));
  const py = (value: number): number => Math.round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM));

  const grid = yTicks.map(
    (tick) =>
      html`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${py(tick)}" y2="${py(tick)}" stroke="var(--line)" />
        <text x="${LEFT - 8}" y="${py(tick) + 4}" text-anchor="end" fill="var(--ink)">${yText(tick)}</text>`,
  );
  let free = -Infinity;
  const labels = x.map((value, i) => {
    const at = px(value);
    if (at < free && i < x.length - 1) return '';
    free = at + LABEL_WIDTH;
    return html`<text x="${at}" y="${HEIGHT - 10}" text-anchor="middle" fill="var(--ink)"
      >${xText(value)}</text
    >`;
  });
  const drawn = lines.map(({ name, values: all, colour }) => {
    const points = x.flatMap((place, i) => {
      const value = all[i];
      return value == null ? [] : [{ place, value }];
    });
    const path = points.map(({ place, value }) => `${px(place)},${py(value)}`).join(' ');
    return html`<polyline points="${path}" fill="none" stroke="var(--${colour})" stroke-width="2" />
      ${points.map(
        ({ place, value }) =>
          html`<circle cx="${px(place)}" cy="${py(value)}" r="4" fill="var(--${colour})">
            <title>${xText(place)}: ${name} ${yText(value)}</title>
          </circle>`,
      )}`;
  });
  const marked =
    mark === undefined
      ? ''
      : html`<line
            x1="${px(mark.x)}"
            x2="${px(mark.x)}"
            y1="${TOP}"
            y2="${HEIGHT - BOTTOM}"
            stroke="var(--bad)"
            stroke-width="2"
            stroke-dasharray="6 4"
          />
          <text
            x="${px(mark.x)}"
            y="${TOP - 8}"
            text-anchor="${px(mark.x) > WIDTH / 2 ? 'end' : 'start'}"
            fill="var(--bad)"
          >
            ${mark.text}
          </text>`;
  const legend = lines.map(
    ({ name, colour }) =>
      html`<svg width="14" height="10" aria-hidden="true">
          <rect width="14" height="4" y="4" fill="var(--${colour})" />
        </svg>
        ${name} `,
  );
  return html`<figure class="chart">
    <figcaption><b>${title}</b> <span class="note">${description}</span></figcaption>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="100%"
      role="img"
      aria-label="${title}, ${description}. The values are in the table below."
      font-size="13"
    >
      ${grid} ${labels} ${drawn} ${marked}
    </svg>
    <p class="note">${legend}</p>
  </figure>`;
}
