import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { execute, removeScratch, scratch, start } from '../../support/program.ts';
import { openSinks, type Received, type Sinks } from '../../support/sinks.ts';
import { graphiteFigures, influxFigures } from './figures.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/metrics');

const planOf = (name: string): string => path.join(FIXTURES, name, 'plan.jmx');
const sentByJMeter = (name: string): { url?: string; authorization?: string; body: string }[] =>
  JSON.parse(fs.readFileSync(path.join(FIXTURES, name, 'sent.json'), 'utf8')) as ReturnType<
    typeof sentByJMeter
  >;

let sinks: Sinks;
let folder: string;

beforeEach(async () => {
  sinks = await openSinks();
  folder = scratch();
});
afterEach(async () => {
  await sinks.close();
  removeScratch(folder);
});

const portOptions = (): string[] =>
  Object.entries(sinks.ports).map(([kind, port]) => `-J${kind}.port=${port}`);
/** However slow the machine is, figures come at the start and at the end alone. */
const SELDOM = ['influxdb', 'graphite'].map((server) => `-Jbackend_${server}.send_interval=600`);
const run = (name: string, ...more: string[]): ReturnType<typeof execute> =>
  execute(['-n', '-t', planOf(name), '-j', 'run.log', ...portOptions(), ...SELDOM, ...more], folder);

/** Durations differ from run to run, and how many threads were seen. */
const TIME = /^(?:avg|min|max|pct[\d._]+|(?:min|max|mean)AT|duration|ttfb|connectTime)$/;
const withoutTimes = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, TIME.test(name) ? typeof Number(value) : value]),
  );

/** All lines that were sent, some more than once, as text that can be compared. */
const influxLines = (bodies: readonly string[]): string[] =>
  bodies
    .flatMap((body) => body.split(/(?<=\n)/))
    .flatMap((line) => [...influxFigures(line)])
    .map(([key, fields]) => `${key} ${Object.entries(withoutTimes(fields)).map(String).toSorted().join(' ')}`)
    .toSorted();
const bodies = (received: readonly { body: string }[]): string[] => received.map(({ body }) => body);

/** What all sends together say: counts add up, times are numbers, and of the rest the last word counts. */
function graphiteTotals(body: string): Record<string, string | number> {
  const totals: Record<string, string | number> = {};
  for (const line of body.split(/(?<=\n)/))
    for (const [name, value] of graphiteFigures(line)) {
      if (/\.(?:count|bytes)$/.test(name)) totals[name] = Number(totals[name] ?? 0) + Number(value);
      else totals[name] = TIME.test(name.slice(name.lastIndexOf('.') + 1)) ? typeof Number(value) : value;
    }
  return totals;
}

/** The port of the recording stands in a title. */
const withPort = (text: string): string => text.replaceAll('<http>', String(sinks.ports.http));

