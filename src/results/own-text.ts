/** Shorter texts are never views of longer ones. */
const SHORTEST_VIEW = 13;

/**
 * A copy of a text that is to be kept. A text that was cut out of another may be a view that keeps all of the other
 * in memory: a piece of a response, or of a file that is read.
 */
export const ownText = (text: string): string =>
  text.length < SHORTEST_VIEW ? text : Buffer.from(text).toString();
