import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD, startServer, type TestServer } from './server.ts';

const AXE = join(import.meta.dir, '../../../node_modules/axe-core/axe.min.js');
/** Where pictures go: `BROWSER_SHOTS`, or a folder of the system's temporary one. */
const SHOTS = process.env.BROWSER_SHOTS ?? join(tmpdir(), 'perkmint-shots');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const WIDTHS = { phone: 360, desk: 1280 };
const HEIGHT = 860;
/** An upper bound for a wait that succeeds; generous, because CI machines are slow and shared. */
const TIMEOUT_MS = 30_000;
const THEMES = ['light', 'dark'] as const;

/** What a scene does its work with. */
export interface Stage {
  server: TestServer;
  page: Page;
  /** Opens an address of ours and waits until nothing is on its way any more. */
  go(path: string): Promise<void>;
  /** Logs in through the page. */
  signIn(email: string, password?: string): Promise<void>;
  /**
   * Looks at the page as it stands: pictures at 360 and 1280 in light and dark, and axe each time; fails for a serious or
   * critical finding and for a page that is wider than its window.
   */
  capture(name: string): Promise<void>;
  /** A picture of the page as it stands, at one width. */
  screenshot(name: string, options?: { width?: number }): Promise<string>;
  /** Fails for a serious or critical finding on the page as it stands. */
  axe(): Promise<void>;
  /** What the browser complains of that the scene expects, such as a 401 of a wrong password. */
  expectError(pattern: RegExp): void;
  /** The binary under test; undefined for the sources. */
  binary: string | undefined;
  /** A browser profile of somebody else, watched like this one; on another server where `url` names one. */
  openStage(options?: { url?: string; width?: number }): Promise<Stage>;
}

export type Scene = [name: string, play: (stage: Stage) => Promise<void>];

/** Plays each scene in a fresh browser profile on one server; prints a line a scene. @returns how many failed */
export async function playScenes(scenes: Scene[], binary?: string): Promise<number> {
  mkdirSync(SHOTS, { recursive: true });
  const profile = mkdtempSync(join(tmpdir(), 'perkmint-chromium-'));
  const server = await startServer(binary);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, env: { HOME: profile } });
  let failed = 0;
  try {
    for (const [name, act] of scenes) {
      const problem = await playScene(browser, server, act, binary);
      if (problem) failed += 1;
      console.log(problem ? `FAIL  ${name}\n      ${problem}` : `ok    ${name}`);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
  console.log(`screenshots in ${SHOTS}`);
  console.log(`${scenes.length - failed} passed, ${failed} failed`);
  return failed;
}

async function playScene(
  browser: Browser,
  server: TestServer,
  act: Scene[1],
  binary: string | undefined,
): Promise<string | undefined> {
  const opened: { page: Page; context: BrowserContext; problems: () => string[] }[] = [];
  const open = async ({ url = server.url, width = WIDTHS.desk } = {}): Promise<Stage> => {
    const context = await browser.newContext({ viewport: { width, height: HEIGHT } });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const { expectError, problems } = watch(context, page, url);
    opened.push({ page, context, problems });
    return { ...createStage(page, { ...server, url }), expectError, binary, openStage: open };
  };
  const problems = () => opened.flatMap(one => one.problems());
  try {
    await act(await open());
    const left = problems();
    return left.length > 0 ? left.join('\n      ') : undefined;
  } catch (error) {
    const places = opened.map(({ page }, index) => `at ${page.url()}, see ${failedShot(index)}`);
    for (const [index, { page }] of opened.entries())
      await page.screenshot({ path: failedShot(index) }).catch(() => {});
    return [(error as Error).message, ...places, ...problems()].join('\n      ');
  } finally {
    for (const { context } of opened) await context.close();
  }
}

function failedShot(index: number): string {
  return join(SHOTS, index === 0 ? 'failed.png' : `failed-${index}.png`);
}

/** Sees what must not happen: errors in the console, and requests to anybody else. */
function watch(context: BrowserContext, page: Page, origin: string) {
  const found: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') {
      found.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', error => found.push(`page: ${error.message}`));
  context.on('request', request => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) found.push(`outside: ${url}`);
  });
  return {
    expectError: (pattern: RegExp) => void expected.push(pattern),
    problems: () => found.filter(text => !expected.some(pattern => pattern.test(text))),
  };
}

function createStage(page: Page, server: TestServer): Omit<Stage, 'expectError' | 'binary' | 'openStage'> {
  const settled = async () => {
    await page.waitForSelector('h1, .empty h2');
    await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main .skeleton'));
  };
  const go = async (path: string) => {
    await page.goto(server.url + path);
    await settled();
  };
  const axe = async () => {
    // By evaluation, not as an element: the policy of the page lets no foreign script in, as it should.
    await page.evaluate(await Bun.file(AXE).text());
    const findings = await page.evaluate(async () => {
      const run = (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run;
      const { violations } = await run(document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`,
        );
    });
    if (findings.length > 0) throw new Error(`axe: ${findings.join('\n')}`);
  };
  const screenshot = async (name: string, { width = WIDTHS.desk } = {}) => {
    await page.setViewportSize({ width, height: HEIGHT });
    const path = join(SHOTS, `${name}.png`);
    await page.screenshot({ path, fullPage: true });
    return path;
  };
  const look = async (name: string) => {
    await settled();
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const [device, width] of Object.entries(WIDTHS)) {
        await screenshot(`${name}-${device}-${theme}`, { width });
        await axe();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) throw new Error(`${name} is ${wide} px wider than a window of ${width}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const signIn = async (email: string, password = PASSWORD) => {
    await go('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(url => url.pathname !== '/login');
    await settled();
  };
  return { server, page, go, signIn, capture: look, screenshot, axe };
}
