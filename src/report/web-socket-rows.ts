import type { JtlRow } from '../results/jtl-reader.ts';

/** What correlation said about the reply of a sample that it failed, as the failure message begins. */
const VERDICTS: readonly (readonly [start: string, verdict: ReplyVerdict])[] = [
  ['Late reply:', 'late'],
  ['Reply out of order:', 'out-of-order'],
  ['Duplicate reply:', 'duplicate'],
  ['Unmatched reply:', 'unmatched'],
];

export type ReplyVerdict = 'late' | 'out-of-order' | 'duplicate' | 'unmatched';

/** Which wrong reply a sample failed by. */
export function replyVerdict(row: JtlRow): ReplyVerdict | undefined {
  const { failureMessage = '' } = row;
  if (failureMessage === '') return undefined;
  return VERDICTS.find(([start]) => failureMessage.startsWith(start))?.[1];
}

const REFUSED =
  /^(?:Got unexpected status \d+ with statusLine:|Server response (?:should contain '(?:Upgrade|Connection|Sec-WebSocket-Accept)' header|header 'Sec-WebSocket-Accept' has)|Connecting proxy failed with status code |WebSocket I\/O error: (?:Connection refused|Connect timed out|Empty response; connection closed\.|Invalid status line|Proxy connection setup error))/;

/** Did the sample fail because a connection could not be opened: refused by TCP, a proxy, or the server's answer? */
export const isRefused = (row: JtlRow): boolean =>
  row.success !== true && REFUSED.test(row.responseMessage ?? '');

const LOST = /^WebSocket I\/O error: (?:end of stream|Connection reset|Broken pipe)/;
const CLOSE_FRAME = /^Received: Close frame with status code (\d+|null)/;

/** RFC 6455, section 7.4.1: no close frame came; a close frame without a code came. */
const LOST_CODE = '1006';
const NO_CODE = '1005';

/**
 * The code that a connection ended with, as its sample shows: that of the close frame which a Close received or
 * another sampler met, 1005 for one without a code, 1006 when the connection was lost.
 */
export function closeCode(row: JtlRow): string | undefined {
  const { responseMessage = '', responseCode = '' } = row;
  if (responseMessage.startsWith('Connection closed'))
    return /^\d*$/.test(responseCode) ? responseCode || NO_CODE : undefined;
  if (row.success === true) return undefined;
  if (LOST.test(responseMessage)) return LOST_CODE;
  const code = CLOSE_FRAME.exec(responseMessage)?.[1];
  return code === 'null' ? NO_CODE : code;
}

/** Did the sample wait for a frame in vain? */
export const isReadTimeout = (row: JtlRow): boolean =>
  row.success !== true &&
  (row.responseMessage?.startsWith('Read timeout, no response') === true ||
    row.responseMessage === 'WebSocket I/O error: Read timed out');

const REPLY_KINDS: Readonly<Record<ReplyVerdict, string>> = {
  late: 'late reply',
  'out-of-order': 'reply out of order',
  duplicate: 'duplicate reply',
  unmatched: 'unmatched reply',
};

/** What kind of failure a failed sample had, in a few words. */
export function errorKind(row: JtlRow): string {
  const verdict = replyVerdict(row);
  if (verdict !== undefined) return REPLY_KINDS[verdict];
  const { failureMessage = '', responseCode = '', responseMessage = '' } = row;
  if (isRefused(row)) return 'connection refused';
  if (isReadTimeout(row)) return 'read timeout';
  const code = closeCode(row);
  if (code !== undefined && failureMessage === '')
    return code === LOST_CODE ? 'connection lost' : 'closed by the server';
  if (responseCode.startsWith('Sampler error: unexpected frame type')) return 'unexpected frame';
  if (responseCode === 'Websocket I/O error') return 'I/O error';
  if (failureMessage !== '') return 'assertion';
  if (/^[45]\d\d$/.test(responseCode)) return `status ${responseCode}`;
  return responseMessage === '' && responseCode === '' ? 'no reason given' : 'sampler error';
}
