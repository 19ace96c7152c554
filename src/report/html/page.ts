import type { ReportParts } from './html-report.ts';
import { htmlDocument } from './document.ts';
import { html, Markup } from './markup.ts';
import { pageAssets } from '../page-assets.ts';
import {
  DATA_ID,
  HEADER_ID,
  LABEL_VIEW_ID,
  LIVE_STATE_ID,
  OVERVIEW_ID,
  type LiveUpdate,
  type PageData,
} from './page-data.ts';

/** JSON for a script element: nothing in it can end the element. */
const jsonFor = (data: PageData): Markup =>
  new Markup(
    JSON.stringify(data).replace(
      /[<>&\u2028\u2029]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

/**
 * One HTML page that holds all it needs.
 * @param isLive it asks its server for what is new while the run goes on.
 */
export function htmlPage({ title, header, overview, data }: ReportParts, isLive = false): string {
  const { script, style, policy } = pageAssets(isLive);
  const body = html`<a class="skip" href="#${OVERVIEW_ID}">Skip to the figures</a>
    <header>
      <div id="${HEADER_ID}">${header}</div>
      <button type="button" id="theme" hidden>Dark</button>
    </header>
    ${isLive ? html`<p class="note" id="${LIVE_STATE_ID}" role="status">This page needs JavaScript to follow the run.</p>` : ''}
    <main id="${OVERVIEW_ID}" tabindex="-1">${overview}</main>
    <main id="${LABEL_VIEW_ID}" tabindex="-1" hidden></main>
    <footer class="note">
      Made by wsmeter. Response times are those of the results file, in milliseconds.
    </footer>
    <script type="application/json" id="${DATA_ID}">
      ${jsonFor(data)}
    </script>
    ${new Markup(`<script>${script}</script>`)}`;
  return htmlDocument({ title: `${title}: wsmeter report`, policy, style, body });
}

/** What a live page is told now and then, as one line of JSON. */
export function liveUpdate({ header, overview, data }: ReportParts): string {
  const update: LiveUpdate = { header: header.text, overview: overview.text, data };
  return JSON.stringify(update);
}
