import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Script and style of the report page, built from `src/report/page`. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  /** Only these two may run and nothing may be loaded: for the page's Content-Security-Policy. */
  readonly policy: string;
}

const FOLDER = new URL('../../dist/report/page/', import.meta.url);

export function pageAssets(): PageAssets {
  const read = (name: string): string =>
    // The element that holds it must not end inside.
    readFileSync(new URL(name, FOLDER), 'utf8').replace(/<(?=\/(?:script|style))/gi, String.raw`\x3c`);
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const script = read('page.js');
  const style = read('page.css');
  return {
    script,
    style,
    policy: `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
  };
}
