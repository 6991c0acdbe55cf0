import type { Scene } from './support.ts';

const PASSWORD = 'correct horse battery';
const REFERRAL = {
  referrer: { type: 'fixed', value: 5 },
  referee: { type: 'item', name: 'Welcome coffee', cost: 1.2 },
};

interface SavedTerms {
  referral: { maxPerMember: number; referrer: { value: number } | null };
}

/** Members who bring new ones by their link. */
export const referralScenes: Scene[] = [
  [
    'referral: a member shares a link, and a friend who opens it signs up and joins with the code',
    async ({ page, go, signIn, capture, server, openStage }) => {
      const register = (body: object) =>
        server.api<{ accessToken: string; user: { id: string } }>('POST', '/auth', {
          action: 'register',
          password: PASSWORD,
          ...body,
        });
      const owner = await register({
        email: 'owner@refer.example',
        name: 'Owner',
        role: 'business',
        businessName: 'Refer cafe',
      });
      const token = owner.accessToken;
      const rewards = { points: { perAction: 10 } };
      const terms = { name: 'Refer regulars', rewards, referral: REFERRAL };
      const { id } = await server.api<{ id: string }>('POST', '/programs', terms, token);
      const member = await register({ email: 'ada@refer.example', name: 'Ada' });
      await server.api('POST', `/programs/${id}/members`, { memberId: member.user.id }, member.accessToken);
      await signIn('ada@refer.example');
      await go(`/my/programs/${id}`);
      await page.getByText('Your friend gets: Welcome coffee').waitFor();
      await page.getByRole('img', { name: 'QR code of your link' }).waitFor();
      const code = await page.locator('.share strong').textContent();
      await capture('invite-friends');

      await register({ email: 'bo@refer.example', name: 'Bo' });
      const friend = await openStage();
      await friend.go(`/s/refer-cafe?ref=${code}`);
      await friend.page.getByRole('link', { name: 'Join program' }).click();
      await friend.page.getByText(`You're joining with the code ${code}.`).waitFor();
      await friend.page.getByText('at your first purchase or visit: Welcome coffee').waitFor();
      await friend.page.getByRole('button', { name: 'I already have an account' }).click();
      await friend.page.getByLabel('Email').fill('bo@refer.example');
      await friend.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await friend.capture('joining-with-code');
      await friend.page.getByRole('button', { name: 'Join program' }).click();
      await friend.page.getByRole('img', { name: 'Member card of' }).waitFor();
      const path = `/programs/${id}/referrals`;
      const { items } = await server.api<{ items: { referrer: string }[] }>('GET', path, undefined, token);
      if (items.length !== 1 || items[0]?.referrer !== member.user.id)
        throw new Error(`The referrals are ${JSON.stringify(items)}`);
      const office = await openStage();
      await office.signIn('owner@refer.example');
      await office.go(`/dashboard/programs/${id}?view=referrals`);
      await office.page.getByRole('cell', { name: 'Pending' }).waitFor();
      await office.page.getByLabel('New members per member').fill('3');
      await office.page.getByRole('button', { name: 'Save rewards' }).click();
      await office.page.getByText('Referral rewards saved').waitFor();
      await office.capture('program-referrals');
      const saved = await server.api<SavedTerms>('GET', `/programs/${id}`, undefined, token);
      if (saved.referral.maxPerMember !== 3 || saved.referral.referrer?.value !== 5)
        throw new Error(`The terms are ${JSON.stringify(saved.referral)}`);
    },
  ],
];
