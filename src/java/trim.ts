const SPACE = 0x20;

/** `String.trim`: drops all characters up to U+0020 at both ends, and no others (unlike JavaScript's). */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start++;
  while (start < end && text.charCodeAt(end - 1) <= SPACE) end--;
  return end - start === text.length ? text : text.slice(start, end);
}
