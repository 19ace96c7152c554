// Makes docs/summary.schema.json, the JSON Schema of the summary for programs, of the types in src/report/json.ts:
//   node test/report/summary-schema.mjs
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { createGenerator } from 'ts-json-schema-generator';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const SCHEMA_FILE = path.join(ROOT, 'docs/summary.schema.json');

/** The text of the schema. */
export async function summarySchema() {
  const generator = createGenerator({
    path: path.join(ROOT, 'src/report/json.ts'),
    tsconfig: path.join(ROOT, 'tsconfig.json'),
    type: 'SummaryJson',
    topRef: false,
    // Fields may be added without a new version.
    additionalProperties: true,
    skipTypeCheck: true,
  });
  const schema = {
    title: 'Summary of a run of wsmeter (--json)',
    ...generator.createSchema('SummaryJson'),
  };
  const options = await resolveConfig(SCHEMA_FILE);
  return format(JSON.stringify(schema), { ...options, filepath: SCHEMA_FILE });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(SCHEMA_FILE, await summarySchema());
