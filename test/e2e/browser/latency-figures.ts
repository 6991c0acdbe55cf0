import type { CDPSession, Page } from 'playwright-core';
import { OWNER, startServer, type TestServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

const RECORDS = 1_000;
const REPETITIONS = 20;
const PHONE_WIDTH = 360;
/** A phone of a few years ago takes about four times as long as this computer. */
const SLOWER = 4;
/** Digits of the phone numbers after +1202555. */
const FIRST_LINE = 1_000;
const KIB = 1_024;

/** Creates pending submissions and members. */
async function createRecords({ api, owner }: TestServer): Promise<string> {
  const offer = { name: 'Morning cup', platform: 'instagram', actionType: 'story', launch: true };
  const { id } = await api('POST', '/campaigns', { ...offer, reward: { type: 'fixed', value: 1 } }, owner);
  const rewards = { goals: [{ name: 'Tenth coffee', metric: 'visits', target: 10, repeats: true }] };
  const program = await api('POST', '/programs', { name: 'Coffee card', rewards }, owner);
  for (let n = 0; n < RECORDS; n++) {
    await submit({ api, owner }, id as string, `first-${n}`);
    const member = { memberId: `guest-${n}`, name: `Guest ${n}`, phone: `+1202555${FIRST_LINE + n}` };
    await api('POST', `/programs/${program.id}/members`, member, owner);
  }
  return id as string;
}

function submit({ api, owner }: Pick<TestServer, 'api' | 'owner'>, campaignId: string, name: string) {
  const proofUrl = `https://www.instagram.com/p/${name}/`;
  return api('POST', '/submissions', { campaignId, proofUrl, userId: name }, owner);
}

/** Prints how long pages take to show an interaction (INP) among 1,000 records, and what an hour of events adds to their memory. */
export const latencyFigureScenes: Scene[] = [
  [
    `figures: prints the latency of interactions among ${RECORDS} records, and the memory of live events`,
    async ({ openStage, binary, afterwards }) => {
      const server = await startServer(binary);
      afterwards(server.stop);
      const campaignId = await createRecords(server);
      const stage = await openStage({ url: server.url, width: PHONE_WIDTH });
      await stage.signIn(OWNER);
      const browser = await stage.page.context().newCDPSession(stage.page);
      await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await stage.page.addInitScript(recordInteractions);
      await measureQueue(stage);
      await measureCounter(stage);
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await measureMemory(stage, browser, server, campaignId);
    },
  ],
];

async function measureQueue({ page, go }: Stage): Promise<void> {
  await go('/dashboard/reviews');
  await page.locator('.review-list li').nth(REPETITIONS).waitFor();
  for (let n = 0; n < REPETITIONS; n++) await act(page, () => page.keyboard.press('j'));
  await printLatencies(page, 'queue: next submission');
  for (let n = 0; n < REPETITIONS; n++)
    await act(page, () =>
      page
        .locator('.review-list li')
        .nth(n)
        .click({ position: { x: 150, y: 10 } }),
    );
  await printLatencies(page, 'queue: tap on a submission');
  for (let n = 0; n < REPETITIONS; n++) await act(page, () => page.getByLabel('Select all').click());
  await printLatencies(page, 'queue: select all of 50, and none');
}

async function measureCounter({ page, go }: Stage): Promise<void> {
  await go('/dashboard/counter');
  const field = page.getByRole('combobox', { name: /^Scan or enter/ });
  for (let n = 0; n < REPETITIONS; n++) {
    await field.fill('');
    for (const key of String(FIRST_LINE + n)) await act(page, () => page.keyboard.type(key));
    await page.getByRole('option').first().waitFor();
  }
  await printLatencies(page, 'counter: a digit of a phone number');
}

/** Lets the page draw and settle after an action. */
async function act(page: Page, work: () => Promise<unknown>): Promise<void> {
  await work();
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Runs in the page: keeps the duration of each interaction from the input until it is drawn. */
function recordInteractions(): void {
  const durations = new Map<number, number>();
  Object.assign(window, { durations });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      const { interactionId, duration } = entry;
      if (interactionId > 0)
        durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function printLatencies(page: Page, title: string): Promise<void> {
  const durations = await page.evaluate(() => {
    const { durations } = window as unknown as { durations: Map<number, number> };
    const all = [...durations.values()];
    durations.clear();
    return all;
  });
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  console.log(
    `${title}: median ${at(0.5)} ms, worst ${at(1)} ms of ${sorted.length} interactions of 16 ms or more, ${SLOWER} times slower`,
  );
}

/** Sends the submissions of an hour in which one comes every 3.6 seconds. */
async function measureMemory(
  { page, go }: Stage,
  browser: CDPSession,
  server: TestServer,
  campaignId: string,
): Promise<void> {
  await go('/dashboard/reviews');
  await page.getByText(/1 of 1,0/).waitFor();
  const before = await readMemory(browser);
  for (let n = 0; n < RECORDS; n++) await submit(server, campaignId, `live-${n}`);
  await page.getByText(/1 of 2,0/).waitFor();
  const after = await readMemory(browser);
  const title = `queue: memory before and after ${RECORDS} live submissions`;
  console.log(
    `${title}: ${before.heap} and ${after.heap} KiB, ${before.nodes} and ${after.nodes} nodes of the document`,
  );
}

async function readMemory(browser: CDPSession): Promise<Record<'heap' | 'nodes', number>> {
  await browser.send('Performance.enable');
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const find = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { heap: Math.round(find('JSHeapUsedSize') / KIB), nodes: find('Nodes') };
}
