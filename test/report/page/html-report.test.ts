import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html, Markup } from '../../../src/report/html/markup.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../../support/browser.ts';
import { group, javaRequest, plan } from '../../support/plan-text.ts';
import { execute, removeScratch, scratch } from '../../support/program.ts';
import { START_MS } from '../../support/rows.ts';

const HEADER =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect';
const LABELS = ['open', 'login', 'echo', 'subscribe', 'quote', 'list', 'leave', 'close', 'rare'];
/** What a server or a plan could try to get into the page. */
const NASTY = [
  '<img src=x onerror=window.pwned=1>',
  '</script><script>window.pwned=1</script>',
  '</style><style>body{display:none}',
  '"><svg onload=window.pwned=1>',
  "' onmouseover='window.pwned=1",
  '{{constructor.constructor("window.pwned=1")()}}',
  '\u202Egnirts\u0000 \u2028 <!-- ',
  'javascript:window.pwned=1',
];

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

interface Row {
  readonly label: string;
  readonly elapsed: number;
  readonly success: boolean;
}
const rows: Row[] = Array.from({ length: 1800 }, (_, i) => ({
  label: LABELS[i % LABELS.length]!,
  elapsed: i % LABELS.length === 8 && i > 1700 ? 5000 : (i * 7919) % 90,
  success: i % 40 !== 3,
}));

const jtl = [
  HEADER,
  ...rows.map(({ label, elapsed, success }, i) =>
    [
      START_MS + i * 50,
      elapsed,
      label,
      success ? 200 : 500,
      success ? 'OK' : 'Boom',
      'TG 1-1',
      'text',
      success,
      '',
      1000,
      100,
      Math.ceil((i + 1) / 200),
      Math.ceil((i + 1) / 200),
      'null',
      elapsed,
      0,
      0,
    ].join(','),
  ),
  '',
].join('\n');

const nastyJtl = [
  HEADER,
  ...NASTY.map((text, i) =>
    [
      START_MS + i,
      5,
      quoted(text),
      quoted(text),
      quoted(text),
      quoted(text),
      'text',
      false,
      quoted(`Late reply: it answers ${text}, which was sent`),
    ]
      .concat(['1', '1', '1', '1', 'null', '5', '0', '0'])
      .join(','),
  ),
  '',
].join('\n');

let folder: string;
let nasty: string;
beforeAll(async () => {
  folder = scratch({
    'run.jtl': jtl,
    'empty.jtl': `${HEADER}\n`,
    'blank.jtl': `${HEADER}\n${START_MS},5, ,200,OK,TG,text,true,,1,1,1,1,null,1,0,0\n`,
    'slow.jmx': plan([group('g', [javaRequest('a', { sleepMs: 700 })], { threads: 3 })]),
  });
  nasty = path.join(folder, '<b onclick=pwned>&amp;.jtl'.replaceAll('/', ''));
  fs.writeFileSync(nasty, nastyJtl);
  const criteria = ['-c', 'p95 of echo>50ms', '-c', `${NASTY[0]}: fail>50%`];
  await Promise.all(
    [
      ['report', 'run.jtl', '-o', 'run', ...criteria],
      ['run', 'slow.jmx', '-o', 'own', '--workers', '2'],
      ['report', nasty, '-o', 'nasty', ...criteria],
      ['report', 'empty.jtl', '-o', 'empty'],
      ['report', 'blank.jtl', '-o', 'blank'],
    ].map((args) => execute(args, folder)),
  );
});
afterAll(() => removeScratch(folder));

const pageOf = (name: string): string => path.join(folder, name, 'index.html');

describe('html`…`', () => {
  test('escapes what is put in, and leaves markup', () => {
    const inner = html`<b>${'<&"\'>'}</b>`;
    expect(html`<p title="${'"'}">${[inner, 1, undefined]}</p>`.text).toBe(
      '<p title="&quot;"><b>&lt;&amp;&quot;&#39;&gt;</b>1</p>',
    );
    expect(html`${new Markup('<i>')}`.text).toBe('<i>');
  });
});

