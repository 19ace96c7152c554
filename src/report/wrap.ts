import stringWidth from 'string-width';

/** Breaks a text between words into lines of so many terminal columns; all but the first are indented. */
export function wrap(text: string, width: number, indent = '  '): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && stringWidth(line) + 1 + stringWidth(word) > width) {
      lines.push(line);
      line = indent + word;
    } else line += (line === '' ? '' : ' ') + word;
  }
  return [...lines, line];
}
