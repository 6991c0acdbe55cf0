import { CUSTOMER, OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** The exchange and the planner. */
export const marketScenes: Scene[] = [
  [
    'exchange: an owner lists a perk and cancels an order, and a trade appears without a reload',
    async ({ page, go, signIn, capture, server }) => {
      await server.api('PUT', '/account', { developerTools: true }, server.owner);
      await signIn(OWNER);
      await go('/dashboard/exchange');
      await page.getByText('No perks listed').waitFor();
      await page.getByRole('button', { name: 'List a perk' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Perk name').fill('A coffee');
      await dialog.getByLabel('Regular price').fill('4');
      await dialog.getByLabel('Quantity').fill('50');
      await dialog.getByLabel('Your price').fill('3.20');
      await capture('exchange-list');
      await dialog.getByRole('button', { name: 'List a perk' }).click();
      await page.getByRole('rowheader', { name: 'A coffee', exact: true }).waitFor();
      await page.getByText('Advanced trading').click();
      await page.getByRole('heading', { name: 'Order book of A coffee' }).waitFor();
      await page.getByText('Only you are selling this perk right now').waitFor();
      const { items } = await server.api<{ items: { perkId: string }[] }>(
        'GET',
        '/exchange/orders',
        undefined,
        server.owner,
      );
      const perkId = items[0]?.perkId;
      await server.api('POST', '/exchange/enroll', {}, server.customer);
      const { user } = await server.api<{ user: { id: string } }>('GET', '/auth', undefined, server.customer);
      const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', {
        action: 'login',
        email: 'root@shop.example',
        password: 'correct horse battery',
      });
      const money = { userId: user.id, amount: 100, reference: `for ${CUSTOMER}` };
      await server.api('POST', '/exchange/deposits', money, accessToken);
      const buy = { type: 'buy', perkId, quantity: 2 };
      await server.api('POST', '/exchange/orders', { ...buy, price: 3.2 }, server.customer);
      await page.getByText('2 × A coffee bought at $3.20').waitFor();
      for (const price of [2.9, 2.75, 2.5])
        await server.api('POST', '/exchange/orders', { ...buy, quantity: 4, price }, server.customer);
      await page.getByRole('cell', { name: '$2.75' }).waitFor();
      await page.getByLabel('Side').selectOption('sell');
      await page.getByLabel('Quantity').fill('0');
      await page.locator('.uplot').waitFor();
      await capture('exchange');
      await page.getByRole('button', { name: 'Cancel order' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
      await page.getByText('Order cancelled').waitFor();
    },
  ],
  [
    'planner: an owner compares two plans and saves one as campaign drafts',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard/planner');
      await page.getByRole('button', { name: 'Create plan' }).click();
      await page.getByRole('heading', { name: 'Your campaigns' }).waitFor();
      await capture('planner');
      await page.getByRole('button', { name: 'Save for comparison' }).click();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByRole('button', { name: '$600', exact: true }).click();
      await page.getByRole('button', { name: 'Update plan' }).click();
      await page.getByRole('heading', { name: 'Plan comparison' }).waitFor();
      await page.getByText('$600.00').first().waitFor();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByLabel('Monthly budget').fill('1');
      await page.getByRole('button', { name: 'Update plan' }).click();
      await page.getByRole('heading', { name: 'No campaign fits these settings' }).waitFor();
      await capture('planner-nothing-fits');
      await page.getByRole('button', { name: 'Plan with $300' }).click();
      await page.getByRole('table', { name: 'Planned campaigns' }).getByRole('checkbox').first().uncheck();
      await page.getByRole('button', { name: /^Create \d+ campaigns?$/ }).click();
      await page.getByRole('link', { name: 'Review and launch drafts' }).waitFor();
    },
  ],
];
