import type { Page } from 'playwright-core';
import { logInOwner, OWNER, PASSWORD, type TestServer } from './server.ts';
import { expectNone, type Scene } from './support.ts';

/** Shows the entries of the menu that are behind More. */
async function openWholeMenu(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('More', { exact: true }).click();
}

/** The smallest height of a target in pixels (WCAG 2.2, 2.5.8). */
const MIN_TARGET = 24;

/** Positions and team members. */
export const teamScenes: Scene[] = [
  [
    'team: staff see only the pages and buttons that their position allows',
    async ({ page, go, signIn, capture, server }) => {
      const email = await addTeamMember(server, 'staff');
      await signIn(email);
      await go('/dashboard');
      await openWholeMenu(page);
      for (const title of ['API keys', 'Billing'])
        await expectNone(
          page.getByRole('link', { name: title, exact: true }),
          `Staff see ${title} in the menu`,
        );
      for (const path of ['/dashboard/keys', '/dashboard/billing', '/dashboard/welcome']) {
        await go(path);
        await page.getByText("You don't have access to").waitFor();
      }
      await go('/dashboard/settings');
      await page.getByText('Only owners can change these settings.').waitFor();
      await expectNone(page.getByRole('button', { name: 'Save' }), 'Staff see a button to save settings');
      await capture('staff-settings');
      await go('/dashboard/webhooks');
      await expectNone(
        page.getByRole('button', { name: /^(Add|Create)/ }),
        'Staff see a button to add an endpoint',
      );
    },
  ],
  [
    'team: an owner changes a position, and the counter position sees the counter page only',
    async ({ page, go, signIn, server }) => {
      const email = await addTeamMember(server, 'counter');
      await signIn(OWNER);
      await go('/dashboard/settings?section=team');
      await page.getByRole('button', { name: 'Actions for Pat counter' }).click();
      await page.getByRole('menuitem', { name: 'Change position' }).click();
      await page.getByLabel('Position', { exact: true }).selectOption('manager');
      await page.getByRole('button', { name: 'Save position' }).click();
      await page.getByText('Position of Pat counter changed').waitFor();
      await page.getByRole('button', { name: 'Actions for Pat counter' }).click();
      await page.getByRole('menuitem', { name: 'Change position' }).click();
      await page.getByLabel('Position', { exact: true }).selectOption('counter');
      await page.getByRole('button', { name: 'Save position' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.context().clearCookies();
      await signIn(email);
      await go('/dashboard/counter');
      await page.getByRole('heading', { name: 'Counter' }).waitFor();
      await go('/dashboard/campaigns');
      await page.getByText("You don't have access to").waitFor();
    },
  ],
  [
    'account: a user changes name, sees devices, turns on developer tools and logs out without a next page',
    async ({ page, go, signIn, capture, axe, expectError, server }) => {
      expectError(/401/);
      await server.api('PUT', '/account', { developerTools: false }, server.owner);
      await signIn(OWNER);
      await go('/dashboard/account');
      await openWholeMenu(page);
      await expectNone(
        page.getByRole('link', { name: 'Webhooks' }),
        'Developer pages are in the menu without developer tools',
      );
      await page.getByText('This device', { exact: true }).waitFor();
      await page.getByLabel('Developer tools').check();
      await page.getByRole('button', { name: 'Save account' }).click();
      await page.getByText('Account saved').waitFor();
      await capture('account');
      await axe();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const late = page.waitForResponse(
        response => response.url().endsWith('/session') && response.request().method() === 'GET',
      );
      await page.route('**/session', async route => {
        // The session is read after saving, and its response arrives after the user has logged out.
        if (route.request().method() === 'GET') {
          const response = await route.fetch();
          asked.resolve();
          await left.promise;
          await route.fulfill({ response });
          return;
        }
        // The session ends at the server before the page knows: a request of the page is rejected in between.
        const rejected = page.waitForResponse(response => response.status() === 401);
        const response = await route.fetch();
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await rejected;
        await route.fulfill({ response });
      });
      await page.getByLabel('Developer tools').uncheck();
      await page.getByRole('button', { name: 'Save account' }).click();
      await asked.promise;
      await page.getByRole('button', { name: 'Log out', exact: true }).last().click();
      await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
      left.resolve();
      await (await late).finished();
      await page.getByText('Account saved').waitFor();
      await page.waitForLoadState('networkidle');
      await expectNone(page.getByRole('dialog'), 'A dialog asks to log in again after logging out');
      if (new URL(page.url()).search !== '') throw new Error(`Logged out to ${page.url()}`);
    },
  ],
  [
    'team: a team member is logged out everywhere, and their API keys are revoked when they are removed',
    async ({ page, go, signIn, capture, server }) => {
      const email = await addTeamMember(server, 'owner');
      const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', {
        action: 'login',
        email,
        password: PASSWORD,
      });
      await server.api('POST', '/api-keys', { name: 'Key of Pat' }, accessToken);
      await server.api('POST', '/webhooks', { url: 'http://127.0.0.1:9/pat' }, accessToken);
      await signIn(OWNER);
      await go('/dashboard/keys');
      await page.getByRole('cell', { name: 'Pat owner' }).waitFor();
      await go('/dashboard/settings?section=team');
      await page.getByRole('button', { name: 'Actions for Pat owner' }).click();
      await page.getByRole('menuitem', { name: 'Log out on all devices' }).click();
      await page.getByText('Pat owner is logged out on all devices').waitFor();
      await page.getByRole('button', { name: 'Actions for Pat owner' }).click();
      await page.getByRole('menuitem', { name: 'Remove from team' }).click();
      await page.getByText('Key of Pat.', { exact: false }).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove team member' }).click();
      await page.getByText('Pat owner removed and their API keys revoked').waitFor();
      await page.getByText('http://127.0.0.1:9/pat').waitFor();
      await capture('team-webhooks');
      await page.getByRole('link', { name: 'Open webhooks' }).click();
      await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
      await go('/dashboard/keys');
      await page.getByText('No API keys yet').waitFor();
    },
  ],
  [
    'team: a person added by mistake leaves the business through the invitation link',
    async ({ page, go, signIn, capture, axe, expectError, server }) => {
      expectError(/400/);
      const email = 'stranger@people.example';
      const { inviteLink } = await server.api<{ inviteLink: string }>(
        'POST',
        '/business/users',
        { email, name: 'Stranger' },
        server.owner,
      );
      await signIn(OWNER);
      await go('/dashboard/settings?section=team');
      await page.getByText('Invited').first().waitFor();
      await page.context().clearCookies();
      const { pathname, search } = new URL(inviteLink);
      await page.goto(server.url + pathname + search);
      await page.getByRole('heading', { name: 'Join Blue Cup' }).waitFor();
      await page.getByText('invited you to work with Blue Cup').waitFor();
      await capture('invitation');
      await page.getByLabel('Password').fill('Password123');
      await page.getByLabel("I don't work for Blue Cup").check();
      await axe();
      await page.getByRole('button', { name: 'Save password and log in' }).click();
      await page.getByText('common password').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Save password and log in' }).click();
      await page.waitForURL(`${server.url}/`);
    },
  ],
  [
    'sign-in: a user is shown how to reset a password from the login page and after signing up with a taken email address',
    async ({ page, go, expectError }) => {
      expectError(/409/);
      await go('/login');
      const forgot = page.getByRole('link', { name: 'Forgot your password?' });
      const { height } = (await forgot.boundingBox()) ?? { height: 0 };
      if (height < MIN_TARGET) throw new Error(`The link is ${height} pixels high`);
      await forgot.click();
      // The server of the scenes sends no mail.
      await page.getByText('perkmint users reset-link').waitFor();
      await go('/register');
      await page.getByLabel('Your name').fill('Olive');
      await page.getByLabel('Email').fill(OWNER);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByRole('link', { name: 'Log in instead' }).waitFor();
      await page.getByRole('link', { name: 'Reset your password' }).click();
      await page.getByText(`perkmint users reset-link ${OWNER}`).waitFor();
    },
  ],
];

/** Adds a team member. @returns the email address to log in with */
async function addTeamMember(server: TestServer, position: 'owner' | 'staff' | 'counter'): Promise<string> {
  const email = `pat.${position}@blue-cup.example`;
  const person = { email, name: `Pat ${position}`, password: PASSWORD, position };
  await server.api('POST', '/business/users', person, await logInOwner(server));
  return email;
}
