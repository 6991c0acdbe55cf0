import { issueRewardCode } from './pages-counter.ts';
import { submitProof } from './pages-reviews.ts';
import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** Notifications in the menu, in the tab title and on their page. */
export const notificationScenes: Scene[] = [
  [
    'notifications: counts in the menu and the tab title follow submissions and decisions without a reload',
    async ({ page, go, signIn, capture, server }) => {
      await signIn(OWNER);
      await go('/dashboard/campaigns');
      const entry = page.getByRole('link', { name: /^Reviews/ });
      await entry.locator('.menu-badge').waitFor();
      const before = Number.parseInt((await entry.locator('.menu-badge').textContent()) ?? '', 10);
      let reads = 0;
      page.on('request', request => {
        if (request.url().includes('/api/v1/notifications')) reads += 1;
      });
      await submitProof(server, 'Finn', 'finn-cup');
      await page.getByRole('link', { name: `Reviews ${before + 1} pending` }).waitFor();
      if (!(await page.title()).startsWith(`(${before + 1}) `)) throw new Error(await page.title());
      await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/counted-cup/');
      await page.waitForFunction(title => document.title.startsWith(title), `(${before + 1}) `);
      if (reads > 0) throw new Error(`The counts were read ${reads} times`);
      await page.getByRole('link', { name: /^Notifications/ }).click();
      const entryOfNew = page
        .getByText(/Finn submitted proof for|new submissions for Story of the week/)
        .first();
      await entryOfNew.waitFor();
      await capture('notifications');
      await page.getByRole('button', { name: 'Mark all as seen' }).click();
      await page.getByRole('button', { name: 'Mark all as seen' }).waitFor({ state: 'detached' });
      if ((await page.locator('.notifications .is-new').count()) > 0)
        await page.locator('.notifications .is-new').first().waitFor({ state: 'detached' });
      await entryOfNew.click();
      await page.getByRole('heading', { name: 'Submission from' }).waitFor();
    },
  ],
];
