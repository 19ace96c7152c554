// Writes samples to a results file until it is killed, or so many: node write-results.mjs FILE [COUNT]
import process from 'node:process';
import { openResults } from '../../src/results/index.ts';
import { SampleResult } from '../../src/types.ts';

const [file, count = 'Infinity'] = process.argv.slice(2);
const results = openResults({
  properties: { get: () => undefined, set: () => undefined, entries: () => [] },
  workingDirectory: process.cwd(),
  planFolder: process.cwd(),
  functionalMode: false,
  evaluate: (template) => template.source,
  onError: (message) => console.error(message),
  print: () => {},
  log: { log: () => {} },
  threads: () => ({ active: 1, started: 1, finished: 0 }),
});
const sink = results.file(file);
let written = 0;

function writeSome() {
  for (let i = 0; i < 100 && written < Number(count); i++) {
    const result = new SampleResult();
    result.label = `sample, number ${++written}`;
    result.startUs = result.endUs = 1_796_044_708_068_000 + written * 1000;
    result.success = true;
    sink.sample({ result, variables: [] });
  }
  if (written < Number(count)) setTimeout(writeSome, 2);
  else void sink.close();
}
writeSome();
