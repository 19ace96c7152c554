import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../src');

/** What each folder of src may import from, besides itself, types.ts and clock.ts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  java: [],
  regex: ['java'],
  json: ['java', 'regex'],
  xml: [],
  html: ['java', 'regex'],
  jmx: [],
  script: ['java', 'regex'],
  template: ['java', 'regex', 'script'],
  websocket: ['java'],
  http: ['java', 'websocket'],
  correlation: ['java', 'regex'],
  elements: [
    'java',
    'regex',
    'json',
    'xml',
    'html',
    'jmx',
    'template',
    'script',
    'websocket',
    'http',
    'correlation',
  ],
  plan: ['java', 'regex', 'jmx', 'template', 'script', 'websocket', 'correlation', 'elements'],
  engine: ['elements', 'plan'],
  results: ['java'],
  watch: ['results', 'engine', 'websocket'],
  report: ['results', 'watch'],
  metrics: ['java', 'regex', 'results'],
  workers: ['jmx', 'correlation', 'plan', 'engine', 'results', 'report', 'watch', 'metrics'],
  server: [],
  cli: 'java jmx template correlation elements plan engine results watch report metrics workers server'.split(
    ' ',
  ),
};

/** Libraries that one folder hides from the others. */
const ONLY_IN: Readonly<Record<string, string>> = {
  'fast-xml-parser': 'jmx',
  'hdr-histogram-js': 'results',
  saxes: 'results',
  ws: 'server',
  selfsigned: 'server',
  commander: 'cli',
  'quickjs-emscripten': 'script',
};

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly specifier: string;
}

const imports: Import[] = fs
  .readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [
      ...fs
        .readFileSync(path.join(SOURCE, file), 'utf8')
        .matchAll(/(?:^(?:import|export)\b[^;]*?from |^import |\bimport\()\s*'([^']+)'/gm),
    ].map(([, specifier = '']) => ({
      file,
      folder: file.includes(path.sep) ? file.split(path.sep)[0]! : '',
      specifier,
    })),
  );

/** The folder of src that a relative import leads to; empty for types.ts and clock.ts. */
function target({ file, specifier }: Import): string {
  const [folder = '', ...rest] = path.join(path.dirname(file), specifier).split(path.sep);
  return rest.length === 0 ? '' : folder;
}

const describeImport = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;

describe('the folders of src', () => {
  test('are all known to this test', () => {
    const folders = fs.readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((folder) => folder.name).toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
    expect(imports.length).toBeGreaterThan(100);
  });

  test('import in one direction', () => {
    const wrong = imports.filter((each) => {
      if (!each.specifier.startsWith('.')) return false;
      const to = target(each);
      return to !== each.folder && to !== '' && !(MAY_IMPORT[each.folder] ?? []).includes(to);
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('hide their libraries from each other', () => {
    const wrong = imports.filter(({ folder, specifier }) => {
      const library = Object.keys(ONLY_IN).find(
        (name) => specifier === name || specifier.startsWith(`${name}/`),
      );
      return library !== undefined && ONLY_IN[library] !== folder;
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('name their files: relative imports end in .ts, or .css for the style of the report page', () => {
    const wrong = imports.filter(
      ({ specifier }) => specifier.startsWith('.') && !/\.(?:ts|css)$/.test(specifier),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });
});
