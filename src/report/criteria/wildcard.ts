/**
 * Makes the test for a pattern with `?` for one and `*` for any number of characters. Takes no longer than pattern
 * times text, whatever the pattern.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  return (text) => {
    let at = 0;
    let inPattern = 0;
    /** The latest `*`, and how much of the text it is taken to stand for. */
    let star = -1;
    let resume = 0;
    while (at < text.length) {
      const wanted = pattern[inPattern];
      if (wanted === '*') {
        star = inPattern++;
        resume = at;
      } else if (wanted === '?' || wanted === text[at]) {
        inPattern++;
        at++;
      } else if (star >= 0) {
        inPattern = star + 1;
        at = ++resume;
      } else return false;
    }
    while (pattern[inPattern] === '*') inPattern++;
    return inPattern === pattern.length;
  };
}
