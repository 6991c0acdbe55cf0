import type { Page, Request } from 'playwright-core';
import { ROUTES } from '../../../src/dashboard/routes.ts';
import { sample } from '../../support/long-run.ts';
import { createRecords, fillPath } from './pages-every.ts';
import { HELD_MS, MIN_VISIBLE_MS } from './pages-reviews.ts';
import { CUSTOMER, DEFAULT_LIMITS, OWNER, PASSWORD, startServer, type TestServer } from './server.ts';
import { createStage, type Scene, type Stage, waitUntil } from './support.ts';

const CAMPAIGNS = 47;
const SUBMISSIONS = 60;
/** Lists of 50 submissions that are loaded while the queue is worked through. */
const LIST_RELOADS = 2;
/** A dashboard session may send this many times as many requests as an address; see http/rate-limit.ts. */
const SESSION_FACTOR = 10;
/** Loading a page takes most of a second of processor time, and pages with the same parts send the same requests. */
const SAMPLE_STEP = 3;
/** Pages that are open at the same time. Each dashboard page keeps a connection for events; browsers open six per host. */
const TABS = 3;
/** By then a page has sent all requests about an event: it reloads within 2 s, plus 200 ms of debouncing. */
const FOLLOWED_MS = 2_500;

/** Sign-ins per minute and address, and when an address that has used them may sign in again. */
const SIGN_INS = 60;
const WINDOW_MS = 60_000;
/** Client addresses: one that has used its sign-ins, and another. */
const [CROWDED, QUIET] = ['203.0.113.7', '203.0.113.8'];

interface SentRequest {
  /** Method and path with ids replaced, as the rate limit counts it. */
  endpoint: string;
  status: number;
  limit: number;
}

function isCounted(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') || pathname === '/session';
}

/** Records the page's requests to the API and the session route from now on. */
function recordRequests(page: Page): SentRequest[] {
  const sent: SentRequest[] = [];
  page.on('response', response => {
    if (!isCounted(response.request())) return;
    const { pathname } = new URL(response.url());
    const path = pathname.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, ':id');
    const limit = Number(response.headers()['x-ratelimit-limit']);
    sent.push({ endpoint: `${response.request().method()} ${path}`, status: response.status(), limit });
  });
  return sent;
}

/** Creates pending submissions, spread over many campaigns. */
async function createSubmissions({ api, owner }: TestServer): Promise<void> {
  const ids: string[] = [];
  for (let n = 0; n < CAMPAIGNS; n++) {
    const offer = { name: `Offer ${n}`, platform: 'instagram', actionType: 'story', launch: true };
    const reward = { type: 'fixed', value: 1 };
    ids.push((await api<{ id: string }>('POST', '/campaigns', { ...offer, reward }, owner)).id);
  }
  for (let n = 0; n < SUBMISSIONS; n++) {
    const proofUrl = `https://www.instagram.com/p/limit${n}/`;
    const proof = { campaignId: ids[n % CAMPAIGNS], proofUrl, userId: `guest-${n}` };
    await api('POST', '/submissions', proof, owner);
  }
}

async function countPending({ api, owner }: TestServer): Promise<number> {
  const query = '/submissions?status=pending&perPage=1';
  const list = await api<{ pagination: { total: number } }>('GET', query, undefined, owner);
  return list.pagination.total;
}

interface Tab {
  tab: Page;
  /** The requests that it has sent. */
  sent: SentRequest[];
  /** The requests without a response. */
  open: Set<Request>;
}

/** Opens a page in a tab of its own. */
async function openTab({ page, server }: Stage, path: string): Promise<Tab> {
  const tab = await page.context().newPage();
  const sent = recordRequests(tab);
  const open = new Set<Request>();
  tab.on('request', request => {
    if (isCounted(request)) open.add(request);
  });
  // The response to a stream of events has no end.
  tab.on('response', response => void open.delete(response.request()));
  tab.on('requestfailed', request => void open.delete(request));
  await createStage(tab, server).go(path);
  return { tab, sent, open };
}

/** Advances the clock of the tabs until they send nothing more about a change that they have received. */
async function followChange(page: Page, tabs: Tab[]): Promise<void> {
  const countSent = () => tabs.reduce((count, { sent }) => count + sent.length, 0);
  for (let count = -1; countSent() > count; ) {
    count = countSent();
    await page.clock.runFor(FOLLOWED_MS);
    await waitUntil(() => tabs.every(({ open }) => open.size === 0), 'A request has no response');
  }
}

/**
 * Opens every third page, or all in a long run, and triggers a change. Fails if that takes more requests than an address
 * may send per minute.
 * @param triggerChange resolves when the pages have received the change
 */
