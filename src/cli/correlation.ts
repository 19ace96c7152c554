import type { CorrelationOptions } from '../correlation/options.ts';

export const CORRELATION: CorrelationOptions = { mode: 'flag', request: 'auto', reply: 'auto' };
