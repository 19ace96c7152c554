import type { JtlRow } from '../results/jtl-reader.ts';
import { WHEN_SENT } from '../results/error-counts.ts';
import { ownText } from '../results/own-text.ts';
import type { RunEvent } from '../types.ts';
import { ConnectionSeries, type ConnectionData } from './connection-series.ts';
import { CountTable } from './count-table.ts';
import { Delays, type DelayData, type PushDelayData } from './delays.ts';
import { LabelFigures, type LabelData } from './label-figures.ts';
import type { RowKind, RowTaker } from './rows.ts';
import { closeCode, errorKind, replyVerdict, type ReplyVerdict } from './web-socket-rows.ts';

/** Labels that are kept apart; labels may hold ids and never repeat. */
const MAX_LABELS = 2000;
export const OTHER_LABELS = '(other labels)';
/** Labels with charts of their own. */
const MAX_SERIES = 100;
const BUCKETS = 480;
const LABEL_BUCKETS = 120;
const MAX_KINDS = 200;
const MAX_MESSAGE = 300;

/** Failed samples of one kind. */
export interface ErrorData {
  /** In a few words: `read timeout`. */
  readonly kind: string;
  readonly responseCode: string;
  /** What an assertion said, else the response message; cut when long. */
  readonly message: string;
  readonly count: number;
}

/** Samples of one label that failed because of the reply they took. */
export interface WrongReplyData {
  readonly label: string;
  readonly verdict: ReplyVerdict;
  /** Label of the request that the reply answers; empty when it answers none. */
  readonly answers: string;
  readonly count: number;
}

/** All that reports show. */
export interface ReportData {
  /** All samples; neither transactions nor sub-results. */
  readonly total: LabelData;
  /** In the order in which the labels appeared. */
  readonly samples: readonly LabelData[];
  /** Labels that are not among them. */
  readonly leftOut: number;
  readonly transactions: readonly LabelData[];
  readonly subResults: number;
  /** The most frequent first. */
  readonly errors: readonly ErrorData[];
  /** Failed samples of kinds for which there was no room. */
  readonly otherErrors: number;
  readonly wrongReplies: readonly WrongReplyData[];
  /** Samples by the close code they met. */
  readonly closeCodes: readonly { readonly code: string; readonly count: number }[];
  /** undefined when rows came from a file, which does not tell. */
  readonly connections: ConnectionData | undefined;
  /** A run tells these two, too. */
  readonly handshakes: DelayData | undefined;
  readonly pushDelays: readonly PushDelayData[];
}

/** The request that the failure message of a wrong reply names. */
const ANSWERS = /: it answers "(.*)", which was sent /s;

/** Gathers from rows what reports show. Memory is bounded by the numbers of labels, kinds of errors and points kept. */
export class ReportCollector implements RowTaker {
  readonly #total = new LabelFigures('TOTAL', BUCKETS);
  readonly #samples = new Map<string, LabelFigures>();
  readonly #transactions = new Map<string, LabelFigures>();
  readonly #errors = new CountTable(MAX_KINDS);
  readonly #wrongReplies = new CountTable(MAX_KINDS);
  readonly #closeCodes = new CountTable(MAX_KINDS);
  readonly #connections = new ConnectionSeries(BUCKETS);
  readonly #delays = new Delays();
  #subResults = 0;
  /** The sample that sub-results belong to. */
  #latest: LabelFigures | undefined;

  row(row: JtlRow, kind: RowKind): void {
    if (kind === 'sub-result') {
      this.#subResults++;
      if (this.#latest !== undefined) this.#latest.subResults++;
      return;
    }
    if (kind === 'transaction') {
      labelIn(this.#transactions, row.label ?? '').add(row);
      return;
    }
    this.#total.add(row);
    this.#latest = labelIn(this.#samples, row.label ?? '');
    this.#latest.add(row);
    const code = closeCode(row);
    if (code !== undefined) this.#closeCodes.add([code]);
    if (row.success !== true) this.#addError(row);
  }

  event(event: RunEvent): void {
    this.#connections.event(event, Date.now());
    this.#delays.event(event);
  }

  /** @param maxLabels more are left out, those with fewest samples first: to have less to work out. */
  data(maxLabels = Infinity): ReportData {
    const samples = busiest([...this.#samples.values()], maxLabels);
    return {
      total: { ...this.#total.data(), subResults: this.#subResults },
      samples: samples.map((label) => label.data()),
      leftOut: this.#samples.size - samples.length,
      transactions: Array.from(this.#transactions.values(), (label) => label.data()),
      subResults: this.#subResults,
      errors: this.#errors.entries().map(([[kind = '', responseCode = '', message = ''], count]) => ({
        kind,
        responseCode,
        message,
        count,
      })),
      otherErrors: this.#errors.others,
      wrongReplies: this.#wrongReplies.entries().map(([[label = '', verdict, answers = ''], count]) => ({
        label,
        // Only verdicts are put in there.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        verdict: verdict as ReplyVerdict,
        answers,
        count,
      })),
      closeCodes: this.#closeCodes.entries().map(([[code = ''], count]) => ({ code, count })),
      connections: this.#connections.data(),
      handshakes: this.#delays.handshakes(),
      pushDelays: this.#delays.pushes(),
    };
  }

  #addError(row: JtlRow): void {
    const verdict = replyVerdict(row);
    const said = (row.failureMessage || row.responseMessage) ?? '';
    const message = verdict === undefined ? said : said.replace(WHEN_SENT, '');
    this.#errors.add([errorKind(row), row.responseCode ?? '', message.slice(0, MAX_MESSAGE)]);
    if (verdict !== undefined)
      this.#wrongReplies.add([row.label ?? '', verdict, ANSWERS.exec(row.failureMessage ?? '')?.[1] ?? '']);
  }
}

/** Those with most samples, in the order they have. */
function busiest(labels: readonly LabelFigures[], most: number): readonly LabelFigures[] {
  if (labels.length <= most) return labels;
  const kept = new Set(labels.toSorted((a, b) => b.count - a.count).slice(0, most));
  return labels.filter((label) => kept.has(label));
}

function labelIn(labels: Map<string, LabelFigures>, label: string): LabelFigures {
  let known = labels.get(label);
  if (known === undefined) {
    const name = labels.size < MAX_LABELS ? label : OTHER_LABELS;
    known = labels.get(name);
    if (known === undefined) {
      known = new LabelFigures(ownText(name), labels.size < MAX_SERIES ? LABEL_BUCKETS : 0);
      labels.set(name, known);
    }
  }
  return known;
}
