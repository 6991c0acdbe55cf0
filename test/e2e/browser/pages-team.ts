import { OWNER, PASSWORD, type TestServer } from './server.ts';
import type { Scene } from './support.ts';

/** Positions and team members. */
export const teamScenes: Scene[] = [
  [
    'team: staff see only the pages and buttons that their position allows',
    async ({ page, go, signIn, capture, server }) => {
      const email = await addTeamMember(server, 'staff');
      await signIn(email);
      for (const title of ['API keys', 'Billing'])
        if ((await page.getByRole('link', { name: title, exact: true }).count()) > 0)
          throw new Error(`Staff see ${title} in the menu`);
      for (const path of ['/dashboard/keys', '/dashboard/billing', '/dashboard/welcome']) {
        await go(path);
        await page.getByText("You don't have access to").waitFor();
      }
      await go('/dashboard/settings');
      await page.getByText('Only owners can change these settings.').waitFor();
      if ((await page.getByRole('button', { name: 'Save' }).count()) > 0)
        throw new Error('Staff see a button to save settings');
      await capture('staff-settings');
      await go('/dashboard/webhooks');
      // Other scenes may have added endpoints, so the page is not necessarily empty.
      if ((await page.getByRole('button', { name: /^(Add|Create)/ }).count()) > 0)
        throw new Error('Staff see a button to add an endpoint');
      await capture('staff-webhooks');
      await go('/dashboard/agents');
      await page.getByText('Ask an owner of this business for an API key.').waitFor();
      await go('/dashboard/exchange');
    },
  ],
  [
    'team: removing a team member revokes the API keys that they created',
    async ({ page, go, signIn, capture, server }) => {
      const email = await addTeamMember(server, 'owner');
      const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', {
        action: 'login',
        email,
        password: PASSWORD,
      });
      await server.api('POST', '/api-keys', { name: 'Key of Pat' }, accessToken);
      await signIn(OWNER);
      await go('/dashboard/keys');
      await page.getByRole('cell', { name: 'Pat owner' }).waitFor();
      await capture('keys-created-by');
      await go('/dashboard/settings');
      await page.getByRole('button', { name: 'Remove Pat owner' }).click();
      await page.getByText('Key of Pat.', { exact: false }).waitFor();
      await capture('team-remove');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove team member' }).click();
      await page.getByText('Pat owner removed and their API keys revoked').waitFor();
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
      await go('/dashboard/settings');
      await page.getByText('Not yet').first().waitFor();
      await capture('team-not-confirmed');
      await page.context().clearCookies();
      const { pathname, search } = new URL(inviteLink);
      await page.goto(server.url + pathname + search);
      await page.getByText('This account is a team member of Blue Cup.').waitFor();
      await page.getByLabel('New password').fill('Password123');
      await page.getByLabel('Leave Blue Cup').check();
      await axe();
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('must not be a common password').waitFor();
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('Password saved').waitFor();
      await page.getByRole('link', { name: 'Log in' }).waitFor();
      await signIn(email);
      if (new URL(page.url()).pathname !== '/') throw new Error(`A customer is redirected to ${page.url()}`);
    },
  ],
  [
    'sign-in: a user requests a password reset from the login page and after signing up with a taken email address',
    async ({ page, go, capture, expectError }) => {
      expectError(/409/);
      await go('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await capture('forgot');
      await page.getByLabel('Email').fill('unknown@people.example');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await page.getByText('If unknown@people.example has an account').waitFor();
      await capture('forgot-asked');
      await go('/register');
      await page.getByLabel('Your name').fill('Olive');
      await page.getByLabel('Email').fill(OWNER);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByRole('link', { name: 'Reset your password' }).click();
      if ((await page.getByLabel('Email').inputValue()) !== OWNER)
        throw new Error('The email address was not carried over');
    },
  ],
];

/** Adds a team member. @returns the email address to log in with */
async function addTeamMember(server: TestServer, position: 'owner' | 'staff'): Promise<string> {
  const email = `pat.${position}@blue-cup.example`;
  const person = { email, name: `Pat ${position}`, password: PASSWORD, position };
  await server.api('POST', '/business/users', person, server.owner);
  return email;
}
