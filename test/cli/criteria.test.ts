import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { element, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, start } from '../support/program.ts';

let folder: string;
let server: DemoServer;
beforeAll(async () => {
  server = await startServer();
  const passes = javaRequest('a');
  const fails = javaRequest('bad', { fails: true });
  folder = scratch({
    'good.jmx': plan([group('TG', [passes], { loops: 10 })]),
    'mixed.jmx': plan([group('TG', [passes, fails], { loops: 5 })]),
    'nothing.jmx': plan([group('TG', [])]),
    'unknown.jmx': plan([group('TG', [element('com.example.Foo', 'foo')])]),
    'commented.jmx': plan(
      [group('TG', [passes, fails])],
      text('TestPlan.comments', 'Nightly.\n@criteria fail&gt;60%\n@criteria No refusals: refused&gt;0'),
    ),
    'strict-comment.jmx': plan(
      [group('TG', [passes, fails])],
      text('TestPlan.comments', '@criteria fail&gt;10%'),
    ),
    'bad-comment.jmx': plan([group('TG', [passes])], text('TestPlan.comments', '@criteria fail')),
    'endless.jmx': plan([group('TG', [javaRequest('slow', { sleepMs: 20, fails: true })], { loops: -1 })]),
    'criteria.yml': 'criteria:\n- fail>60%\n- avg-rt>10s\n',
    'taurus.yml': 'reporting:\n- module: passfail\n  criteria:\n    Too many: fail>10%\n',
    'broken.yml': '- fail',
  });
});
afterAll(async () => {
  removeScratch(folder);
  await server.close();
});

const examplePlan = (name: string): string =>
  fs.readFileSync(path.resolve(import.meta.dirname, '../../plans', name), 'utf8');

const strict = (file: string, ...args: string[]): string[] => ['run', file, ...args];
const lenient = (file: string, ...args: string[]): string[] => ['-n', '-t', file, '-j', 'x.log', ...args];
const criteria = (...texts: string[]): string[] => texts.flatMap((each) => ['--criteria', each]);

describe.concurrent('exit codes', () => {
  test.each<[code: number, what: string, args: string[]]>([
    // wsmeter run
    [0, 'every sample passed', strict('good.jmx')],
    [3, 'a sample failed', strict('mixed.jmx')],
    [3, 'there was no sample', strict('nothing.jmx')],
    [
      99,
      'a sample failed, and another code stands for that',
      strict('mixed.jmx', '--criteria-exit-code', '99'),
    ],
    [0, 'criteria held', strict('good.jmx', ...criteria('fail>0', 'p99>10s'))],
    [0, 'criteria held, though samples failed', strict('mixed.jmx', ...criteria('fail>50%'))],
    [
      3,
      'criteria held, but failed samples fail',
      strict('mixed.jmx', ...criteria('fail>50%'), '--fail-on-error'),
    ],
    [3, 'one of two criteria failed', strict('mixed.jmx', ...criteria('fail>50%', 'fail of bad>0'))],
    [99, 'criteria failed', strict('mixed.jmx', ...criteria('fail>1%'), '--criteria-exit-code', '99')],
    [0, 'a criterion only notices', strict('mixed.jmx', ...criteria('fail>1%, continue as non-failed'))],
    [3, 'a criterion about a label that no sample has', strict('good.jmx', ...criteria('p95 of ehco>1s'))],
    [3, 'criteria, and no sample', strict('nothing.jmx', ...criteria('fail>0, continue as non-failed'))],
    [0, 'a file of criteria held', strict('mixed.jmx', ...criteria('criteria.yml'))],
    [3, 'a Taurus file failed', strict('mixed.jmx', ...criteria('taurus.yml'))],
    [0, 'criteria in the comment of the plan held', strict('commented.jmx')],
    [3, 'criteria in the comment of the plan failed', strict('strict-comment.jmx')],
    [3, 'criteria of both places count', strict('commented.jmx', ...criteria('fail>1%'))],
    [2, 'a criterion is malformed', strict('good.jmx', ...criteria('fail'))],
    [2, 'the exit code is none', strict('good.jmx', '--criteria-exit-code', '0')],
    [1, 'a file of criteria is malformed', strict('good.jmx', ...criteria('broken.yml'))],
    [1, 'a file of criteria is not there', strict('good.jmx', ...criteria('no.json'))],
    [1, 'the comment of the plan has a malformed criterion', strict('bad-comment.jmx')],
    [1, 'the plan cannot run', strict('unknown.jmx', ...criteria('fail>0'))],
    [1, 'a report cannot be written', strict('good.jmx', '--junit', 'no/such/folder.xml')],
    // JMeter's way
    [0, 'JMeter: every sample passed', lenient('good.jmx')],
    [0, 'JMeter: a sample failed', lenient('mixed.jmx')],
    [0, 'JMeter: there was no sample', lenient('nothing.jmx')],
    [3, 'JMeter: a sample failed, with --fail-on-error', lenient('mixed.jmx', '--fail-on-error')],
    [3, 'JMeter: there was no sample, with --fail-on-error', lenient('nothing.jmx', '--fail-on-error')],
    [0, 'JMeter: criteria held', lenient('mixed.jmx', ...criteria('fail>50%'))],
    [3, 'JMeter: criteria failed', lenient('mixed.jmx', ...criteria('fail>1%'))],
    [3, 'JMeter: criteria in the comment failed', lenient('strict-comment.jmx')],
    [
      3,
      'JMeter: criteria, and no sample',
      lenient('nothing.jmx', ...criteria('hits<1, continue as non-failed')),
    ],
    [7, 'JMeter: another code', lenient('mixed.jmx', ...criteria('fail>1%'), '--criteria-exit-code=7')],
    [2, 'JMeter: a criterion is malformed', lenient('good.jmx', ...criteria('fail'))],
    [1, 'JMeter: the plan cannot run', lenient('unknown.jmx', ...criteria('fail>0'))],
  ])('%i: %s', async (code, _, args) => {
    const outcome = await execute(args, folder);
    expect(`${outcome.code} ${outcome.code === code ? '' : outcome.stdout + outcome.stderr}`).toBe(
      `${code} `,
    );
  });
});

