import { APPLE_CERTIFICATES } from '../../support/apple-wallet.ts';
import { ISSUER_ID, SERVICE_ACCOUNT_KEY } from '../../support/google-wallet.ts';
import { issueRewardCode } from './pages-counter.ts';
import { submitProof } from './pages-reviews.ts';
import { CUSTOMER, OWNER, type TestServer } from './server.ts';
import { expectNone, type Scene, waitUntil } from './support.ts';

/** Notifications in the menu, in the tab title and on their page. */
export const notificationScenes: Scene[] = [
  [
    'notifications: counts in the menu and the tab title follow submissions and decisions without a reload',
    async ({ page, go, signIn, server }) => {
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
      // The title follows the menu a moment later.
      await page.waitForFunction(title => document.title.startsWith(title), `(${before + 1}) `);
      await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/counted-cup/');
      await page.waitForFunction(title => document.title.startsWith(title), `(${before + 1}) `);
      if (reads > 0) throw new Error(`The counts were read ${reads} times`);
      await page.getByRole('link', { name: /^Notifications/ }).click();
      const entryOfNew = page
        .getByText(/Finn submitted proof for|new submissions for Story of the week/)
        .first();
      await entryOfNew.waitFor();
      await page.getByRole('button', { name: 'Mark all as seen' }).click();
      await page.getByRole('button', { name: 'Mark all as seen' }).waitFor({ state: 'detached' });
      await expectNone(page.locator('.notifications .is-new'), 'Entries are still marked as new');
      await entryOfNew.click();
      await page.getByRole('heading', { name: 'Submission from' }).waitFor();
    },
  ],
  [
    'mails: an owner sees the look of mails and what would have been sent; a customer chooses kinds and quiet hours',
    async ({ page, go, signIn, capture, server }) => {
      await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/mailed-cup/');
      await waitForMail(server);
      await signIn(OWNER);
      await go('/dashboard/settings?section=mails');
      await page.getByText('Not sent').last().waitFor();
      await page.getByLabel('Mail', { exact: true }).selectOption('business.weekly');
      await page.getByText('Your week at').first().waitFor();
      await capture('mails');
      await page.context().clearCookies();
      await signIn(CUSTOMER);
      await go('/my/account');
      await page.getByLabel('Expiring rewards').uncheck();
      await page.getByLabel('Quiet hours').check();
      await page.getByLabel('From').fill('21:30');
      await page.getByRole('button', { name: 'Save notifications' }).click();
      await page.getByText('Notifications saved').waitFor();
      await page.getByText('Turned off on').waitFor();
      await capture('notification-settings');
    },
  ],
  [
    'wallets: an owner sees what is set up and what is missing; a customer chooses the messages on cards',
    async ({ page, go, signIn, capture, server }) => {
      const google = { issuerId: ISSUER_ID, serviceAccountKey: SERVICE_ACCOUNT_KEY };
      await server.api('PUT', '/business/passes/google', google, server.owner);
      await server.api('PUT', '/business/passes/apple', APPLE_CERTIFICATES, server.owner);
      await signIn(OWNER);
      await go('/dashboard/settings?section=wallets');
      await page.getByRole('heading', { name: 'Google Wallet Set up' }).waitFor();
      await page.getByRole('heading', { name: 'Apple Wallet Needs attention' }).waitFor();
      // Tests serve the pages by http.
      await page.getByText('Phones get no updates').waitFor();
      await page.getByText('0 passes issued · 0 phones get updates').waitFor();
      await capture('wallets');
      await page.context().clearCookies();
      await signIn(CUSTOMER);
      await go('/my/account');
      const messages = page.getByRole('group', { name: "Messages on cards in your phone's wallet" });
      await messages.getByLabel('Stamps and points').uncheck();
      await page.getByRole('button', { name: 'Save notifications' }).click();
      await messages.getByText('Turned off on').waitFor();
      await page.reload();
      await messages.getByText('Turned off on').waitFor();
      if (await messages.getByLabel('Stamps and points').isChecked())
        throw new Error('The choice was not stored');
      await capture('pass-messages');
    },
  ],
];

/** Waits until the server has turned a decision into a mail, which it does once per second. */
async function waitForMail(server: TestServer): Promise<void> {
  const hasMail = async () => {
    const path = '/business/mails';
    const { items } = await server.api<{ items: unknown[] }>('GET', path, undefined, server.owner);
    return items.length > 0;
  };
  await waitUntil(hasMail, 'no mail about the decision');
}
