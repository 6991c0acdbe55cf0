import { type Bundle, buildBundle, MAIN_FONT } from '../../../src/pages/bundle.ts';
import { shell } from '../../../src/pages/shell.ts';
import { OWNER } from './server.ts';
import type { Scene, Stage } from './support.ts';

const VISITS = 5;
/** A page that doesn't change for this long has finished loading. */
const SETTLED_MS = 300;
/** Prints the size and duration of a first visit, without a limit. */
export const figureScenes: Scene[] = [
  ['figures: prints the bytes of a first load', async () => printSizes(await buildBundle())],
  [
    'figures: prints the time until a page can be used',
    async stage => {
      const visitor = await stage.openStage();
      for (const path of ['/', '/login', '/register']) await printTimes(visitor, path);
      await stage.signIn(OWNER);
      const pages = ['', '/reviews', '/counter', '/campaigns', '/programs'];
      for (const page of pages) await printTimes(stage, `/dashboard${page}`);
    },
  ],
];

/** Adds up the document, its assets, and each page's chunk with its imports, gzipped. */
function printSizes(bundle: Bundle): void {
  const sizeOf = (name: string) => Buffer.from(bundle.assets[name]?.packed ?? '', 'base64').byteLength;
  const common = [bundle.early, MAIN_FONT, bundle.entry, ...bundle.preloads];
  const textsOf = (chunks: string[]) => chunks.flatMap(name => bundle.catalogs[name]?.en ?? []);
  const loads = Object.entries(bundle.pages)
    .map(([path, chunks]) => {
      const target = /^\/(dashboard|counter)/.test(path) ? 'dashboard' : 'customers';
      const style = target === 'dashboard' ? bundle.dashboardStyle : bundle.customerStyle;
      const html = Bun.gzipSync(Buffer.from(shell(bundle, target, { route: path }).text)).byteLength;
      return {
        path,
        bytes: [...common, style, ...chunks, ...textsOf([...common, ...chunks])].reduce(
          (sum, name) => sum + sizeOf(name),
          html,
        ),
      };
    })
    .sort((a, b) => b.bytes - a.bytes);
  const [largest, smallest] = [loads[0], loads.at(-1)];
  console.log(`first load, gzip, document included, ${loads.length} pages:`);
  console.log(`  largest  ${largest?.bytes} bytes (${largest?.path})`);
  console.log(`  smallest ${smallest?.bytes} bytes (${smallest?.path})`);
}

/** When a page can be used, and when it shows all of its data, in milliseconds since navigation. */
interface Times {
  interactive: number;
  complete: number;
}

/** Measures a visit with an empty cache. */
async function measureVisit({ page, server }: Stage, path: string): Promise<Times> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.clearBrowserCache');
  await page.goto(server.url + path);
  const times = await page.waitForFunction(settledMs => {
    const [first] = performance.getEntriesByName('interactive');
    const last = performance.getEntriesByName('complete').at(-1);
    const isLoading = document.querySelector('main .skeleton, main [aria-busy="true"]') !== null;
    const isSettled = first && last && !isLoading && performance.now() - last.startTime > settledMs;
    return isSettled && { interactive: first.startTime, complete: last.startTime };
  }, SETTLED_MS);
  await browser.detach();
  return (await times.jsonValue()) as Times;
}

/** Runs in the page: marks when the page's heading and controls are there, and when it ends loading data. */
function markStages(): void {
  let wasComplete = false;
  new MutationObserver(() => {
    if (!document.querySelector('main h1, main h2')) return;
    if (performance.getEntriesByName('interactive').length === 0) performance.mark('interactive');
    const isComplete = document.querySelector('main .skeleton, main [aria-busy="true"]') === null;
    if (isComplete && !wasComplete) performance.mark('complete');
    wasComplete = isComplete;
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

async function printTimes(stage: Stage, path: string): Promise<void> {
  await stage.page.addInitScript(markStages);
  const visits: Times[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) visits.push(await measureVisit(stage, path));
  const summarize = (stageName: keyof Times) => {
    const sorted = visits.map(times => Math.round(times[stageName])).toSorted((a, b) => a - b);
    return `${stageName} after ${sorted[Math.floor(VISITS / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`;
  };
  console.log(
    `${path}: ${summarize('interactive')}, ${summarize('complete')}; ${VISITS} visits, empty cache`,
  );
}
