import { ADMIN, OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** The campaigns of a business. */
export const campaignListScenes: Scene[] = [
  [
    'the overview and the list, with filters in the address',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await capture('overview');
      await go('/dashboard/campaigns');
      await capture('campaigns');
      await page.getByRole('button', { name: 'Paused' }).click();
      await page.getByText('No paused campaigns').waitFor();
      if (!page.url().endsWith('?state=paused')) throw new Error(`the filter is not in ${page.url()}`);
      await capture('campaigns-empty');
    },
  ],
  [
    'a campaign is made from the library, refused, mended, and launched after its warning is read',
    async ({ page, go, signIn, capture, expectError }) => {
      expectError(/400/);
      await signIn(OWNER);
      await go('/dashboard/campaigns/new');
      await page.getByLabel('Platform').selectOption('google');
      await page.locator('.choice-card', { hasText: 'Rewards forbidden' }).first().click();
      await capture('new-campaign');
      await page.getByLabel('Amount').fill('0');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.locator('.field .field-error').waitFor();
      await page.getByText('Check the highlighted fields').waitFor();
      await capture('new-campaign-refused');
      await page.getByLabel('Amount').fill('4.50');
      await page.getByRole('button', { name: 'Show as code' }).click();
      await page.getByText('curl -X POST').waitFor();
      await capture('as-code');
      await page.getByRole('button', { name: 'Python' }).click();
      await page.getByText('client.create_campaign').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('button', { name: 'Launch' }).click();
      await capture('launch');
      await page.getByLabel('I understand and accept responsibility').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
      await page.getByText('Campaign launched').waitFor();
      await capture('campaign');
    },
  ],
  [
    'what happens elsewhere shows by itself',
    async ({ page, go, signIn, server }) => {
      await signIn(OWNER);
      await go('/dashboard/campaigns');
      const fresh = { name: 'Made elsewhere', platform: 'instagram', actionType: 'post' };
      await server.api('POST', '/campaigns', { ...fresh, reward: { type: 'fixed', value: 1 } }, server.owner);
      await page.getByText('Made elsewhere').waitFor();
    },
  ],
  [
    'an admin chooses the business to work in',
    async ({ page, go, signIn, capture }) => {
      await signIn(ADMIN);
      await go('/dashboard/campaigns');
      await page.getByLabel('Business').selectOption({ label: 'Blue Cup' });
      await page.getByText('Story of the week').waitFor();
      await capture('admin');
    },
  ],
];
