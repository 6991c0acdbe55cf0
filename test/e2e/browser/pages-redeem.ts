import { OWNER, PASSWORD, type TestServer } from './server.ts';
import type { Scene } from './support.ts';

/** The code of a new reward of the campaign, of somebody new: a campaign may take one proof of each person. */
export async function issueRewardCode(server: TestServer, campaign: string, proof: string): Promise<string> {
  const list = await server.api<{ items: { id: string; name: string }[] }>(
    'GET',
    '/campaigns?page=1&perPage=50',
    undefined,
    server.owner,
  );
  const campaignId = list.items.find(({ name }) => name.startsWith(campaign))?.id;
  const email = `${crypto.randomUUID()}@people.example`;
  const person = { action: 'register', name: 'Tilly', email, password: PASSWORD };
  const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', person);
  const sent = { campaignId, proofUrl: proof };
  const { id } = await server.api<{ id: string }>('POST', '/submissions', sent, accessToken);
  const decision = { submissionId: id, action: 'approve' };
  const { reward } = await server.api<{ reward: { code: string } }>(
    'POST',
    '/submissions/review',
    decision,
    server.owner,
  );
  return reward.code;
}

/** Codes at the till. */
export const redeemScenes: Scene[] = [
  [
    'till: a code as somebody types it is redeemed once, and the second time it is said since when it is gone',
    async ({ page, go, signIn, capture, server, expectError }) => {
      expectError(/40[49]/);
      const code = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/till-cup/');
      await signIn(OWNER);
      await go('/dashboard/redeem');
      await capture('till');
      await page.keyboard.type('nothing here');
      await page.keyboard.press('Enter');
      await page.getByText('Code not found').waitFor();
      await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`);
      await page.keyboard.press('Enter');
      await page.getByText('Take $5.00 off').waitFor();
      await capture('till-given');
      await page.getByRole('button', { name: 'Redeem another code' }).click();
      await page.locator('#redeem-code:focus').waitFor();
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await page.getByText('The reward was already redeemed').waitFor();
      await capture('till-redeemed');
    },
  ],
  [
    'till: a percentage asks for the order, and only then',
    async ({ page, go, signIn, capture, server, expectError }) => {
      expectError(/422/);
      const code = await issueRewardCode(
        server,
        'Your favourite',
        'https://www.tiktok.com/@ada/video/1234567890',
      );
      await signIn(OWNER);
      await go(`/dashboard/redeem?code=${code}`);
      await page.getByRole('button', { name: 'Redeem' }).click();
      await page.getByText('Enter the order value.').waitFor();
      await capture('till-order');
      await page.keyboard.type('40');
      await page.keyboard.press('Enter');
      await page.getByText('Take $6.00 off').waitFor();
    },
  ],
];
