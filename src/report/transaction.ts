import type { JtlRow } from '../results/jtl-reader.ts';

const TRANSACTION = 'Number of samples in transaction';

/** Is it the row of a Transaction Controller? JMeter's report tells by the message, too (Sample.isController). */
export const isTransactionRow = (row: JtlRow): boolean =>
  row.responseMessage?.startsWith(TRANSACTION) === true;

/** A Transaction Controller without samples. */
export const isEmptyTransactionRow = (row: JtlRow): boolean =>
  row.responseMessage?.startsWith(`${TRANSACTION} : 0`) === true;