describe('a Backend Listener sends what JMeter sends', () => {
  test.each(['influx-http', 'influx-scope', 'influx-threads', 'influx-udp', 'influx-raw'])(
    'to InfluxDB: %s',
    async (name) => {
      const { code, stderr } = await run(name);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(influxLines(bodies(sinks.received))).toEqual(
        influxLines(bodies(sentByJMeter(name)).map(withPort)),
      );
    },
  );

  test('with its token, type and address', async () => {
    await run('influx-http');
    const [recorded] = sentByJMeter('influx-http');
    expect(sinks.received.length).toBe(2);
    for (const { method, url, headers } of sinks.received) {
      expect({ method, url, authorization: headers?.authorization }).toEqual({
        method: 'POST',
        url: recorded?.url,
        authorization: recorded?.authorization,
      });
      expect(headers?.['content-type']).toBe('text/plain; charset=UTF-8');
    }
  });

  test.each(['graphite-text', 'graphite-regex', 'graphite-summary'])('to Graphite: %s', async (name) => {
    await run(name);
    const recorded = bodies(sentByJMeter(name)).join('');
    expect(graphiteTotals(sinks.received[0]?.body ?? '')).toEqual(graphiteTotals(recorded));
  });

  test('to Graphite as a pickle, which Python reads', async () => {
    await run('graphite-pickle');
    const [{ body } = { body: '' }] = sinks.received;
    const [{ body: recorded } = { body: '' }] = sentByJMeter('graphite-pickle');
    const shape = (pickle: string): string[] =>
      pickle
        .slice(4)
        .replaceAll(/\d+L\n/g, '0L\n')
        .replaceAll(/(\.(?:avg|min|max|pct[\d_]+|(?:min|max|mean)AT)'\n\(L0L\nS')[\d.]+/g, '$1N')
        .replace(/^\(l/, '')
        .replace(/\.$/, '')
        .split('tta')
        .toSorted();
    expect(Buffer.from(body, 'latin1').readUInt32BE()).toBe(body.length - 4);
    expect(shape(body)).toEqual(shape(recorded));
  });
});

test('on several workers one place sends, and figures are those of all', async () => {
  const { code } = await run('influx-threads', '-Jwsmeter.workers=2');
  expect(code).toBe(0);
  expect(influxLines(bodies(sinks.received))).toEqual(influxLines(bodies(sentByJMeter('influx-threads'))));
});

test('figures come at every interval', async () => {
  const options = [...portOptions(), '-Jbackend_influxdb.send_interval=1'];
  const running = start(['-n', '-t', planOf('influx-intervals'), '-j', 'run.log', ...options], folder);
  await sinks.until((received) => received.length >= 3);
  running.process.kill('SIGINT');
  await running.outcome;
  const [, second] = sinks.received;
  expect(second?.body).toMatch(/^jmeter,.*\n/);
});

test('a run that is interrupted sends what it has', async () => {
  const running = start(
    ['-n', '-t', planOf('influx-intervals'), '-j', 'run.log', ...portOptions(), ...SELDOM],
    folder,
  );
  await sinks.until((received) => received.length > 0);
  running.process.kill('SIGINT');
  const { code } = await running.outcome;
  expect(code).toBe(130);
  const [, last] = sinks.received;
  expect(last?.body).toMatch(/^events,.* text="Nightly \\"big\\" test ended"/);
  expect(last?.body).toMatch(/transaction=internal .*startedT=(\d),endedT=\1 /);
});

describe('a server that does not take its figures', () => {
  const influxPlan = (replace: readonly [from: string, to: string]): string => {
    const plan = path.join(folder, 'plan.jmx');
    fs.writeFileSync(plan, fs.readFileSync(planOf('influx-http'), 'utf8').replace(...replace));
    return plan;
  };
  const runPlan = (plan: string): ReturnType<typeof execute> =>
    execute(['-n', '-t', plan, '-j', 'run.log', '-l', 'out.csv', ...portOptions(), ...SELDOM], folder);
  const warnings = (stderr: string): string[] => stderr.split('\n').filter((line) => line !== '');

  test('is told once, and the run is what it would be', async () => {
    const plan = influxPlan(['http://127.0.0.1:', 'http://user:secret@127.0.0.1:1/?p=secret&amp;x=']);
    const { code, stderr } = await runPlan(plan);
    expect(code).toBe(0);
    expect(warnings(stderr)).toEqual([
      'wsmeter: Backend Listener "Backend Listener": http://127.0.0.1:1/: connect ECONNREFUSED 127.0.0.1:1. The run goes on; this is told once.',
    ]);
    expect(fs.readFileSync(path.join(folder, 'run.log'), 'utf8').match(/ECONNREFUSED/g)).toHaveLength(2);
    expect(fs.readFileSync(path.join(folder, 'out.csv'), 'utf8').split('\n')).toHaveLength(68);
  });

  test('with what it answers', async () => {
    await sinks.close();
    sinks = await openSinks(401);
    const { code, stderr } = await runPlan(planOf('influx-http'));
    expect(code).toBe(0);
    expect(warnings(stderr)).toEqual([
      expect.stringMatching(/\/write: it answered 401 not today\. The run goes on/),
    ]);
  });

  test.each([
    [
      'http://127.0.0.1:${__P(http.port)}/write?db=jmeter',
      'nonsense',
      'influxdbUrl "nonsense" is no URL of http or https.',
    ],
    ['.*</stringProp>', '((</stringProp>', 'samplersRegex "((" is no regular expression: '],
  ])('what cannot be meant is told before the first sample: %s', async (from, to, message) => {
    const { code, stderr } = await runPlan(influxPlan([from, to]));
    expect(code).toBe(1);
    expect(warnings(stderr)).toEqual([
      expect.stringContaining(`Backend Listener "Backend Listener": ${message}`),
    ]);
    expect(sinks.received).toEqual([] satisfies Received[]);
  });
});
