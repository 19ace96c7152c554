/** Figures as a server takes them, without their times. */

/** Splits at commas or blanks that no backslash escapes and no quotes hold. */
const parts = (text: string, separator: ',' | ' '): string[] =>
  text.match(separator === ',' ? /(?:\\.|"(?:\\.|[^"])*"|[^,\\])+/gs : /(?:\\.|"(?:\\.|[^"])*"|[^ \\])+/gs) ??
  [];

/** Measurement and tags of each line of InfluxDB's protocol, with its fields. */
export function influxFigures(body: string): Map<string, Record<string, string>> {
  const figures = new Map<string, Record<string, string>>();
  for (const line of body.split('\n').filter((each) => each !== '')) {
    const [key = '', fields = ''] = parts(line, ' ');
    const pairs = parts(fields, ',').map((pair) => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ]);
    figures.set(key, Object.fromEntries(pairs) as Record<string, string>);
  }
  return figures;
}

/** Name and value of each line of Graphite's protocol. */
export const graphiteFigures = (body: string): Map<string, string> =>
  new Map(
    body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, name = '', value = ''] = /^(.*) (\S+) \d{10}$/.exec(line) ?? [];
        return [name, value];
      }),
  );
