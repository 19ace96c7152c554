/** Of a longer body the rest is read and counted, but not kept. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** A longer head of an answer ends the request. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Of the page with which a proxy refuses a tunnel, so much is read. */
export const MAX_PAGE_BYTES = 1024 * 1024;
