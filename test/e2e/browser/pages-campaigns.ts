import { ADMIN, OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** The campaign list and the form for a new campaign. */
export const campaignListScenes: Scene[] = [
  [
    'campaigns: the list keeps its filter in the URL',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await capture('overview');
      await go('/dashboard/campaigns');
      await capture('campaigns');
      await page.getByRole('button', { name: 'Paused' }).click();
      await page.getByText('No paused campaigns').waitFor();
      if (!page.url().endsWith('?state=paused')) throw new Error(`The filter is missing from ${page.url()}`);
      await capture('campaigns-empty');
    },
  ],
  [
    'campaigns: an owner creates a campaign, corrects a rejected amount, and launches it after acknowledging the warning',
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
      if ((await page.getByText('Request ID').count()) > 0)
        throw new Error('An error at a field shows a request ID');
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
    'campaigns: a campaign created through the API appears in the list without a reload',
    async ({ page, go, signIn, server }) => {
      await signIn(OWNER);
      await go('/dashboard/campaigns');
      const fresh = { name: 'Created elsewhere', platform: 'instagram', actionType: 'post' };
      await server.api('POST', '/campaigns', { ...fresh, reward: { type: 'fixed', value: 1 } }, server.owner);
      await page.getByText('Created elsewhere').waitFor();
    },
  ],
  [
    'campaigns: an admin chooses a business before creating a campaign and sees its campaigns',
    async ({ page, go, signIn, capture }) => {
      await signIn(ADMIN);
      for (const path of [
        '/dashboard/planner',
        '/dashboard/billing',
        '/dashboard/settings',
        '/dashboard/campaigns/new',
      ]) {
        await go(path);
        await page.getByText('Open the menu and choose the business').waitFor();
      }
      await capture('choose-business');
      await go('/dashboard/campaigns');
      await page.getByLabel('Business').selectOption({ label: 'Blue Cup' });
      await page.getByText('Story of the week').waitFor();
      await capture('admin');
    },
  ],
];
