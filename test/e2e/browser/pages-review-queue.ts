import { MIN_VISIBLE_MS } from './pages-reviews.ts';
import { OWNER, startServer, type TestServer } from './server.ts';
import type { Scene } from './support.ts';

/** More than the queue loads at once, and than fits on the last page of a list. */
const PENDING = 1_003;
const LISTED = 50;
/** Tab stops from the page's heading to Approve: tabs, search, filters, stepper, help and Reject. */
const MAX_TABS = 12;

/** Creates pending submissions of customers that the business names itself. */
async function createSubmissions({ api, owner }: TestServer, count: number): Promise<void> {
  const offer = { name: 'Morning cup', platform: 'instagram', actionType: 'story', launch: true };
  const { id } = await api('POST', '/campaigns', { ...offer, reward: { type: 'fixed', value: 1 } }, owner);
  for (let n = 1; n <= count; n++) {
    const proofUrl = `https://www.instagram.com/p/queue${n}/`;
    await api('POST', '/submissions', { campaignId: id, proofUrl, userId: `guest-${n}` }, owner);
  }
}

export const reviewQueueScenes: Scene[] = [
  [
    `queue: ${PENDING} submissions are worked through without a reload, and all decided ones can be reached`,
    async ({ openStage, binary, afterwards }) => {
      const server = await startServer(binary);
      afterwards(server.stop);
      await createSubmissions(server, PENDING - 2);
      const { page, go, signIn } = await openStage({ url: server.url });
      await signIn(OWNER);
      await page.clock.install();
      await go('/dashboard/reviews');
      await page.getByText(`1 of ${PENDING.toLocaleString('en-US')}`).waitFor();
      let loads = 0;
      page.on('load', () => {
        loads += 1;
      });
      const stepper = page.locator('.stepper');
      for (let left = PENDING; left > 0; left -= LISTED) {
        await stepper.getByText(`of ${left.toLocaleString('en-US')}`).waitFor();
        await page
          .locator('.review-list li')
          .nth(Math.min(LISTED, left) - 1)
          .waitFor();
        await page.getByLabel('Select all').check();
        await page.clock.fastForward(MIN_VISIBLE_MS);
        await page.keyboard.press('a');
      }
      await page.getByText('No pending submissions').waitFor();
      if (loads > 0) throw new Error(`The page was loaded ${loads} times`);
      // One submission of the server's data was approved before.
      const approved = PENDING + 1;
      await go('/dashboard/reviews?status=approved');
      await page.getByText(`Page 1 of 51 · ${approved} total`).waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).first().click();
      await page.getByText('2 of 20').waitFor();
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click();
      await page.getByText('Page 2 of 51').waitFor();
      // Another page begins with its first submission.
      await page.getByText('1 of 20').waitFor();
      await go('/dashboard/reviews?status=approved&page=51');
      await page.getByText('1 of 4').waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).first().click();
      await page.getByText('2 of 4').waitFor();
      await page.getByText('by you').first().waitFor();
    },
  ],
  [
    'queue: the keyboard reaches Approve within a few tab stops, and Enter keeps the focus on it',
    async ({ openStage, binary, afterwards }) => {
      const server = await startServer(binary);
      afterwards(server.stop);
      await createSubmissions(server, 46);
      const { page, go, signIn, capture } = await openStage({ url: server.url });
      await signIn(OWNER);
      await page.clock.install();
      await go('/dashboard/reviews');
      await page.getByText('1 of 48').waitFor();
      await page.locator('h1').focus();
      const getFocused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
      let tabs = 0;
      while ((await getFocused()) !== 'Approve') {
        await page.keyboard.press('Tab');
        tabs += 1;
        if (tabs > MAX_TABS) throw new Error(`Approve was not reached within ${MAX_TABS} tab stops`);
      }
      console.log(`      ${tabs} tab stops from the heading to Approve, with 48 submissions listed`);
      for (let left = 47; left >= 45; left -= 1) {
        await page.clock.fastForward(MIN_VISIBLE_MS);
        await page.keyboard.press('Enter');
        await page.getByText(`1 of ${left}`).waitFor();
        const focused = await getFocused();
        if (focused !== 'Approve') throw new Error(`The focus is on ${focused.slice(0, 40)}`);
      }
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await capture('review-shortcuts');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Search customers and campaigns').fill('guest-46');
      await page.getByRole('heading', { name: 'Submission from guest-46' }).waitFor();
      await capture('review-filters');
      await page.getByLabel('Search customers and campaigns').fill('no such name');
      await page.getByText('No results for').waitFor();
    },
  ],
];
