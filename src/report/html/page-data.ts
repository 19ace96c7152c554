import type { ConnectionData } from '../connection-series.ts';
import type { GeneratorSeries } from '../generator-series.ts';
import type { LabelData } from '../label-figures.ts';

/** What the charts of the page are drawn from; it stands in the page as JSON. */
export interface PageData {
  readonly total: LabelData;
  /** Labels with charts of their own, in the order of their pages. */
  readonly labels: readonly LabelData[];
  readonly connections: ConnectionData | null;
  readonly generator: GeneratorSeries | null;
}

/** What the page of a run that is under way is told now and then: the whole state, in place of the one before. */
export interface LiveUpdate {
  /** Markup of the elements with these ids. */
  readonly header: string;
  readonly overview: string;
  readonly data: PageData;
}

/** Where a live page finds its events, and their names: the state, and that the run is over. */
export const LIVE_EVENTS = 'events';
export const UPDATE_EVENT = 'update';
export const END_EVENT = 'end';

/** Ids of the elements that the page's script looks for. */
export const DATA_ID = 'data';
export const HEADER_ID = 'about';
export const LIVE_STATE_ID = 'live';
export const OVERVIEW_ID = 'overview';
export const LABEL_VIEW_ID = 'label-view';
/** `#label-3` leads to the page of the fourth label. */
export const LABEL_HASH = 'label-';
