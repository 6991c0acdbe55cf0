import { createHmac } from 'node:crypto';
import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

const SECRET = 'a-secret-of-the-shop';

/** The settings of shop systems and their orders. */
export const shopSystemScenes: Scene[] = [
  [
    'shop systems: an owner sets Shopify up, sees a parked order and counts it for a member',
    async ({ page, go, signIn, capture, server }) => {
      const create = (path: string, body: object) =>
        server.api<{ id: string }>('POST', path, body, server.owner);
      const { id } = await create('/programs', {
        name: 'Online shop',
        rewards: { points: { perDollar: 1 } },
      });
      await create(`/programs/${id}/members`, { memberId: 'web-1', name: 'Wanda Web' });
      await signIn(OWNER);
      await go('/dashboard/settings?section=shop-systems');
      await page.getByText('Set up Shopify').click();
      const form = page.locator('details[open] form');
      await form.getByLabel('Program that counts the orders').selectOption(id);
      await form.getByRole('button', { name: 'Get the URL' }).click();
      await page.getByText('Missing: webhooks are refused').waitFor();
      await page.getByLabel('Secret', { exact: true }).fill(SECRET);
      await capture('shop-systems');
      await page.getByRole('button', { name: 'Save Shopify' }).click();
      await page.getByText('Nothing yet').waitFor();
      const url = (await page.locator('code', { hasText: '/inbound/shopify/' }).textContent()) ?? '';
      const body = JSON.stringify({
        id: 4711,
        financial_status: 'paid',
        currency: 'USD',
        total_price: '24.50',
      });
      const headers = {
        'content-type': 'application/json',
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      };
      const address = new URL(new URL(url).pathname, page.url()).href;
      await page.request.post(address, { data: body, headers: { 'content-type': 'application/json' } });
      await page.reload();
      await page.getByText('the signature does not match: check the secret').waitFor();
      await page.request.post(address, { data: body, headers });
      await page.getByRole('button', { name: 'Show orders from Shopify' }).click();
      await page.getByRole('row', { name: /4711.*Parked/ }).waitFor();
      await capture('shop-orders');
      await page.getByRole('button', { name: 'Retry order 4711' }).click();
      await page.getByLabel('Member ID').fill('web-1');
      await page.getByRole('dialog').getByRole('button', { name: 'Retry order' }).click();
      await page.getByRole('row', { name: /4711.*Credited.*web-1/ }).waitFor();
    },
  ],
];
