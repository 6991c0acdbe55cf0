import { ADMIN, OWNER, PASSWORD } from './server.ts';
import { type Scene, waitUntil } from './support.ts';

/** The overview and onboarding. */
export const overviewScenes: Scene[] = [
  [
    'overview: an owner sees pending reviews and charts, and applies a recommendation',
    async ({ page, go, signIn }) => {
      await signIn(OWNER);
      await go('/dashboard');
      await page.getByText('pending review').waitFor();
      await page.locator('.day-chart canvas').nth(1).waitFor();
      await page.getByRole('table', { name: 'Results by campaign' }).waitFor();
      // The newest events depend on the scenes before this one; each sentence links to its record.
      await page.locator('.activity-list li a').first().waitFor();
      await page.getByRole('button', { name: '7 days' }).click();
      await page.getByText('in the 7 days before').waitFor();
      await page
        .getByRole('button', { name: /^(Apply|Create draft)$/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
      await page.locator('.toast').waitFor();
    },
  ],
  [
    'overview: free dates can be chosen, a table is exported, and a figure leads to the records that it counts',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard');
      await page.getByRole('group', { name: 'Dates' }).waitFor();
      const to = await page.getByLabel('To', { exact: true }).inputValue();
      await page.getByLabel('From', { exact: true }).fill(to);
      await page.getByText('in the 1 day before').waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).first().click();
      const csv = await Bun.file(await (await download).path()).text();
      if (!csv.includes('\r\nStory of the week,')) throw new Error(csv);
      const row = page.getByRole('row', { name: /^Story of the week/ });
      const count = await row.getByRole('link').nth(1).textContent();
      await row.getByRole('link').nth(1).click();
      await page.getByRole('heading', { level: 1, name: 'Submissions' }).waitFor();
      const rows = page.getByRole('table', { name: 'Submissions' }).locator('tbody tr');
      await waitUntil(async () => (await rows.count()) === Number(count), `There are not ${count} rows`);
      await capture('submissions');
      await rows.first().getByRole('link').click();
      await page.getByRole('heading', { name: /^Submission from/ }).waitFor();
      await go('/dashboard');
      await page.getByRole('link', { name: /redeemed$/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Rewards' }).waitFor();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByRole('table', { name: 'Rewards' }).waitFor();
    },
  ],
  [
    'menu: pages that were never opened are behind More, and stay in the menu once they are used',
    async ({ page, go, signIn }) => {
      await signIn(OWNER);
      await go('/dashboard');
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      const planner = menu.getByRole('link', { name: 'Planner', exact: true });
      const influencers = menu.getByRole('link', { name: 'Influencers', exact: true });
      await menu.getByText('More', { exact: true }).waitFor();
      await planner.waitFor({ state: 'hidden' });
      await menu.getByText('More', { exact: true }).click();
      await planner.click();
      await page.getByRole('heading', { level: 1, name: 'Planner' }).waitFor();
      await page.reload();
      await planner.waitFor();
      await influencers.waitFor({ state: 'hidden' });
    },
  ],
  [
    'overview: a new business sees the steps to its first campaign',
    async ({ page, go, capture }) => {
      await go('/register?as=business');
      await page.getByLabel('Business name').fill('Green Door');
      await page.getByLabel('Your name').fill('Gil Green');
      await page.getByLabel('Email').fill('gil@green-door.example');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Create a campaign').waitFor();
      await capture('overview-first-steps');
    },
  ],
  [
    'welcome: an admin creates a business and launches its first campaign with a free item',
    async ({ page, go, signIn }) => {
      await signIn(ADMIN);
      await go('/dashboard/welcome');
      await page.getByText('Step 1 of 4').waitFor();
      await page.getByLabel('Shop name').fill('Red Fork');
      await page.getByLabel('Industry').fill('Restaurant');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Step 2 of 4').waitFor();
      await page.reload();
      await page.getByText('Step 2 of 4').waitFor();
      await page.getByLabel('Instagram').fill('@redfork');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Step 3 of 4').waitFor();
      await page.getByLabel('What do they get?').selectOption('item');
      await page.getByLabel('Free item').fill('Free dessert');
      await page.getByRole('button', { name: 'Launch campaign' }).click();
      await page.getByRole('button', { name: 'Finish setup' }).click();
      await go('/dashboard/campaigns');
      await page.getByText('Free dessert').first().waitFor();
    },
  ],
];
