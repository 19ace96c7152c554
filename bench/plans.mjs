// The plans that are measured, made from plans/echo.jmx and those of this folder, and the commands that run them.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { program, root } from './processes.mjs';

const REQUEST = '<stringProp name="requestData">hello ';
/** About the bytes of a request before padding: the text with its functions evaluated. */
const BARE_LENGTH = 12;
const PLAIN_LENGTH = 20;
const RICH_LENGTH = 85;
const TIMEOUT = '<stringProp name="readTimeout">6000</stringProp>';

/** A plan of the project with requests of that size, and with read timeouts that outlast being frozen. */
function sized(folder, source, name, padding) {
  const text = readFileSync(path.join(root, source), 'utf8');
  if (!text.includes(REQUEST) || !text.includes(TIMEOUT))
    throw new Error(`${source} has another request than expected`);
  const file = path.join(folder, name);
  writeFileSync(
    file,
    text
      // In front: the assertions look at what follows.
      .replace(REQUEST, REQUEST.replace('hello', `${padding > 0 ? `${'x'.repeat(padding)} ` : ''}hello`))
      .replaceAll(TIMEOUT, TIMEOUT.replace('6000', '3600000')),
  );
  return file;
}

/** What the bare clients do: open, requests of one text, close. */
export const barePlan = (folder, size) =>
  sized(folder, 'bench/bare.jmx', `bare-${size}.jmx`, size - BARE_LENGTH);

/** The plain echo plan: open, requests with one assertion, close. */
export const echoPlan = (folder, size) =>
  sized(folder, 'plans/echo.jmx', `echo-${size}.jmx`, size - PLAIN_LENGTH);

/** The echo plan with ten nested controllers, a CSV Data Set, five functions, two assertions and an extractor. */
export function richPlan(folder, size) {
  copyFileSync(path.join(root, 'bench/names.csv'), path.join(folder, 'names.csv'));
  return sized(folder, 'bench/rich.jmx', `rich-${size}.jmx`, size - RICH_LENGTH);
}

/** The echo plan with its request loop repeated until the file has that many bytes. */
export function largePlan(folder, bytes) {
  const text = readFileSync(path.join(root, 'plans/echo.jmx'), 'utf8');
  const from = text.indexOf(
    '        <LoopController guiclass="LoopControlPanel" testclass="LoopController" testname="Requests"',
  );
  const to = text.indexOf('        <eu.luminis.jmeter.wssampler.CloseWebSocketSampler');
  if (from < 0 || to < from) throw new Error('plans/echo.jmx has another shape than expected');
  const block = text.slice(from, to);
  const file = path.join(folder, `large-${bytes}.jmx`);
  const copies = Math.max(1, Math.ceil((bytes - text.length) / block.length));
  writeFileSync(file, text.slice(0, from) + block.repeat(copies) + text.slice(to));
  return file;
}

/** JMeter's arguments for a run of a plan; loops and requests of -1 go on for ever. */
function jmeterArguments(folder, plan, name, properties) {
  const [results, log] = ['jtl', 'log'].map((ending) => path.join(folder, `${name}.${ending}`));
  const given = Object.entries(properties).map(([property, value]) => `-J${property}=${value}`);
  return ['-n', '-t', plan, '-l', results, '-f', '-j', log, ...given];
}

/** wsmeter with JMeter's command line: results file, correlation and summary as they are by default. */
export const wsmeter = (...args) => [process.execPath, program, ...jmeterArguments(...args)];

export const jmeter = (...args) => [process.env.JMETER, ...jmeterArguments(...args)];

/** A client of bench/clients: requests per connection, and how often each is opened; -1 for ever. */
export const client = (file, { port, connections, requests, size, times = 1 }) => [
  process.execPath,
  path.join(root, 'bench/clients', file),
  ...[`ws://127.0.0.1:${port}/echo`, connections, requests, size, times].map(String),
];
