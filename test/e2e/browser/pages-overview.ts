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
      await page.getByText('submitted proof for').first().waitFor();
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
    'welcome: an admin creates a business with sample data and an API key',
    async ({ page, go, signIn, capture }) => {
      await signIn(ADMIN);
      await go('/dashboard/welcome');
      await capture('welcome-business');
      await page.getByLabel('Name').fill('Red Fork');
      await page.getByLabel('Industry').fill('Restaurant');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Load sample data' }).click();
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByText("Copy it now; you won't see it again").waitFor();
      await capture('welcome-key');
      await page.getByRole('button', { name: "I've saved it; continue" }).click();
      await capture('welcome-done');
      await page.getByRole('link', { name: 'View campaigns' }).click();
      await page.getByText('A short video of your visit (sample)').waitFor();
    },
  ],
];
