import { CUSTOMER, OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** Login, sign-up, access and the menu. */
export const commonScenes: Scene[] = [
  [
    'common: after a wrong password, the correct one opens the page that was requested',
    async ({ page, go, capture, expectError, server }) => {
      expectError(/401/);
      await go('/dashboard/campaigns?state=active');
      await page.waitForURL(/\/login\?next=/);
      await page.getByLabel('Email').fill(OWNER);
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Incorrect email or password').waitFor();
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
    'common: a customer signs up and browses campaigns',
    async ({ page, go }) => {
      await go('/register');
      await page.getByLabel('Your name').fill('Bea Bell');
      await page.getByLabel('Email').fill('bea@people.example');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Post a video about Blue Cup on TikTok').waitFor();
    },
  ],
  [
    'common: a customer has no access to the dashboard',
    async ({ page, go, signIn }) => {
      await signIn(CUSTOMER);
      await go('/dashboard/campaigns');
      await page.getByText("You don't have access to Campaigns").waitFor();
    },
  ],
  [
    'common: an unknown path shows that the page was not found',
    async ({ page, go, signIn }) => {
      await signIn(OWNER);
      for (const path of ['/dashboard/nothing-here', '/campaigns', '/my/nothing-here']) {
        await go(path);
        await page.getByText('Page not found').waitFor();
      }
    },
  ],
  [
    'common: the menu works on a phone, and the chosen theme survives a reload',
    async ({ page, go, signIn, screenshot }) => {
      await signIn(OWNER);
      await go('/dashboard');
      await page.setViewportSize({ width: 360, height: 860 });
      await page.getByRole('button', { name: 'Menu' }).click();
      await screenshot('menu-phone', { width: 360 });
      await page.getByRole('button', { name: 'Dark theme' }).click();
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      await menu.getByRole('link', { name: 'Campaigns' }).click();
      await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
      // The heading takes the focus after the page is painted, so that screen readers start there.
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
      if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== 'dark')
        throw new Error('The theme was not restored');
    },
  ],
];
