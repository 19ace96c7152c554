import { spawn } from 'node:child_process';
import fs from 'node:fs';
import xterm from '@xterm/headless';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Progress, type ShownRun } from '../../src/cli/progress.ts';
import { progressLine, progressLines, type ProgressState } from '../../src/cli/progress-text.ts';
import { SampleResult } from '../../src/types.ts';
import { flag, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { execute, PROGRAM, removeScratch, scratch } from '../support/program.ts';

/** A terminal of that many columns, with what a run shows on it. */
class Screen {
  readonly isTTY = true;
  readonly terminal: xterm.Terminal;

  constructor(columns: number) {
    this.terminal = new xterm.Terminal({
      cols: columns,
      rows: 40,
      allowProposedApi: true,
      // As terminals do that programs see as such.
      convertEol: true,
    });
  }

  get columns(): number {
    return this.terminal.cols;
  }

  write(written: string): void {
    this.terminal.write(written);
  }

  /** Changes its width when all that was written is shown. */
  async resize(columns: number): Promise<void> {
    await this.text();
    this.terminal.resize(columns, this.terminal.rows);
  }

  /** What is to be seen. */
  async text(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.terminal.write('', resolve);
    });
    const { active } = this.terminal.buffer;
    return Array.from({ length: active.length }, (_, i) => active.getLine(i)?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  }
}

const RUN: ShownRun = { threads: { active: 7, finished: 0 }, plannedEndMs: undefined };

/** Lets the run go on for so long, with a sample of 20 ms every 10 ms, one in ten failed. */
function go(progress: Progress, ms: number): void {
  const { sink } = progress.runSink;
  for (let n = 0; n < ms / 10; n++) {
    const result = new SampleResult();
    result.success = n % 10 !== 0;
    result.startUs = 1e15;
    result.endUs = result.startUs + 20_000;
    sink.sample({ result, variables: [] });
    vi.advanceTimersByTime(10);
  }
}

describe('the progress of a run', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    vi.stubEnv('TERM', 'xterm');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  test('is a line of its own every ten seconds where there is no terminal', () => {
    const written: string[] = [];
    const progress = new Progress({ write: (line) => written.push(line) }, () => RUN, false);
    go(progress, 15_000);
    progress.say('wsmeter: something');
    go(progress, 15_000);
    progress.close();
    const figures = 'median 20 ms  p95 20 ms  p99 20 ms  7 threads  0 connections\n';
    expect(written).toEqual([
      `0:10  1,000 samples  100/s  100 failed (10%)  ${figures}`,
      'wsmeter: something\n',
      `0:20  2,000 samples  100/s  200 failed (10%)  ${figures}`,
      `0:30  3,000 samples  100/s  300 failed (10%)  ${figures}`,
    ]);
  });

  test('is lines that are written over on a terminal, and gone at the end', async () => {
    const screen = new Screen(80);
    const progress = new Progress(screen, () => RUN, false);
    go(progress, 1500);
    const first = '0:01  7 threads  0 connections';
    const figures = '100/s  15 failed (10%)  median 20 ms  p95 20 ms  p99 20 ms';
    expect(await screen.text()).toBe(`${first}\n150 samples  ${figures}`);
    progress.say('wsmeter: something');
    go(progress, 20);
    expect(await screen.text()).toBe('wsmeter: something');
    go(progress, 480);
    expect(await screen.text()).toMatch(/^wsmeter: something\n0:02 {2}7 threads.*\n200 samples/);
    progress.close();
    expect(await screen.text()).toBe('wsmeter: something');
  });

  test.each([79, 60, 41, 30, 20, 9])(
    'stays in its place when the terminal goes from 80 to %i columns',
    async (columns) => {
      const screen = new Screen(80);
      const progress = new Progress(screen, () => RUN, false);
      screen.write('$ wsmeter run\n');
      go(progress, 1000);
      await screen.resize(columns);
      go(progress, 500);
      const narrow = (await screen.text()).split('\n');
      expect(narrow.filter((line) => line.startsWith('$ wsmet'))).toHaveLength(1);
      expect(narrow.filter((line) => line.startsWith('0:0'))).toEqual([expect.stringMatching(/^0:01/)]);
      await screen.resize(80);
      go(progress, 500);
      progress.close();
      expect(await screen.text()).toBe('$ wsmeter run');
    },
  );

  test('has rate and percentiles of the last seconds', async () => {
    const screen = new Screen(100);
    const progress = new Progress(screen, () => RUN, false);
    go(progress, 20_000);
    vi.advanceTimersByTime(9000);
    expect(await screen.text()).toContain('2,000 samples  0/s  200 failed (10%)');
    expect(await screen.text()).not.toContain('median');
    progress.close();
  });

  test('is silent when it is to be quiet, and says what it is told to', () => {
    const written: string[] = [];
    const progress = new Progress({ write: (line) => written.push(line) }, () => RUN, true);
    go(progress, 30_000);
    progress.say('wsmeter: something');
    progress.close();
    expect(written).toEqual(['wsmeter: something\n']);
  });
});

