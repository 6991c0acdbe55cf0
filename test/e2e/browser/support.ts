import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD, startServer, type TestServer } from './server.ts';

const AXE = join(import.meta.dir, '../../../node_modules/axe-core/axe.min.js');
/** Folder for screenshots. */
export const SHOTS = process.env.BROWSER_SHOTS ?? join(tmpdir(), 'perkmint-shots');
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

/** The browser page and helpers of a scene. */
export interface Stage {
  server: TestServer;
  page: Page;
  /** Opens a path and waits until it has loaded. */
  go(path: string): Promise<void>;
  /** Logs in through the page. */
  signIn(email: string, password?: string): Promise<void>;
  /**
   * Takes screenshots at 360 and 1280 pixels in both themes and runs axe each time. Fails for a serious or critical
   * violation, and for a page that is wider than its window.
   */
  capture(name: string): Promise<void>;
  /** Takes a screenshot at one width. @returns its path */
  screenshot(name: string, options?: { width?: number }): Promise<string>;
  /** Fails for a serious or critical accessibility violation. */
  axe(): Promise<void>;
  /** Allows a console error that the scene causes, such as the 401 of a wrong password. */
  expectError(pattern: RegExp): void;
  /** The binary under test; undefined for the sources. */
  binary: string | undefined;
  /** Opens a page in a separate browser profile, e.g. for another user, optionally on another server. */
  openStage(options?: { url?: string; width?: number }): Promise<Stage>;
}

/** Opens a browser of its own, whose profile stays in the folder when it is closed, at the width of a phone. */
export function openProfile(folder: string): Promise<BrowserContext> {
  const viewport = { width: WIDTHS.phone, height: HEIGHT };
  return chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: FLAGS, viewport });
}

export type Scene = [name: string, play: (stage: Stage) => Promise<void>];

/**
 * Plays each track on its own server and in its own browser, all at the same time, and each scene in a new browser profile.
 * Prints the results. @returns the number of failures
 */
export async function playTracks(tracks: Scene[][], binary?: string): Promise<number> {
  mkdirSync(SHOTS, { recursive: true });
  const failures = await Promise.all(tracks.map(scenes => playTrack(scenes, binary)));
  const failed = failures.reduce((sum, count) => sum + count, 0);
  console.log(`screenshots in ${SHOTS}`);
  console.log(`${tracks.flat().length - failed} passed, ${failed} failed`);
  return failed;
}

async function playTrack(scenes: Scene[], binary: string | undefined): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), 'perkmint-chromium-'));
  const server = await startServer(binary);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, env: { HOME: profile } });
  let failed = 0;
  try {
    for (const [name, act] of scenes) {
      const start = performance.now();
      const problem = await playScene(browser, server, act, binary);
      if (problem) failed += 1;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(
        `${problem ? 'FAIL' : 'ok  '} ${seconds.padStart(5)} s  ${name}${problem ? `\n      ${problem}` : ''}`,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
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
    const places = opened.map(({ page }) => `at ${page.url()}, see ${failedShot(page)}`);
    for (const { page } of opened) await page.screenshot({ path: failedShot(page) }).catch(() => {});
    return [(error as Error).message, ...places, ...problems()].join('\n      ');
  } finally {
    for (const { context } of opened) await context.close();
  }
}

/** One file per server and path, so that scenes that run at the same time keep their own. */
function failedShot(page: Page): string {
  return join(SHOTS, `failed-${page.url().replace(/\W+/g, '-')}.png`);
}

/** Collects console errors and requests to other origins, which fail a scene. */
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
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url))
      found.push(`request to another origin: ${url}`);
  });
  return {
    expectError: (pattern: RegExp) => void expected.push(pattern),
    problems: () => found.filter(text => !expected.some(pattern => pattern.test(text))),
  };
}

function createStage(page: Page, server: TestServer): Omit<Stage, 'expectError' | 'binary' | 'openStage'> {
  const waitUntilSettled = async () => {
    await page.waitForSelector('h1, .empty h2');
    await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main .skeleton'));
  };
  const go = async (path: string) => {
    await page.goto(server.url + path);
    await waitUntilSettled();
  };
  const axe = async () => {
    // Evaluate axe instead of adding a script element, which the Content Security Policy blocks.
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
    await waitUntilSettled();
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const [device, width] of Object.entries(WIDTHS)) {
        await screenshot(`${name}-${device}-${theme}`, { width });
        await axe();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) throw new Error(`${name} is ${overflow} px wider than a window of ${width}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const signIn = async (email: string, password = PASSWORD) => {
    await go('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(url => url.pathname !== '/login');
    await waitUntilSettled();
  };
  return { server, page, go, signIn, capture: look, screenshot, axe };
}