test('the page is one file that names nothing outside', () => {
  expect(fs.readdirSync(path.join(folder, 'run')).toSorted()).toEqual(['index.html', 'statistics.json']);
  const text = fs.readFileSync(pageOf('run'), 'utf8');
  expect(text).not.toMatch(/<[a-z][^>]*\s(?:src|href)="(?!#)/);
  expect(text).not.toMatch(/url\(|@import/);
  expect(text.length).toBeLessThan(400_000);
});

describe.skipIf(CHROMIUM === undefined)(`in Chromium${WITHOUT_CHROMIUM}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  /** Opens a page without a network; whatever goes wrong in it is in `wrong`. */
  async function open(
    name: string,
    options: BrowserContextOptions = {},
    hash = '',
  ): Promise<{ page: Page; wrong: string[] }> {
    const context = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('dialog', (dialog) => wrong.push(dialog.message()));
    page.on('request', (request) => {
      if (!request.url().startsWith(pathToFileURL(folder).href)) wrong.push(request.url());
    });
    await page.goto(pathToFileURL(pageOf(name)).href + hash);
    return { page, wrong };
  }

  /** The cells of a table by its caption, the head left out. */
  const cells = (page: Page, caption: string): Promise<string[][]> =>
    page
      .getByRole('table', { name: caption, exact: true })
      .locator('tbody tr, tfoot tr')
      .evaluateAll((trs) => trs.map((tr) => Array.from(tr.children, (cell) => cell.textContent.trim())));

  test('it opens without a network and without an error, with all its charts', async () => {
    const { page, wrong } = await open('run');
    expect(await page.title()).toBe('run.jtl: wsmeter report');
    expect(await page.locator('figure canvas').count()).toBe(4);
    expect(await page.getByText('✘ Failed', { exact: true }).isVisible()).toBe(true);
    const painted = await page.locator('canvas').evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
        return new Set(Array.from({ length: data.length / 4 }, (_, i) => data[i * 4])).size > 5;
      }),
    );
    expect(painted).toEqual([true, true, true, true]);
    expect(wrong).toEqual([]);
  });

  test('its numbers are those of the results file', async () => {
    const { page } = await open('run');
    const table = await cells(page, 'Samples by label');
    for (const label of [...LABELS, 'TOTAL']) {
      const own = rows.filter((row) => label === 'TOTAL' || row.label === label);
      const times = own.map(({ elapsed }) => elapsed).toSorted((a, b) => a - b);
      const rank = (percent: number): string =>
        times[Math.ceil((percent / 100) * times.length) - 1]!.toLocaleString('en-US');
      const failed = own.filter(({ success }) => !success).length;
      const cell = table.find(([name]) => name === label)!;
      expect(cell[1]).toBe(own.length.toLocaleString('en-US'));
      expect(cell[2]!.split(' ')[0]).toBe(String(failed));
      expect(cell.slice(5, 10)).toEqual([50, 90, 95, 99, 100].map(rank));
    }
    const [[kind, samples] = []] = await cells(page, 'Errors by kind');
    expect([kind, samples]).toEqual(['status 500', String(rows.filter(({ success }) => !success).length)]);
    expect((await cells(page, 'What must not happen'))[0]).toEqual([
      'p95 of echo>50ms',
      '✘ failed',
      expect.stringMatching(/^is \d+ ms$/),
    ]);
  });

  test('what labels, messages, codes and file names hold stays text', async () => {
    const { page, wrong } = await open('nasty');
    for (const [i, text] of NASTY.entries()) {
      await page.evaluate((at) => (location.hash = `#label-${at}`), i);
      const shown = text.replace('\u0000', '\ufffd');
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await page.locator('#label-title').textContent()).toContain(text.slice(0, 6));
      await page.evaluate(() => (location.hash = ''));
      const [label] = (await cells(page, 'Samples by label'))[i]!;
      expect(label).toBe(shown.trim());
    }
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await page.locator('img, svg, iframe').count()).toBe(0);
    expect(await page.locator('h1').textContent()).toBe(path.basename(nasty));
    expect(await page.getByRole('heading', { name: 'Errors' }).isVisible()).toBe(true);
    expect(wrong).toEqual([]);
  });

  test('the page of a run draws how its generator did', async () => {
    const { page, wrong } = await open('own');
    for (const title of ['Load of the generator', 'Lateness of the generator']) {
      const figure = page.locator('figure', { has: page.getByText(title, { exact: true }) });
      expect(await figure.locator('canvas').count()).toBe(1);
    }
    await page.getByRole('group', { name: /^Load of the generator: chart/ }).focus();
    await page.keyboard.press('ArrowRight');
    const spoken = page.locator('figure[data-chart=generator] .spoken');
    expect(await spoken.textContent()).toMatch(
      /: Busy [\d.]+, Waiting for a CPU ([\d.]+|none), CPU ([\d.]+|none), Thread time in no sample [\d.]+ %$/,
    );
    expect(await page.getByRole('heading', { name: 'Generator' }).isVisible()).toBe(true);
    expect(await (await open('run')).page.locator('figure[data-chart=generator]').count()).toBe(0);
    expect(wrong).toEqual([]);
  });

  test('a script that got in would not run', async () => {
    const { page, wrong } = await open('run');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.pwned = 1';
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(wrong.join()).toContain('Content Security Policy');
  });

  test.each(['run', 'nasty'])('it is usable at 375 pixels: %s', async (name) => {
    for (const hash of ['', '#label-1']) {
      const { page, wrong } = await open(
        name,
        { viewport: { width: 375, height: 700 }, hasTouch: true },
        hash,
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
      const widest = await page
        .locator('canvas, .tile, h1, h2, .scroll, input, button:visible')
        .evaluateAll((all) =>
          Math.max(
            ...all
              .filter((each) => each.closest('.scroll table') === null)
              .map((each) => each.getBoundingClientRect().right),
          ),
        );
      expect(widest).toBeLessThanOrEqual(375);
      expect(wrong).toEqual([]);
    }
  });

  test('the keyboard reaches labels, sorts tables and reads charts', async () => {
    const { page } = await open('run');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Skip to the figures');

    const chart = page.getByRole('group', { name: /^Response time: chart/ });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.spoken').first().textContent()).toMatch(
      /^\d\d:\d\d:\d\d: p99 \d+, p95 \d+, Median \d+ ms$/,
    );

    const head = page.getByRole('button', { name: 'Max ms' });
    await head.focus();
    await page.keyboard.press('Enter');
    expect((await cells(page, 'Samples by label'))[0]![0]).toBe('rare');
    expect((await cells(page, 'Samples by label')).at(-1)![0]).toBe('TOTAL');
    expect(await page.getByRole('columnheader', { name: 'Max ms' }).getAttribute('aria-sort')).toBe(
      'descending',
    );

    await page.getByRole('link', { name: 'echo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'echo' }).waitFor();
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('label-view');
    expect(await page.locator('#label-view canvas').count()).toBe(3);
    await page.getByRole('link', { name: '← All labels' }).press('Enter');
    await page.locator('#overview').waitFor();
    expect(await page.locator('#label-view').isHidden()).toBe(true);
  });

  test('tables are filtered, and charts are tables, too', async () => {
    const { page } = await open('run');
    await page.getByRole('searchbox', { name: 'Filter: Samples by label' }).fill('QUO');
    expect(await page.getByRole('row', { name: /^quote/ }).isVisible()).toBe(true);
    expect(await page.getByRole('row', { name: /^echo/ }).isVisible()).toBe(false);
    expect(await page.getByText('1 of 9 rows').isVisible()).toBe(true);

    await page.getByText('As a table').nth(1).click();
    const curve = page.locator('figure').nth(1).locator('details tbody tr');
    expect(await curve.first().textContent()).toBe('0%0');
    expect(await curve.last().textContent()).toBe('100%5,000');
  });

  test('it is light or dark as the system, or the reader, has it', async () => {
    const paper = (page: Page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const { page } = await open('run', { colorScheme: 'dark' });
    expect(await paper(page)).toBe('rgb(20, 23, 27)');
    await page.getByRole('button', { name: 'Switch to light colours' }).click();
    expect(await paper(page)).toBe('rgb(255, 255, 255)');
    expect(await page.locator('figure canvas').count()).toBe(4);
  });

  test('printed, it is white and whole, without what only a screen can use', async () => {
    const { page } = await open('run', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect(
      await page
        .locator('#theme, .filter, details')
        .evaluateAll((all) => all.some((each) => each.checkVisibility())),
    ).toBe(false);
    expect((await page.pdf()).length).toBeGreaterThan(20_000);
    // What is drawn is drawn anew for white paper, and for the screen after that.
    const theme = (event: string): Promise<string | undefined> =>
      page.evaluate((name) => {
        window.dispatchEvent(new Event(name));
        return document.documentElement.dataset['theme'];
      }, event);
    expect([await theme('beforeprint'), await theme('afterprint')]).toEqual(['light', undefined]);
    await page.setViewportSize({ width: 600, height: 800 });
    const right = await page
      .locator('canvas')
      .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
    expect(right).toBeLessThanOrEqual(600);
  });

  test('an empty results file says so; a label without a name can be seen and followed', async () => {
    const { page, wrong } = await open('empty');
    expect(await page.getByText('There is no sample.').isVisible()).toBe(true);
    expect(await page.locator('figure').count()).toBe(0);
    const blank = await open('blank');
    await blank.page.getByRole('link', { name: '(blank)' }).click();
    expect(await blank.page.getByRole('heading', { name: '(blank)' }).isVisible()).toBe(true);
    expect([...wrong, ...blank.wrong]).toEqual([]);
  });

  test('without JavaScript all figures are there', async () => {
    const { page } = await open('run', { javaScriptEnabled: false });
    expect(await page.getByText('The chart needs JavaScript').first().isVisible()).toBe(true);
    expect(await page.getByRole('cell', { name: '5,000' }).first().isVisible()).toBe(true);
  });

  test('readers of screens find headings, tables with captions and named charts', async () => {
    const { page } = await open('run');
    const outline = await page.locator('body').ariaSnapshot();
    for (const part of [
      '- heading "run.jtl" [level=1]',
      '- heading "Summary" [level=2]',
      '- heading "Criteria" [level=2]',
      '- table "Samples by label"',
      '- columnheader "p95 ms"',
      '- rowheader "echo"',
      'group "Throughput: chart. The arrow keys',
    ])
      expect(outline).toContain(part);
  });
});
