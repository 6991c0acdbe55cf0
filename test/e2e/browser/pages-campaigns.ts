import { ADMIN, OWNER, PASSWORD } from './server.ts';
import type { Scene } from './support.ts';

/** The campaign list and the form for a new campaign. */
export const campaignListScenes: Scene[] = [
  [
    'campaigns: the list keeps its filter in the URL',
    async ({ page, go, signIn }) => {
      await signIn(OWNER);
      await go('/dashboard/campaigns');
      await page.getByRole('button', { name: /^Paused/ }).click();
      await page.getByText('No paused campaigns').waitFor();
      if (!page.url().endsWith('?state=paused')) throw new Error(`The filter is missing from ${page.url()}`);
    },
  ],
  [
    'campaigns: an owner searches, sorts, duplicates, deletes a draft, and pauses several campaigns',
    async ({ page, go, signIn, capture, server }) => {
      const terms = {
        platform: 'tiktok',
        actionType: 'video',
        reward: { type: 'fixed', value: 1 },
        launch: true,
      };
      for (const name of ['Zebra foam', 'Aroma foam'])
        await server.api('POST', '/campaigns', { ...terms, name }, server.owner);
      await signIn(OWNER);
      await go('/dashboard/campaigns');
      await page.getByRole('button', { name: /^Active [(][0-9]+[)]$/ }).waitFor();
      await page.getByRole('searchbox').fill('foam');
      await page.getByText('Story of the week').waitFor({ state: 'detached' });
      await page.getByLabel('Sort by').selectOption('name');
      await page.waitForURL(/sort=name/);
      await page.getByLabel('Platform').selectOption('tiktok');
      await page.waitForURL(/platform=tiktok/);
      await page.getByLabel('Select Zebra foam').check();
      await page.getByLabel('Select Aroma foam').check();
      await capture('campaigns-selected');
      const bar = page.getByRole('toolbar', { name: 'Selected campaigns' });
      await bar.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('2 campaigns paused').waitFor();
      await page.getByRole('button', { name: 'Actions for Zebra foam' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByRole('heading', { name: 'Edit Zebra foam (copy)' }).waitFor();
      await go('/dashboard/campaigns?state=draft&q=copy');
      await page.getByRole('button', { name: 'Actions for Zebra foam (copy)' }).click();
      await page.getByRole('menuitem', { name: 'Delete draft' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
      await page.getByText('No matching campaigns').waitFor();
    },
  ],
  [
    'new campaign: an owner chooses an allowed action instead of a forbidden one and offers a free item',
    async ({ page, go, signIn, capture, server }) => {
      await signIn(OWNER);
      await go('/dashboard/campaigns/new');
      await page.getByText('Mention the business in a Story').first().waitFor();
      await page.getByText('All actions by platform').click();
      await page.getByLabel('Platform').selectOption('google');
      await page.getByText('Google forbids rewarding').click();
      await capture('new-campaign-forbidden');
      await page.getByRole('button', { name: 'Choose “Share the map link' }).first().click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Reward type').selectOption('item');
      await page.getByLabel('Item').fill('Free cappuccino');
      await page.getByLabel('Cost').fill('0.80');
      await page.getByLabel('Preview for customers').getByText('Free cappuccino').waitFor();
      await capture('new-campaign-reward');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Budget').fill('40');
      await page.getByLabel('Maximum approvals').fill('50');
      await capture('new-campaign-limits');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Draft saved').waitFor();
      const id = page.url().split('/').at(-1)?.replace(/[?].*/, '');
      const saved = await server.api<{ reward: object }>('GET', `/campaigns/${id}`, undefined, server.owner);
      if (!JSON.stringify(saved).includes('"name":"Free cappuccino","cost":0.8'))
        throw new Error(`Unexpected campaign: ${JSON.stringify(saved)}`);
    },
  ],
  [
    'new campaign: the error of an amount is gone after switching to a percentage, and a launch needs two steps',
    async ({ page, go, signIn, capture, expectError }) => {
      expectError(/400/);
      await signIn(OWNER);
      await go('/dashboard/campaigns/new');
      await page.getByRole('radio').first().click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Amount').fill('0');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.locator('.field .field-error').waitFor();
      await page.getByText('Check the highlighted fields').waitFor();
      await capture('new-campaign-refused');
      await page.getByLabel('Reward type').selectOption('percentage');
      await page.locator('.field .field-error').waitFor({ state: 'detached' });
      await page.getByLabel('Reward type').selectOption('fixed');
      await page.getByLabel('Amount').fill('4.50');
      await page.getByRole('button', { name: 'Save and launch' }).click();
      await capture('launch');
      await page.getByLabel('I understand and accept responsibility').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
      await page.getByText('Campaign launched').waitFor();
    },
  ],
  [
    'new campaign: after a session that ended, the owner logs in within the page and the form is sent once',
    async ({ page, go, signIn, screenshot, axe, expectError, server }) => {
      expectError(/401/);
      await signIn(OWNER);
      await go('/dashboard/campaigns/new');
      await page.getByRole('radio').first().click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Name').fill('Typed before the session ended');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Save draft' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Your session has ended').waitFor();
      await screenshot('session-ended');
      await screenshot('session-ended-phone', { width: 360 });
      await axe();
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Draft saved').waitFor();
      const { items } = await server.api<{ items: { name: string }[] }>(
        'GET',
        '/campaigns?perPage=100',
        undefined,
        server.owner,
      );
      const made = items.filter(({ name }) => name === 'Typed before the session ended');
      if (made.length !== 1) throw new Error(`The form was sent ${made.length} times`);
    },
  ],
  [
    'new campaign: leaving a form with changes asks first, also by the back button',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard/campaigns');
      await page.getByRole('link', { name: 'Create campaign' }).first().click();
      await page.getByRole('radio').first().click();
      const dialog = page.getByRole('dialog');
      await page.goBack();
      await dialog.getByText('Leave without saving?').waitFor();
      await capture('leave-form');
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      if (!page.url().endsWith('/campaigns/new')) throw new Error(`The page changed to ${page.url()}`);
      if (!(await page.getByRole('radio').first().isChecked())) throw new Error('The choice was lost');
      await page.getByRole('link', { name: 'Campaigns' }).first().click();
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
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
    },
  ],
];
