import { html, Markup } from './markup.ts';

/** A whole HTML page that holds all it needs. */
export function htmlDocument(parts: {
  readonly title: string;
  /** Content-Security-Policy: what the page may do. */
  readonly policy: string;
  readonly style: string;
  readonly body: Markup;
}): string {
  const { title, policy, style, body } = parts;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return `${page.text}\n`;
}
