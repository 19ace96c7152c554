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

/** Ids of the elements that the page's script looks for. */
export const DATA_ID = 'data';
export const OVERVIEW_ID = 'overview';
export const LABEL_VIEW_ID = 'label-view';
/** `#label-3` leads to the page of the fourth label. */
export const LABEL_HASH = 'label-';
