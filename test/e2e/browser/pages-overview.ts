import { ADMIN, OWNER, PASSWORD } from './server.ts';
import type { Scene } from './support.ts';

/** The overview and onboarding. */
export const overviewScenes: Scene[] = [
  [
    'overview: an owner sees pending reviews and charts, and applies a recommendation',
    async ({ page, signIn, capture }) => {
      await signIn(OWNER);
      await page.getByText('pending review').waitFor();
      await page.locator('.day-chart canvas').nth(1).waitFor();
      await page.getByRole('table', { name: 'Results by campaign' }).waitFor();
      // The newest events depend on the scenes before this one; each sentence links to its record.
      await page.locator('.activity-list li a').first().waitFor();
      await capture('overview-charts');
      await page.getByRole('button', { name: '7 days' }).click();
      await page.getByText('in the 7 days before').waitFor();
      await page
        .getByRole('button', { name: /^(Apply|Create draft)$/ })
        .first()
        .click();
      await capture('overview-apply');
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
      await page.locator('.toast').waitFor();
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
    async ({ page, go, signIn, capture }) => {
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
      await capture('welcome-campaign');
      await page.getByRole('button', { name: 'Launch campaign' }).click();
      await page.getByRole('button', { name: 'Finish setup' }).click();
      await go('/dashboard/campaigns');
      await page.getByText('Free dessert').first().waitFor();
    },
  ],
];