async function visitPages(
  stage: Stage,
  audience: string,
  triggerChange: (tabs: Page[]) => Promise<unknown>,
): Promise<void> {
  const records = await createRecords(stage.server);
  const paths = sample(
    ROUTES.filter(route => route.audience === audience).map(({ path }) => path),
    SAMPLE_STEP,
  );
  await stage.page.clock.install();
  let highest = { path: '', endpoint: '', count: 0 };
  while (paths.length > 0) {
    const visited = paths.splice(0, TABS);
    const opened = await Promise.all(visited.map(path => openTab(stage, fillPath(path, records))));
    await triggerChange(opened.map(({ tab }) => tab));
    await followChange(stage.page, opened);
    for (const [index, { tab, sent }] of opened.entries()) {
      const path = visited[index] as string;
      for (const [endpoint, all] of Map.groupBy(sent, each => each.endpoint)) {
        const allowed = Math.min(...all.map(({ limit }) => limit)) / SESSION_FACTOR;
        if (all.length > allowed) throw new Error(`${path}: ${all.length} × ${endpoint}, ${allowed} allowed`);
        if (all.length > highest.count) highest = { path, endpoint, count: all.length };
      }
      await tab.close();
    }
  }
  console.log(`      highest: ${highest.count} × ${highest.endpoint} on ${highest.path}`);
}

/** The default rate limits are sufficient for the dashboard. */
export const limitScenes: Scene[] = [
  [
    `limits: ${SUBMISSIONS} submissions of ${CAMPAIGNS} campaigns can be approved as fast as they can be read, with one request each`,
    async ({ openStage, binary, afterwards }) => {
      const server = await startServer(binary, DEFAULT_LIMITS);
      afterwards(server.stop);
      await createSubmissions(server);
      const { page, go, signIn } = await openStage({ url: server.url });
      const total = await countPending(server);
      const sent = recordRequests(page);
      await signIn(OWNER);
      await page.clock.install();
      await go('/dashboard/reviews');
      const initialRequests = sent.splice(0).length;
      const stepper = page.locator('.stepper');
      for (let left = total; left > 0; left--) {
        // The last one has no stepper.
        if (left > 1) await stepper.getByText(`of ${left}`).waitFor();
        else await stepper.waitFor({ state: 'hidden' });
        await page.clock.fastForward(MIN_VISIBLE_MS);
        await page.keyboard.press('a');
      }
      await page.getByText('No pending submissions').waitFor();
      // The last decision can be undone for a while before it is sent.
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Submission approved').waitFor();
      const refused = sent.filter(({ status }) => status === 429).length;
      const perApproval = (sent.length / total).toFixed(2);
      console.log(
        `      ${total} approvals: ${sent.length} requests (${perApproval} each), ${refused} rejected; ${initialRequests} to load the page`,
      );
      if (refused > 0) throw new Error(`${refused} requests were rate limited`);
      const left = await countPending(server);
      if (left > 0) throw new Error(`${left} submissions are still pending`);
      if (sent.length > total + LIST_RELOADS) throw new Error(`${sent.length} requests`);
    },
  ],
  [
    'limits: dashboard pages load and follow an event within the rate limits of one address',
    async stage => {
      const { server, signIn } = stage;
      await signIn(OWNER);
      const records = await createRecords(server);
      let n = 0;
      await visitPages(stage, 'business', async tabs => {
        const campaignId = records['/dashboard/campaigns/:id'];
        const proof = { campaignId, proofUrl: `https://www.instagram.com/p/event${n}/`, userId: `g-${n++}` };
        await server.api('POST', '/submissions', proof, server.owner);
        const title = `(${await countPending(server)}) `;
        await Promise.all(
          tabs.map(tab => tab.waitForFunction(text => document.title.startsWith(text), title)),
        );
      });
    },
  ],
  [
    'limits: customer pages load and poll within the rate limits of one address',
    async stage => {
      await stage.signIn(CUSTOMER);
      await visitPages(stage, 'customer', tabs =>
        Promise.all(
          tabs.map(tab => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))),
        ),
      );
    },
  ],
  [
    'limits: the login page waits and tries again when many people behind one address log in',
    async ({ openStage, binary, afterwards }) => {
      const server = await startServer(binary, DEFAULT_LIMITS);
      afterwards(server.stop);
      const { page, go, expectError } = await openStage({ url: server.url });
      expectError(/429/);
      await page.clock.install();
      await page.setExtraHTTPHeaders({ 'X-Forwarded-For': CROWDED });
      await go('/login');
      const headers = {
        'Content-Type': 'application/json',
        'X-Perkmint-Page': '1',
        'X-Forwarded-For': CROWDED,
      };
      // Whatever is sent counts.
      for (let n = 0; n < SIGN_INS; n++)
        await fetch(`${server.url}/session`, { method: 'POST', headers, body: '{}' });
      const sent = recordRequests(page);
      const countLogins = () => sent.filter(({ endpoint }) => endpoint === 'POST /session').length;
      await page.getByLabel('Email').fill(OWNER);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Many people are signing in right now.').waitFor();
      await page.clock.runFor(WINDOW_MS / 2);
      await page.getByText('Many people are signing in right now.').waitFor();
      if (countLogins() !== 1) throw new Error(`The page tried ${countLogins()} times`);
      // The page's minute ends before that of the server, which has room for another address already.
      await page.setExtraHTTPHeaders({ 'X-Forwarded-For': QUIET });
      await page.clock.runFor(WINDOW_MS / 2);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      if (countLogins() !== 2) throw new Error(`The page tried ${countLogins()} times`);
    },
  ],
];