describe('exit codes of what only a run tells', () => {
  beforeAll(() => {
    const write = (name: string, jmx: string): void => fs.writeFileSync(path.join(folder, name), jmx);
    write('stale.jmx', examplePlan('stale-reply.jmx'));
    write('noise.jmx', examplePlan('push-in-between.jmx'));
    write('ticker.jmx', examplePlan('ticker.jmx'));
    write(
      'ticking.jmx',
      examplePlan('ticker.jmx')
        .replace('&amp;count=10', '')
        .replace(/(?<="LoopController.loops">)10/, '-1'),
    );
  });

  const pushes = ['--push-delay', '$.sentAt'];
  const match = '-Jwsmeter.correlation=match';
  test.concurrent.each<[code: number, file: string, criterion: string, more: string[]]>([
    [0, 'ticker.jmx', 'p95-push of Tick>10s', pushes],
    [3, 'ticker.jmx', 'avg-push<10s', pushes],
    [3, 'ticker.jmx', 'avg-push>10s', []],
    [3, 'ticker.jmx', 'p95-push of Open>10s', pushes],
    [3, 'ticking.jmx', 'p50-push>=0ms for 1s', pushes],
    [3, 'ticking.jmx', 'p50-push>=0ms within 2s, stop as failed', pushes],
    [0, 'ticking.jmx', 'p50-push>=0ms for 1s, stop as non-failed', pushes],
    [0, 'ticker.jmx', 'p99-handshake>20s', []],
    [3, 'ticker.jmx', 'p99-handshake<20s', []],
    [3, 'good.jmx', 'avg-handshake>20s', []],
    [3, 'stale.jmx', 'never-answered>0', []],
    [3, 'stale.jmx', 'never-answered>20%', []],
    [0, 'stale.jmx', 'never-answered>25%', []],
    [3, 'stale.jmx', 'never-answered of req-3>0', []],
    [0, 'stale.jmx', 'never-answered of req-1>0', []],
    [3, 'stale.jmx', 'late>0', []],
    [3, 'noise.jmx', 'unmatched>0', []],
    [3, 'noise.jmx', 'unsolicited>0', []],
    [0, 'noise.jmx', 'unmatched>0', [match]],
    [3, 'noise.jmx', 'unsolicited>0', [match]],
    [3, 'good.jmx', 'saturated>=0%', []],
    [0, 'good.jmx', 'saturated>100%', []],
    [2, 'good.jmx', 'saturated>5', []],
    [2, 'good.jmx', 'saturated of a>5%', []],
    [2, 'good.jmx', 'saturated>5% for 10s', []],
    [2, 'good.jmx', 'p99-handshake of a>5s', []],
    [2, 'good.jmx', 'p99-handshake>5%', []],
    [2, 'good.jmx', 'p99-elapsed>5s', []],
  ])('%i: %s, %s %j', async (code, file, criterion, more) => {
    const args = strict(file, `-Jport=${server.port}`, ...more, ...criteria(criterion));
    const outcome = await execute(args, folder);
    expect(`${outcome.code} ${outcome.code === code ? '' : outcome.stdout + outcome.stderr}`).toBe(
      `${code} `,
    );
  });

  test("JMeter's way and several workers tell it, too; a results file does not", async () => {
    const args = [`-Jport=${server.port}`, '-Jwsmeter.workers=2', '-l', 'stale.jtl'];
    const unanswered = criteria('Unanswered: never-answered>0');
    const { code, stdout } = await execute(lenient('stale.jmx', ...args, ...unanswered), folder);
    expect([code, stdout]).toEqual([3, expect.stringContaining('Criterion failed: Unanswered: is 1\n')]);
    const report = await execute(['report', 'stale.jtl', ...unanswered], folder);
    expect([report.code, report.stdout]).toEqual([
      1,
      expect.stringContaining(
        "Criteria cannot be told: a results file does not tell what 'never-answered>0' is about, a run does.\n",
      ),
    ]);
  });
});

