import { OWNER, PASSWORD } from './server.ts';
import { expectNone, type Scene } from './support.ts';

/** Download and erasure of personal data. */
export const personalDataScenes: Scene[] = [
  [
    'personal data: a customer downloads a ZIP file and deletes the account',
    async ({ page, go, signIn, axe, server, expectError }) => {
      expectError(/401/);
      const email = 'leaver@people.example';
      await server.api('POST', '/auth', { action: 'register', email, password: PASSWORD, name: 'Lee' });
      await signIn(email);
      await go('/my/account');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download my data' }).click();
      const name = (await download).suggestedFilename();
      if (name !== 'my-data.zip') throw new Error(`Downloaded ${name}`);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('heading', { name: 'Delete your account?' }).waitFor();
      await axe();
      // Requests in progress lose the session before the page has the response to the deletion.
      await page.route('**/api/v1/account', async route => {
        if (route.request().method() !== 'DELETE') return route.fallback();
        const response = await route.fetch();
        const refusal = page.waitForResponse(one => one.status() === 401);
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await refusal;
        // By the end of these requests, the page has handled the refusal.
        for (let n = 0; n < 3; n++)
          await page.evaluate(() => fetch('/api/v1/health').then(reply => reply.text()));
        await route.fulfill({ response });
      });
      await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
      await page.getByText('Your account was deleted').waitFor();
      await expectNone(page.getByRole('dialog'), 'A deleted account is asked to log in again');
    },
  ],
  [
    'personal data: an owner downloads what is kept of a member, and erases it',
    async ({ page, go, signIn, server }) => {
      const program = { name: 'Erasures' };
      const { id } = await server.api<{ id: string }>('POST', '/programs', program, server.owner);
      const member = { memberId: 'gone-1', name: 'Greta Gone' };
      await server.api('POST', `/programs/${id}/members`, member, server.owner);
      await signIn(OWNER);
      await go(`/dashboard/programs/${id}/members/gone-1`);
      await page.getByRole('button', { name: 'Actions for Greta Gone' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Download personal data' }).click();
      const name = (await download).suggestedFilename();
      if (name !== 'member-data.zip') throw new Error(`Downloaded ${name}`);
      await page.getByRole('button', { name: 'Actions for Greta Gone' }).click();
      await page.getByRole('menuitem', { name: 'Erase personal data' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Erase personal data' }).click();
      await page.getByText('Personal data erased').waitFor();
      await page.getByRole('heading', { name: /^mem_/ }).waitFor();
    },
  ],
];
