import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../../support/browser.ts';
import { group, javaRequest, plan } from '../../support/plan-text.ts';
import { removeScratch, scratch, start, type Running } from '../../support/program.ts';

const NASTY = '&lt;img src=x onerror=window.pwned=1&gt;';
const LABELS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', NASTY];

describe.skipIf(CHROMIUM === undefined)(`the dashboard in Chromium${WITHOUT_CHROMIUM}`, () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
    folder = scratch({
      'long.jmx': plan([
        group(
          'g',
          LABELS.map((label, i) => javaRequest(label, { sleepMs: 5 * (i + 1), fails: label === 'c' })),
          { threads: 3, loops: 100_000 },
        ),
      ]),
    });
  });
  afterAll(async () => {
    await browser.close();
    removeScratch(folder);
  });

  /** Starts a run and opens its page; whatever goes wrong in it, or is asked for elsewhere, is in `wrong`. */
  async function open(
    args: readonly string[] = [],
    options: BrowserContextOptions = {},
  ): Promise<{ running: Running; page: Page; url: string; wrong: string[] }> {
    const running = start(['run', 'long.jmx', '--dashboard', ...args], folder);
    const [, url = ''] = await running.printed(/Dashboard: (\S+)/);
    const page = await (await browser.newContext(options)).newPage();
    const wrong: string[] = [];
    page.on('console', (message) => wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) wrong.push(request.url());
    });
    await page.goto(url);
    await page.getByRole('cell', { name: '✘ failed' }).or(page.getByText('● Running')).first().waitFor();
    return { running, page, url, wrong };
  }

  const samples = async (page: Page): Promise<number> =>
    Number((await page.locator('.tile dd').first().textContent())?.replaceAll(',', ''));

  async function moreThan(page: Page, count: number): Promise<void> {
    await expect.poll(() => samples(page), { timeout: 20_000 }).toBeGreaterThan(count);
  }

  async function end({ running, page }: { running: Running; page: Page }): Promise<number> {
    running.process.kill('SIGINT');
    const { stdout } = await running.outcome;
    await page.getByText(/^The run has ended/).waitFor();
    return Number(/^TOTAL +(\d+)/m.exec(stdout)?.[1]);
  }

  test('figures and charts go on with the run, and stay when it has ended', async () => {
    const live = await open(['--workers', '2', '-c', 'fail>1%']);
    const { page, wrong } = live;
    await moreThan(page, 0);
    await page.locator('figure[data-chart=throughput] canvas').waitFor();
    const before = await samples(page);
    await moreThan(page, before);
    expect(await page.getByRole('status').first().textContent()).toMatch(/^Live/);
    expect(await page.getByRole('cell', { name: '✘ failed' }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Errors' }).isVisible()).toBe(true);

    const total = await end(live);
    expect(await samples(page)).toBe(total);
    expect(await page.getByText('✘ Failed', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('● Running').count()).toBe(0);
    const points = page.locator('figure[data-chart=throughput] details');
    await points.locator('summary').click();
    expect(await points.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await page.getByRole('link', { name: '<img src=x' }).isVisible()).toBe(true);
    expect(wrong).toEqual([]);
  });

  test('what the reader did to the page stays', async () => {
    const live = await open();
    const { page, wrong } = live;
    await page.getByRole('link', { name: '<img' }).waitFor();
    const maximum = page.getByRole('button', { name: 'Max ms' });
    await maximum.click();
    await page.getByRole('searchbox', { name: 'Filter: Samples by label' }).fill('a');
    const table = page.locator('figure[data-chart=latency] details');
    await table.locator('summary').click();
    const chart = page.getByRole('group', { name: /^Throughput: chart/ });
    await chart.focus();

    await moreThan(page, await samples(page));
    expect(await page.getByRole('columnheader', { name: 'Max ms' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const rows = page.getByRole('table', { name: 'Samples by label' }).locator('tbody tr');
    const most = await rows
      .locator('td:nth-child(10)')
      .evaluateAll((all) => all.map((cell) => Number((cell as HTMLElement).dataset['order'])));
    expect(most).toEqual(most.toSorted((a, b) => b - a));
    expect(await page.getByText('1 of 8 rows').isVisible()).toBe(true);
    expect(await table.locator('tbody tr').first().isVisible()).toBe(true);
    expect(await chart.evaluate((node) => node === document.activeElement)).toBe(true);

    await page.getByRole('link', { name: 'a', exact: true }).click();
    const first = Number(await page.locator('#label-view dd').first().textContent());
    await expect
      .poll(async () => Number(await page.locator('#label-view dd').first().textContent()), {
        timeout: 20_000,
      })
      .toBeGreaterThan(first);
    expect(await page.locator('#label-view canvas').count()).toBe(3);
    await end(live);
    expect(wrong).toEqual([]);
  });

  test('a run that is cut off is told from one that has ended', async () => {
    const { running, page } = await open();
    await moreThan(page, 0);
    const kept = await samples(page);
    running.process.kill('SIGKILL');
    await page.getByText(/^Nothing is heard of the run since/).waitFor();
    expect(await samples(page)).toBeGreaterThanOrEqual(kept);
  });

  test.each(['light', 'dark'] as const)('it is usable at 375 pixels: %s', async (colorScheme) => {
    const live = await open([], { viewport: { width: 375, height: 700 }, colorScheme });
    await moreThan(live.page, 0);
    expect(await live.page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await end(live);
    expect(live.wrong).toEqual([]);
  });
});
