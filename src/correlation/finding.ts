import type { CorrelationVerdict } from '../types.ts';
import type { Request } from './request.ts';

/** What a frame is to the sample that reads it. */
export interface Finding {
  /** undefined: nothing tells. */
  readonly kind: CorrelationVerdict['kind'] | undefined;
  /** The request that it answers. */
  readonly request: Request | undefined;
  /** The sample has the wrong reply. */
  readonly fails: boolean;
}

export const NOTHING: Finding = { kind: undefined, request: undefined, fails: false };
export const inOrder = (request: Request): Finding => ({ kind: 'in-order', request, fails: false });
