import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { PROGRAM, removeScratch, scratch } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => fs.readFileSync(path.join(ROOT, name), 'utf8');

/** The fenced blocks of a document in that language, without the indentation of lists. */
const blocks = (document: string, language: string): string[] =>
  Array.from(
    document.matchAll(new RegExp(String.raw`^( *)\`\`\`${language}\n([^]*?)^ *\`\`\`$`, 'gm')),
    ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/ {2,}#.*$/, '').trim())
    .filter((line) => line.startsWith('wsmeter '));

/** Commands for a shell in a document: whole blocks of it, and those inside the files of other tools. */
function commandsIn(name: string): string[] {
  const document = read(name);
  const unescape = (text: string): string => text.replaceAll('&gt;', '>').replaceAll('&lt;', '<');
  return [
    ...blocks(document, 'sh').flatMap(lines),
    ...blocks(document, 'yaml').flatMap((text) =>
      lines(text.replaceAll(/^ *-? *(?:run: )?(?=wsmeter )/gm, '')),
    ),
    ...blocks(document, 'groovy').flatMap((text) =>
      Array.from(text.matchAll(/\bsh "([^"]+)"/g), ([, command = '']) => command),
    ),
    ...blocks(document, 'xml').map((text) => {
      const all = text.matchAll(/<(?:executable|argument)>([^<]*)</g);
      return Array.from(all, ([, word = '']) => `'${unescape(word)}'`).join(' ');
    }),
  ];
}

interface Job {
  steps: { run?: string }[];
}
const workflowCommands = (): string[] => {
  const workflow = parse(read('docs/examples/github-workflow.yml')) as { jobs: Record<string, Job> };
  return Object.values(workflow.jobs)
    .flatMap(({ steps }) => steps)
    .flatMap(({ run = '' }) => lines(run));
};

let folder: string;
let server: DemoServer;
beforeAll(async () => {
  server = await startServer();
  // The plan of the documents: one sampler is called echo.
  const plan = read('plans/echo.jmx')
    .replaceAll('testname="Echo"', 'testname="echo"')
    .replaceAll('8765', String(server.port));
  folder = scratch({
    'plan.jmx': plan,
    'criteria.yml': blocks(read('docs/criteria.md'), 'yaml')[0] ?? '',
    'step-summary.md': '',
  });
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.writeFileSync(
    path.join(folder, 'bin', 'wsmeter'),
    `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`,
    { mode: 0o755 },
  );
});
afterAll(async () => {
  removeScratch(folder);
  await server.close();
});

/** Runs a command in a shell, as it stands in the document but for the port. */
const shell = (command: string): Promise<{ code: number | string; output: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      GITHUB_STEP_SUMMARY: path.join(folder, 'step-summary.md'),
    };
    execFile(
      'sh',
      ['-c', command.replaceAll('8765', String(server.port))],
      { cwd: folder, env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

// One after the other: later commands read the results of earlier ones.
describe.each([
  ['docs/migrating.md', commandsIn('docs/migrating.md'), 11],
  ['docs/examples/github-workflow.yml', workflowCommands(), 2],
  ['docs/criteria.md', commandsIn('docs/criteria.md'), 4],
])('the commands in %s', (_, commands, atLeast) => {
  test('are found', () => {
    expect(commands.length).toBeGreaterThanOrEqual(atLeast);
  });

  test.each(commands)('%s', async (command) => {
    const { code, output } = await shell(command);
    expect(`${code} ${code === 0 ? '' : output}`).toBe('0 ');
  });
});

describe('what the commands of docs/migrating.md leave', () => {
  test.each(['results.jtl', 'gh.jtl', 'gl.jtl', 'jenkins.jtl', 'maven.jtl'])(
    '%s holds every sample',
    (name) => {
      expect(fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n').length).toBeGreaterThan(
        1100,
      );
    },
  );

  test.each([
    'report',
    'gh-report',
    'gl-report',
    'jenkins-report',
    'maven-report',
    'old-report',
    'old-dashboard',
  ])('%s holds the page and its statistics', (name) => {
    expect(fs.readdirSync(path.join(folder, name)).toSorted()).toEqual(['index.html', 'statistics.json']);
  });

  test.each(['gh-junit.xml', 'gl-junit.xml', 'jenkins-junit.xml'])('%s holds criteria', (name) => {
    expect(fs.readFileSync(path.join(folder, name), 'utf8')).toContain('<testsuite name="criteria" tests=');
  });

  test('the step summary holds every run with --github', () => {
    expect(
      fs.readFileSync(path.join(folder, 'step-summary.md'), 'utf8').match(/^## ✅ plan\.jmx$/gm),
    ).toHaveLength(2);
  });
});

test('the subjects of docs/criteria.md are those that there are', async () => {
  const { SUBJECT_NAMES } = await import('../../src/report/criteria/subjects.ts');
  const documented = read('docs/criteria.md');
  for (const name of SUBJECT_NAMES.split(', ')) {
    const shown = { rc503: 'rc503', p95: 'p95', close1006: 'close1' }[name] ?? name;
    expect(documented).toContain(`\`${shown}${name === 'close1006' ? '' : '`'}`);
  }
});

test('the Dockerfile copies what there is, and .dockerignore lets it through', () => {
  const copied = Array.from(read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, names = '']) =>
    names.split(' '),
  ).flat();
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(copied.length).toBeGreaterThan(4);
  expect(copied.toSorted()).toEqual(allowed.toSorted());
  for (const name of copied) expect(fs.existsSync(path.join(ROOT, name)), name).toBe(true);
});
