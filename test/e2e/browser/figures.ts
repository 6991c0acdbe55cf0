import type { Page } from 'playwright-core';
import { type Bundle, buildBundle, MAIN_FONT } from '../../../src/pages/bundle.ts';
import { shell } from '../../../src/pages/shell.ts';
import { OWNER } from './server.ts';
import type { Scene, Stage } from './support.ts';

const VISITS = 5;
/** A page that doesn't change for this long has finished loading. */
const SETTLED_MS = 300;
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;
/** A route in the bundled code: its path and the chunk of its page. */
const ROUTE = /path:"([^"]+)".*?import\("\.\/([\w.-]+\.js)"\)/gs;

/** Prints the size and duration of a first visit, without a limit. */
export const figureScenes: Scene[] = [
  ['figures: prints the bytes of a first load', async () => printSizes(await buildBundle())],
  [
    'figures: prints the time until a page can be used',
    async stage => {
      await stage.signIn(OWNER);
      for (const path of ['/', '/login']) printTimes(path, await measureTimes(await stage.openStage(), path));
      printTimes('/dashboard', await measureTimes(stage, '/dashboard'));
    },
  ],
];

/** Adds up the document, its assets, and each page's chunk with its imports, gzipped. */
function printSizes(bundle: Bundle): void {
  const packed = (name: string) => Buffer.from(bundle.assets[name]?.packed ?? '', 'base64');
  const textOf = (name: string) => Buffer.from(Bun.gunzipSync(packed(name))).toString();
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, next = ''] of textOf(name).matchAll(STATIC_IMPORT)) withImports(next, found);
    return found;
  };
  const html = Bun.gzipSync(Buffer.from(shell(bundle, 'dashboard').text)).byteLength;
  const common = [bundle.theme, MAIN_FONT, ...withImports(bundle.entry)];
  const styleOf = (path: string) =>
    /^\/(dashboard|counter)/.test(path) ? bundle.dashboardStyle : bundle.customerStyle;
  const loads = [...textOf(bundle.entry).matchAll(ROUTE)]
    .map(([, path = '', chunk = '']) => {
      const names = [...new Set([...common, styleOf(path), ...withImports(chunk)])];
      return { path, bytes: html + names.reduce((sum, name) => sum + packed(name).byteLength, 0) };
    })
    .sort((a, b) => b.bytes - a.bytes);
  const [largest, smallest] = [loads[0], loads.at(-1)];
  console.log(`first load, gzip, document included, ${loads.length} pages:`);
  console.log(`  largest  ${largest?.bytes} bytes (${largest?.path})`);
  console.log(`  smallest ${smallest?.bytes} bytes (${smallest?.path})`);
}

/** Measures the milliseconds from navigation until the page shows its data, with an empty cache. */
async function measureTimes({ page, server }: Stage, path: string): Promise<number[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await page.addInitScript(markWhenReady);
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    await browser.send('Network.clearBrowserCache');
    await page.goto(server.url + path);
    times.push(await waitForReadyMark(page));
  }
  return times;
}

/** Runs in the page: sets a performance mark whenever loading ends. */
function markWhenReady(): void {
  let wasReady = false;
  new MutationObserver(() => {
    const isReady =
      document.querySelector('main h1, main .empty h2') !== null &&
      document.querySelector('main .skeleton, main [aria-busy="true"]') === null;
    if (isReady && !wasReady) performance.mark('ready');
    wasReady = isReady;
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

async function waitForReadyMark(page: Page): Promise<number> {
  const ready = await page.waitForFunction(settledMs => {
    const mark = performance.getEntriesByName('ready').at(-1);
    const isLoading = document.querySelector('main .skeleton, main [aria-busy="true"]') !== null;
    return mark && !isLoading && performance.now() - mark.startTime > settledMs && mark.startTime;
  }, SETTLED_MS);
  return (await ready.jsonValue()) as number;
}

function printTimes(path: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(`interactive ${path}: median ${median} ms of ${VISITS} (${sorted.join(', ')}), empty cache`);
}
