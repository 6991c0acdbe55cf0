import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createNumbers } from '../../support/random.ts';
import { startServer } from './server.ts';
import {
  createStage,
  createWindow,
  launchBrowser,
  type Scene,
  SHOTS,
  type Stage,
  TIMEOUT_MS,
  WIDTHS,
} from './support.ts';

/** A scene that fails is played this many times more; it is flaky if it passes each time. */
const REPLAYS = 2;
const SLOWEST = 10;

export interface PlayOptions {
  /** The binary under test; undefined for the sources. */
  binary?: string | undefined;
  /** Determines the order. */
  seed: number;
  /** How many times each scene is played. */
  repeat?: number;
  /** Scenes that are played at the same time. By default one more than processors, because scenes often wait. */
  workers?: number;
}

interface Result {
  title: string;
  seconds: number;
  /** Why the scene failed; undefined if it passed. */
  problem?: string | undefined;
  isFlaky?: boolean;
}

/**
 * Plays scenes in a random order, each on its own server with the same data and in its own browser profile, and prints
 * the results. A scene that fails is played again: it passes as flaky if it never fails again.
 * @returns the number of scenes that failed
 */
export async function playScenes(scenes: Scene[], options: PlayOptions): Promise<number> {
  const { seed, repeat = 1, workers = availableParallelism() + 1 } = options;
  mkdirSync(SHOTS, { recursive: true });
  console.log(`order: --seed ${seed}`);
  const queue = shuffle(Array.from({ length: repeat }, () => scenes).flat(), seed);
  const results: Result[] = [];
  await Promise.all(Array.from({ length: workers }, () => playQueue(queue, results, options.binary)));
  return report(results);
}

/** Shuffles by the algorithm of Fisher and Yates. */
function shuffle<T>(items: T[], seed: number): T[] {
  const random = createNumbers(seed);
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

async function playQueue(queue: Scene[], results: Result[], binary: string | undefined): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'perkmint-chromium-'));
  const browser = await launchBrowser(profile);
  try {
    for (let scene = queue.shift(); scene; scene = queue.shift()) {
      const result = await playScene(browser, scene, binary);
      const replays: Result[] = [];
      if (result.problem)
        for (let n = 0; n < REPLAYS; n++) replays.push(await playScene(browser, scene, binary));
      result.isFlaky = replays.length > 0 && replays.every(({ problem }) => !problem);
      results.push(result);
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Plays a scene on a server of its own and prints the result. */
async function playScene(browser: Browser, [title, act]: Scene, binary: string | undefined): Promise<Result> {
  const start = performance.now();
  const problem = await perform(browser, act, binary);
  const seconds = (performance.now() - start) / 1000;
  const line = `${problem ? 'FAIL' : 'ok  '} ${seconds.toFixed(1).padStart(5)} s  ${title}`;
  console.log(problem ? `${line}\n      ${problem}` : line);
  return { title, seconds, problem };
}

/** Returns why the scene failed, or undefined. */
async function perform(
  browser: Browser,
  act: Scene[1],
  binary: string | undefined,
): Promise<string | undefined> {
  const server = await startServer(binary);
  const endings = [server.stop];
  const opened: { page: Page; context: BrowserContext; problems: () => string[] }[] = [];
  const afterwards = (work: () => Promise<void>) => void endings.push(work);
  const open = async ({ url = server.url, width = WIDTHS.desk } = {}): Promise<Stage> => {
    const context = await browser.newContext(createWindow(width));
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const { expectError, problems } = watch(context, page, url);
    opened.push({ page, context, problems });
    return { ...createStage(page, { ...server, url }), expectError, afterwards, binary, openStage: open };
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
    for (const end of endings) await end();
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

/** Prints the slowest, flaky and failed scenes. @returns the number of failures */
function report(results: Result[]): number {
  const flaky = results.filter(({ isFlaky }) => isFlaky);
  const failed = results.filter(({ problem, isFlaky }) => problem && !isFlaky);
  console.log(`screenshots in ${SHOTS}\nslowest scenes:`);
  for (const { title, seconds } of results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`  ${seconds.toFixed(1).padStart(5)} s  ${title}`);
  for (const { title, problem } of flaky) console.log(`flaky: ${title}: ${problem?.split('\n')[0]}`);
  for (const { title, problem } of failed) console.log(`failed: ${title}: ${problem?.split('\n')[0]}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length;
}
