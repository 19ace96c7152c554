// Styles are bundled for their effect.
// oxlint-disable-next-line import/no-unassigned-import
import 'uplot/dist/uPlot.min.css';
// oxlint-disable-next-line import/no-unassigned-import
import './page.css';
import { DATA_ID, OVERVIEW_ID, type PageData } from '../html/page-data.ts';
import { Charts } from './charts.ts';
import { filterTables } from './filter-tables.ts';
import { LabelView } from './label-view.ts';
import { followRun } from './live.ts';
import { sortTables } from './sort-tables.ts';
import { lightOnPaper, themeSwitch } from './theme.ts';

/** The page was written with its data. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const data = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '') as PageData;

const charts = new Charts();
const overview = document.getElementById(OVERVIEW_ID) ?? document;
charts.draw(overview, data.total, data);
const labelView = new LabelView(data.labels, charts);
labelView.follow();
window.addEventListener('hashchange', () => labelView.follow());
sortTables(document);
filterTables(document);
themeSwitch(() => charts.redraw());
lightOnPaper(() => charts.redraw());
followRun((latest) => {
  charts.draw(overview, latest.total, latest);
  labelView.update(latest.labels);
  sortTables(overview);
  filterTables(overview);
});
