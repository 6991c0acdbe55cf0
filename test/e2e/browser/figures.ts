import type { Page } from 'playwright-core';
import { type Bundle, buildBundle } from '../../../src/pages/bundle.ts';
import { shell } from '../../../src/pages/shell.ts';
import { OWNER } from './server.ts';
import type { Scene, Stage } from './support.ts';

const VISITS = 5;
/** A page that stands so long is not about to load something else. */
const SETTLED_MS = 300;
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;
/** A row of the tables of routes as it comes out of the bundler: its path, and the chunk of its page. */
const ROUTE = /path:"([^"]+)".*?import\("\.\/([\w.-]+\.js)"\)/gs;

/** How large a first visit is and how long it takes; nothing is judged here. */
export const figureScenes: Scene[] = [
  ['figures: first load in bytes', async () => printSizes(await buildBundle())],
  [
    'figures: time until a page can be used',
    async stage => {
      await stage.signIn(OWNER);
      for (const path of ['/', '/login']) printTimes(path, await measureTimes(await stage.openStage(), path));
      printTimes('/dashboard', await measureTimes(stage, '/dashboard'));
    },
  ],
];

/** The document, what it names, and the chunk of each page with all that it imports: packed, as it is sent. */
function printSizes(bundle: Bundle): void {
  const packed = (name: string) => Buffer.from(bundle.assets[name]?.packed ?? '', 'base64');
  const textOf = (name: string) => Buffer.from(Bun.gunzipSync(packed(name))).toString();
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, next = ''] of textOf(name).matchAll(STATIC_IMPORT)) withImports(next, found);
    return found;
  };
  const html = Buffer.byteLength(shell(bundle).text);
  const common = [bundle.theme, bundle.style, ...withImports(bundle.entry)];
  const loads = [...textOf(bundle.entry).matchAll(ROUTE)]
    .map(([, path, chunk = '']) => {
      const names = [...new Set([...common, ...withImports(chunk)])];
      return { path, bytes: html + names.reduce((sum, name) => sum + packed(name).byteLength, 0) };
    })
    .sort((a, b) => b.bytes - a.bytes);
  const [largest, smallest] = [loads[0], loads.at(-1)];
  console.log(`first load, gzip, document included, ${loads.length} pages:`);
  console.log(`  largest  ${largest?.bytes} bytes (${largest?.path})`);
  console.log(`  smallest ${smallest?.bytes} bytes (${smallest?.path})`);
}

/** Milliseconds from the start of the navigation until the page stands with its data, with nothing cached. */
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

/** Runs in the page: leaves a mark whenever it goes from loading to standing there with its data. */
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
  const stood = await page.waitForFunction(standsMs => {
    const mark = performance.getEntriesByName('ready').at(-1);
    const isLoading = document.querySelector('main .skeleton, main [aria-busy="true"]') !== null;
    return mark && !isLoading && performance.now() - mark.startTime > standsMs && mark.startTime;
  }, SETTLED_MS);
  return (await stood.jsonValue()) as number;
}

function printTimes(path: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(`interactive ${path}: median ${median} ms of ${VISITS} (${sorted.join(', ')}), empty cache`);
}