const STATE: ProgressState = {
  elapsedMs: 42_900,
  plannedMs: 60_000,
  samples: 12_345,
  failed: 0,
  perSecond: 293.4,
  timesMs: [1.234, 3, 812],
  activeThreads: 1,
  finishedThreads: 2,
  openConnections: 1,
};

describe('what is said', () => {
  test('on a line of a log', () => {
    expect(progressLine(STATE)).toBe(
      '0:42 of 1:00  12,345 samples  293/s  0 failed  median 1.23 ms  p95 3 ms  p99 812 ms  1 thread (2 done)  1 connection',
    );
    expect(
      progressLine({ ...STATE, elapsedMs: 7_322_000, plannedMs: undefined, timesMs: undefined }),
    ).toMatch(/^2:02:02 {2}12,345 samples {2}293\/s {2}0 failed {2}1 thread/);
  });

  test('on a terminal, with a bar as long as the time that is over', () => {
    expect(progressLines(STATE, 79, false)).toEqual([
      '0:42 of 1:00  ━━━━━━━━━━━━━━──────  1 thread (2 done)  1 connection',
      '12,345 samples  293/s  0 failed  median 1.23 ms  p95 3 ms  p99 812 ms',
    ]);
    expect(progressLines({ ...STATE, elapsedMs: 70_000 }, 79, false)[0]).toContain(`  ${'━'.repeat(20)}  `);
  });

  test('in colours that change nothing else', () => {
    const state = { ...STATE, failed: 3 };
    const coloured = progressLines(state, 50, true).join('\n');
    expect(coloured).toContain('\u001B[31m3 failed (0.02%)\u001B[39m');
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001B\[\d+m/g, '')).toBe(progressLines(state, 50, false).join('\n'));
  });

  test.each([100, 79, 59, 30, 10, 1])('in %i columns', (width) => {
    for (const line of progressLines(STATE, width, false)) expect(line.length).toBeLessThanOrEqual(width);
  });
});

describe('wsmeter run', () => {
  let folder: string;
  beforeAll(() => {
    const scheduled = flag('ThreadGroup.scheduler', true) + text('ThreadGroup.duration', '2');
    folder = scratch({
      'timed.jmx': plan([
        group('g', [javaRequest('a', { sleepMs: 10 })], { threads: 2, loops: -1, properties: scheduled }),
      ]),
    });
  });
  afterAll(() => removeScratch(folder));

  const hasScript = fs.existsSync('/usr/bin/script');
  /** Runs the program on a terminal of 60 columns and gives all that it wrote there. */
  const onTerminal = (options: string, environment: NodeJS.ProcessEnv = {}): Promise<string> =>
    new Promise((resolve) => {
      const command = `stty cols 60; '${process.execPath}' '${PROGRAM}' run timed.jmx ${options} > summary.txt`;
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd: folder,
        env: { ...process.env, TERM: 'xterm', CI: '', NO_COLOR: '', ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let written = '';
      child.stdout.setEncoding('utf8').on('data', (piece: string) => (written += piece));
      child.once('close', () => resolve(written));
    });

  describe.skipIf(!hasScript)(`on a terminal${hasScript ? '' : ' (skipped: no `script` here)'}`, () => {
    test('shows how far it is, in lines that fit, and leaves nothing behind', async () => {
      const written = await onTerminal('');
      expect(written).toMatch(/0:01 of 0:02/);
      expect(written).toMatch(/\d samples {2}[\d.,]+\/s {2}0 failed {2}median 1\d/);
      expect(written).toContain('\u001B[1m');
      const screen = new Screen(60);
      screen.write(written);
      expect(await screen.text()).toBe('');
      expect(fs.readFileSync(`${folder}/summary.txt`, 'utf8')).toContain('TOTAL');
    });

    test('has no colours with NO_COLOR, and shows nothing with --quiet', async () => {
      const plain = await onTerminal('', { NO_COLOR: '1' });
      expect(plain).toContain('of 0:02');
      expect(plain).not.toContain('\u001B[1m');
      expect(await onTerminal('--quiet')).toBe('');
    });
  });

  test('without a terminal a short run says nothing while it goes on', async () => {
    const { stderr, stdout } = await execute(['run', 'timed.jmx'], folder);
    expect(stderr).toBe('');
    expect(stdout).toContain('TOTAL');
  });
});
