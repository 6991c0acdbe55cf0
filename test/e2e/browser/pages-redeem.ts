import { OWNER, PASSWORD, type TestServer } from './server.ts';
import type { Scene } from './support.ts';

/** Issues a reward to a new customer, because a campaign may limit submissions per customer. @returns the code */
export async function issueRewardCode(server: TestServer, campaign: string, proof: string): Promise<string> {
  const list = await server.api<{ items: { id: string; name: string }[] }>(
    'GET',
    '/campaigns?page=1&perPage=50',
    undefined,
    server.owner,
  );
  const campaignId = list.items.find(({ name }) => name.startsWith(campaign))?.id;
  const email = `${crypto.randomUUID()}@people.example`;
  const person = { action: 'register', name: 'Tina', email, password: PASSWORD };
  const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', person);
  const submission = { campaignId, proofUrl: proof };
  const { id } = await server.api<{ id: string }>('POST', '/submissions', submission, accessToken);
  const decision = { submissionId: id, action: 'approve' };
  const { reward } = await server.api<{ reward: { code: string } }>(
    'POST',
    '/submissions/review',
    decision,
    server.owner,
  );
  return reward.code;
}

/** Redeeming reward codes. */
export const redeemScenes: Scene[] = [
  [
    'redeem: a code is redeemed once however it is typed, and a second attempt is rejected',
    async ({ page, go, signIn, capture, server, expectError }) => {
      expectError(/40[49]/);
      const code = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/redeem-cup/');
      await signIn(OWNER);
      await go('/dashboard/redeem');
      await capture('redeem');
      await page.keyboard.type('no such code');
      await page.keyboard.press('Enter');
      await page.getByText('Code not found').waitFor();
      await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`);
      await page.keyboard.press('Enter');
      await page.getByText('Take $5.00 off').waitFor();
      await capture('redeem-success');
      await page.getByRole('button', { name: 'Redeem another code' }).click();
      await page.locator('#redeem-code:focus').waitFor();
      await page.keyboard.type(code);
      await page.getByText('It was already redeemed').waitFor();
      await capture('redeem-again');
    },
  ],
  [
    'redeem: only a percentage reward asks for the order value',
    async ({ page, go, signIn, capture, server }) => {
      const code = await issueRewardCode(
        server,
        'Your favourite',
        'https://www.tiktok.com/@ada/video/1234567890',
      );
      await signIn(OWNER);
      await go(`/dashboard/redeem?code=${code}`);
      await page.getByText('Enter the order value.').waitFor();
      await page.getByLabel('Order value').fill('40');
      await page.getByText('To pay $34.00').waitFor();
      await capture('redeem-order-value');
      await page.keyboard.press('Enter');
      await page.getByText('Take $6.00 off').waitFor();
      await page.getByText('To pay: $34.00').waitFor();
    },
  ],
  [
    'redeem: the QR code of a customer opens the page, which shows whose reward it is before it is redeemed',
    async ({ page, go, signIn, capture, server }) => {
      const code = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/look-cup/');
      await signIn(OWNER);
      await go(`/dashboard/redeem?code=${code}`);
      const preview = page.locator('.reward-preview');
      await preview.getByText('Tina · Story of the week').waitFor();
      await preview.getByText('$5.00 off').waitFor();
      await preview.getByText('Valid until').waitFor();
      await capture('redeem-preview');
      // A scanner that works as a keyboard types the whole link.
      await page.getByLabel('Code').fill('');
      await page.getByLabel('Code').fill(`${server.url}/dashboard/redeem?code=${code}`);
      await preview.getByText('Tina').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Take $5.00 off').waitFor();
      await page.getByText('Today:').waitFor();
      await page
        .getByRole('row', { name: /Tina.*Story of the week/ })
        .first()
        .waitFor();
    },
  ],
];
