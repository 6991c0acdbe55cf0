import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { PASSWORD, type TestServer } from './server.ts';

const AXE = join(import.meta.dir, '../../../node_modules/axe-core/axe.min.js');
/** Folder for screenshots. */
export const SHOTS = process.env.BROWSER_SHOTS ?? '/tmp/perkmint-shots';
/** The headless shell takes less processor time than the whole browser. */
const CHROMIUM = process.env.CHROMIUM ?? Bun.which('chromium-headless-shell') ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // Drawing in software needs no process of its own.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const WIDTHS = { phone: 360, desk: 1280 };
export const HEIGHT = 860;
/** An upper bound for a wait that succeeds; generous, because CI machines are slow and shared. */
export const TIMEOUT_MS = 90_000;
const POLL_MS = 20;
/** Each page is checked once in each theme and once at each width. */
const LOOKS = [
  { theme: 'light', device: 'phone' },
  { theme: 'dark', device: 'desk' },
] as const;
/** Takes the screenshots that only people look at. */
const TAKES_SHOTS = Boolean(process.env.BROWSER_SHOTS);

/** The browser page and helpers of a scene. */
export interface Stage {
  server: TestServer;
  page: Page;
  /** Opens a path and waits until it has loaded. */
  go(path: string): Promise<void>;
  /** Opens a page of the app by a link on the current one, which takes a quarter of the processor time of `go`. */
  follow(path: string): Promise<void>;
  /** Opens a session, and no page. Scenes about logging in use the form instead. */
  signIn(email: string, password?: string): Promise<void>;
  /**
   * Checks the page on a phone in the light theme and on a desk in the dark one. Fails for a serious or critical
   * violation of accessibility, and for a page that is wider than its window. Takes screenshots if BROWSER_SHOTS is set.
   */
  capture(name: string): Promise<void>;
  /** Sets the width of the window, and takes a screenshot if BROWSER_SHOTS is set. */
  screenshot(name: string, options?: { width?: number }): Promise<void>;
  /** Fails for a serious or critical accessibility violation. */
  axe(): Promise<void>;
  /** Allows a console error that the scene causes, such as the 401 of a wrong password. */
  expectError(pattern: RegExp): void;
  /** Runs when the pages of the scene are closed, such as the stop of a server, which their connections would report. */
  afterwards(work: () => Promise<void>): void;
  /** The binary under test; undefined for the sources. */
  binary: string | undefined;
  /** Opens a page in a separate browser profile, e.g. for another user, optionally on another server. */
  openStage(options?: { url?: string; width?: number }): Promise<Stage>;
}

/** Options of a browser window. Without motion, a button is clicked at once instead of after its animation. */
export function createWindow(width: number) {
  return { viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' } as const;
}

/** Starts a browser with a profile in a folder. */
export function launchBrowser(profile: string): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS, env: { HOME: profile } });
}

/**
 * Waits until nothing matches that can be seen. Asking once with `count` or `isVisible` passes while the page is still
 * loading, and fails while it is still leaving.
 * @throws Error with the message
 */
export async function expectNone(locator: Locator, message: string): Promise<void> {
  await locator
    .first()
    .waitFor({ state: 'hidden' })
    .catch(() => {
      throw new Error(message);
    });
}

/** Waits for a condition outside of pages. @throws Error with the message if it does not come true */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, message: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(message);
    await Bun.sleep(POLL_MS);
  }
}

/** Opens a browser of its own, whose profile stays in the folder when it is closed, at the width of a phone. */
export function openProfile(folder: string): Promise<BrowserContext> {
  const window = createWindow(WIDTHS.phone);
  return chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: FLAGS, ...window });
}

/** The library, with the rules that it has no function for. */
type Axe = typeof import('axe-core') & {
  _audit: { rules: { id: string; impact: string }[] };
};

export type Scene = [name: string, play: (stage: Stage) => Promise<void>];

/** Returns the helpers of a scene for one page of a server. */
export function createStage(
  page: Page,
  server: TestServer,
): Omit<Stage, 'expectError' | 'afterwards' | 'binary' | 'openStage'> {
  const waitUntilSettled = async () => {
    await page.waitForSelector('h1, .empty h2');
    await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main .skeleton'));
  };
  const go = async (path: string) => {
    await page.goto(server.url + path);
    await waitUntilSettled();
  };
  const follow = async (path: string) => {
    const [from, to] = [new URL(page.url()).pathname, path.replace(/\?.*/, '')];
    if (from === to) return go(path);
    await page.evaluate(clickLink, path);
    await page.waitForFunction(() => !document.querySelector('main [data-former]'));
    await waitUntilSettled();
  };
  const axe = async () => {
    // Evaluate axe instead of adding a script element, which the Content Security Policy blocks.
    const isLoaded = await page.evaluate(() => 'axe' in globalThis);
    if (!isLoaded) await page.evaluate(await Bun.file(AXE).text());
    const findings = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Rules of lower impact are left out: they take as long as the others.
      const rules = axe._audit.rules
        .filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
        .map(({ id }) => [id, { enabled: false }]);
      // Only the rule about orientation loads the styles again; test/pages/styles.test.ts has it.
      const { violations } = await axe.run(document, {
        rules: Object.fromEntries(rules),
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`,
      );
    });
    if (findings.length > 0) throw new Error(`axe: ${findings.join('\n')}`);
  };
  const screenshot = async (name: string, { width = WIDTHS.desk } = {}) => {
    await page.setViewportSize({ width, height: HEIGHT });
    if (TAKES_SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
  };
  const look = async (name: string) => {
    await waitUntilSettled();
    for (const { theme, device } of LOOKS) {
      await page.emulateMedia({ colorScheme: theme });
      await screenshot(`${name}-${device}-${theme}`, { width: WIDTHS[device] });
      await axe();
      // The page follows a new width within a few frames.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
        .catch(() => {
          throw new Error(`${name} is wider than a window of ${WIDTHS[device]}`);
        });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const signIn = async (email: string, password = PASSWORD) => {
    const response = await page.request.post(`${server.url}/session`, {
      headers: { 'X-Perkmint-Page': '1' },
      data: { action: 'login', email, password },
    });
    if (!response.ok()) throw new Error(`POST /session: ${await response.text()}`);
  };
  return { server, page, go, follow, signIn, capture: look, screenshot, axe };
}

/** Runs in the browser: clicks a link to a path, after marking the page, which the app keeps until the next one has loaded. */
function clickLink(path: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('main > *')) element.dataset.former = '';
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}
