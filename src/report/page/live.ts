import morphdom from 'morphdom';
import {
  END_EVENT,
  HEADER_ID,
  LIVE_EVENTS,
  LIVE_STATE_ID,
  OVERVIEW_ID,
  UPDATE_EVENT,
  type LiveUpdate,
  type PageData,
} from '../html/page-data.ts';
import { sortLike } from './sort-tables.ts';

/**
 * Follows the run that the page is of, if it is a live one: puts what the server tells into the page. What the reader
 * did to it (sorted, filtered, scrolled, opened, zoomed into) stays.
 * @param show draws the new data, when the markup around it is new.
 */
export function followRun(show: (data: PageData) => void): void {
  const state = document.getElementById(LIVE_STATE_ID);
  if (state === null) return;
  const say = (text: string): void => {
    if (state.textContent !== text) state.textContent = text;
  };
  const events = new EventSource(LIVE_EVENTS);
  events.addEventListener(UPDATE_EVENT, ({ data }: MessageEvent<string>) => {
    // The server wrote it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const update = JSON.parse(data) as LiveUpdate;
    put(HEADER_ID, update.header);
    put(OVERVIEW_ID, update.overview);
    show(update.data);
    say('Live: the run is under way, and its figures come in.');
  });
  events.addEventListener(END_EVENT, () => {
    events.close();
    say(`The run has ended (${clock()}). These are its last figures; they stay until the page is closed.`);
  });
  events.addEventListener('error', () => {
    say(
      `Nothing is heard of the run since ${clock()}: it may have been cut off. The figures are those of then.`,
    );
  });
}

const clock = (): string => new Date().toLocaleTimeString();

/** Makes the children of an element what the markup says, and touches only what differs. */
function put(id: string, markup: string): void {
  const place = document.getElementById(id);
  if (place === null) return;
  // Markup that is not in the page yet runs nothing and loads nothing.
  const wanted = new DOMParser().parseFromString(markup, 'text/html').body;
  morphdom(place, wanted, {
    childrenOnly: true,
    getNodeKey: keyOf,
    onBeforeElUpdated(from, to) {
      // What the script made itself: charts, fields that filter, buttons that sort.
      if (from.matches('figure[data-chart], .filter, thead')) return false;
      if (from instanceof HTMLTableElement && to instanceof HTMLTableElement) sortLike(to, from);
      return !from.isEqualNode(to);
    },
  });
}

/** By what an element is known again. */
function keyOf(node: Node): string | undefined {
  if (!(node instanceof HTMLElement)) return undefined;
  if (node.localName === 'section') return node.getAttribute('aria-labelledby') ?? undefined;
  if (node.localName === 'figure') return `chart-${node.dataset['chart'] ?? ''}`;
  return node.classList.contains('scroll') ? (node.getAttribute('aria-label') ?? undefined) : undefined;
}
