import type { Scene } from './support.ts';

const PASSWORD = 'correct horse battery';
const PHONE_PX = 360;

/** Cards from the counter, which their people claim later. */
export const claimScenes: Scene[] = [
  [
    'claim: the counter enrolls people by phone or name, and a phone takes over the card with its code',
    async ({ page, go, signIn, capture, server, openStage }) => {
      const register = (body: object) =>
        server.api<{ accessToken: string }>('POST', '/auth', {
          action: 'register',
          password: PASSWORD,
          ...body,
        });
      const email = 'owner@claim.example';
      const account = { email, name: 'Owner', role: 'business', businessName: 'Claim cafe' };
      const { accessToken: token } = await register(account);
      const rewards = { points: { perDollar: 1 } };
      const terms = { name: 'Claim regulars', rewards };
      const { id } = await server.api<{ id: string }>('POST', '/programs', terms, token);
      await signIn(email);
      await go('/dashboard/counter');
      await page.locator('#counter-input').fill('+1 202 555 0199');
      await page.getByRole('button', { name: 'Enroll new member' }).click();
      // A phone number alone finds the member at the next visit.
      await page.getByRole('button', { name: 'Enroll member' }).click();
      await page.getByRole('button', { name: 'Stamp', exact: true }).waitFor();
      await page.locator('#counter-input').fill('Grace Hopper');
      await page.getByRole('button', { name: 'Enroll new member' }).click();
      await page.getByRole('dialog').getByLabel('Phone').fill('+1 202 555 0188');
      await capture('claim-enroll');
      await page.getByRole('button', { name: 'Enroll member' }).click();
      await page.getByRole('button', { name: 'Stamp', exact: true }).click();
      await page.getByRole('button', { name: 'Let the member claim the card' }).click();
      await page.getByRole('img', { name: 'QR code to claim the card' }).waitFor();
      const code = await page.locator('.claim-typed strong').textContent();
      await capture('claim-code');

      const phone = await openStage({ width: PHONE_PX });
      phone.expectError(/401/);
      await phone.go(`/claim#${code}`);
      await phone.page.getByRole('heading', { name: 'Your card at Claim cafe' }).waitFor();
      await phone.page.getByText('1 visit').waitFor();
      await phone.capture('claim-card');
      await phone.page.getByLabel('Email').fill('grace@claim.example');
      await phone.page.getByLabel('Choose a password').fill(PASSWORD);
      await phone.page.getByRole('button', { name: 'Make it mine' }).click();
      await phone.page.waitForURL(new RegExp(`/my/programs/${id}`));
      await phone.page.getByRole('img', { name: 'Member card of Grace Hopper' }).waitFor();
    },
  ],
];
