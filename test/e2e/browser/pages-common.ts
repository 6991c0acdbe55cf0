import { CUSTOMER, OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** Getting in and out, and what everybody meets. */
export const commonScenes: Scene[] = [
  [
    'nobody sees the welcome',
    async ({ go, capture }) => {
      await go('/');
      await capture('welcome');
    },
  ],
  [
    'a wrong password is said, and the right one leads to where one was going',
    async ({ page, go, capture, expectError, server }) => {
      expectError(/401/);
      await go('/dashboard/campaigns?state=active');
      await page.waitForURL(/\/login\?next=/);
      await page.getByLabel('Email').fill(OWNER);
      await page.getByLabel('Password').fill('not the one');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('INVALID_CREDENTIALS').waitFor();
      await capture('login-failed');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL(`${server.url}/dashboard/campaigns?state=active`);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL(/\/login/);
      await go('/dashboard');
      await page.waitForURL(/\/login\?next=%2Fdashboard/);
    },
  ],
  [
    'a customer registers and browses',
    async ({ page, go, capture }) => {
      await go('/register');
      await capture('register');
      await page.getByLabel('Your name').fill('Bea Bell');
      await page.getByLabel('Email').fill('bea@people.example');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Story of the week').waitFor();
      await capture('browse');
    },
  ],
  [
    'a customer is kept out of the dashboard',
    async ({ page, go, signIn }) => {
      await signIn(CUSTOMER);
      await go('/dashboard/campaigns');
      await page.getByText("You don't have access to Campaigns").waitFor();
    },
  ],
  [
    'a page that does not exist says so',
    async ({ page, go, signIn }) => {
      await signIn(OWNER);
      await go('/dashboard/nothing-here');
      await page.getByText('Page not found').waitFor();
    },
  ],
  [
    'the menu of a phone opens, leads on and closes; the theme is kept',
    async ({ page, signIn, screenshot }) => {
      await signIn(OWNER);
      await page.setViewportSize({ width: 360, height: 860 });
      await page.getByRole('button', { name: 'Menu' }).click();
      await screenshot('menu-phone', { width: 360 });
      await page.getByRole('button', { name: 'Dark theme' }).click();
      await page.getByRole('link', { name: 'Campaigns' }).click();
      await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
      // After the page is painted: readers begin at its heading.
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
      if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== 'dark')
        throw new Error('the theme was forgotten');
    },
  ],
];
