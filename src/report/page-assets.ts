import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Script and style of the report page, built from `src/report/page`. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  /** Only these two may run and nothing else may be loaded: for the page's Content-Security-Policy. */
  readonly policy: string;
  /** The same for a page without a script. */
  readonly stylePolicy: string;
}

const FOLDER = new URL('../../dist/report/page/', import.meta.url);

/** @param isLive the page may ask the server that it came from. */
export function pageAssets(isLive = false): PageAssets {
  const read = (name: string): string =>
    // The element that holds it must not end inside.
    readFileSync(new URL(name, FOLDER), 'utf8').replace(/<(?=\/(?:script|style))/gi, String.raw`\x3c`);
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const script = read('page.js');
  const style = read('page.css');
  const stylePolicy = `default-src 'none'; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  return {
    script,
    style,
    policy: `${stylePolicy}; script-src ${hash(script)}${isLive ? "; connect-src 'self'" : ''}`,
    stylePolicy,
  };
}