describe.concurrent('a run with criteria', () => {
  test('says of each what it came to', async () => {
    const { stdout } = await execute(
      strict('mixed.jmx', ...criteria('Too many: fail>10%', 'hits<1')),
      folder,
    );
    expect(stdout).toMatch(/\nCriterion failed: Too many: is 50%\nCriterion held: hits<1: is 10\n$/);
  });

  test('is ended by one with a time frame, and has failed', async () => {
    const { code, stdout, stderr } = await execute(
      strict('endless.jmx', ...criteria('Bad: fail>1 for 1s')),
      folder,
    );
    expect(stderr).toContain('wsmeter: The run ends: Bad\n');
    expect(stdout).toMatch(/^Criterion failed: Bad: was \d+ at 0:0\d of the run; it ended the run$/m);
    expect(code).toBe(3);
  });

  test('can be ended without having failed', async () => {
    const args = lenient('endless.jmx', ...criteria('hits>1 within 2s, stop as non-failed'));
    const { code, stdout } = await execute(args, folder);
    expect(stdout).toMatch(/^The run ends: hits>1 within 2s, stop as non-failed$/m);
    expect(stdout).toMatch(/^Criterion noticed: .*; it ended the run$/m);
    expect(code).toBe(0);
  });

  test('ends by signal with the code of the signal', async () => {
    const running = start(strict('endless.jmx', ...criteria('hits<0'), '-l', 'signal.jtl', '-f'), folder);
    const hasRows = (): boolean =>
      (fs.statSync(path.join(folder, 'signal.jtl'), { throwIfNoEntry: false })?.size ?? 0) > 200;
    while (!hasRows()) await new Promise((resolve) => setTimeout(resolve, 20));
    running.process.kill('SIGTERM');
    expect((await running.outcome).code).toBe(143);
  });

  test('on several workers sees the samples of all', async () => {
    const threads = plan([group('TG', [javaRequest('a')], { threads: 4, loops: 5 })]);
    fs.writeFileSync(path.join(folder, 'threads.jmx'), threads);
    const args = strict('threads.jmx', '--workers', '2', ...criteria('hits=20'));
    expect((await execute(args, folder)).stdout).toContain('Criterion failed: hits=20: is 20\n');
  });

  test('judges its results file as it judged the run', async () => {
    const texts = criteria('fail>10%', 'p95 of a>10s', 'hits of bad<6', 'refused>0', 'fail>1 for 2s');
    const run = await execute(strict('mixed.jmx', '-l', 'judged.jtl', ...texts), folder);
    const report = await execute(['report', 'judged.jtl', ...texts], folder);
    const lines = ({ stdout }: { stdout: string }): string[] => stdout.match(/^Criterion .*$/gm) ?? [];
    expect(lines(run)).toHaveLength(5);
    expect(lines(report)).toEqual(lines(run));
    expect([run.code, report.code]).toEqual([3, 3]);
  });
});

test('refused handshakes and lost connections are told by their criteria', async () => {
  const open = (name: string, where: string): string =>
    element(
      'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
      name,
      text('server', '127.0.0.1') + text('port', String(server.port)) + text('path', where),
    );
  fs.writeFileSync(
    path.join(folder, 'refused.jmx'),
    plan([group('TG', [open('ok', '/echo'), open('no', '/nowhere')])]),
  );
  const args = strict(
    'refused.jmx',
    ...criteria('refused of ok>0', 'refused of no>0', 'rc404>0', 'close1006>0'),
  );
  const { stdout } = await execute(args, folder);
  expect(stdout.match(/^Criterion .*$/gm)).toEqual([
    'Criterion held: refused of ok>0: is 0',
    'Criterion failed: refused of no>0: is 1',
    'Criterion failed: rc404>0: is 1',
    'Criterion held: close1006>0: is 0',
  ]);
});
