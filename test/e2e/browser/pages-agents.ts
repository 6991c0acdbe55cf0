import { logInOwner, OWNER } from './server.ts';
import { expectNone, type Scene } from './support.ts';

const NARROW_PX = 320;

/** Agents with a budget, whose larger requests wait for their owner. */
export const agentScenes: Scene[] = [
  [
    'mandates: an owner creates an agent, approves a request above its limit, and rejects another',
    async ({ server, openStage }) => {
      const { api, owner } = server;
      const program = await api<{ id: string }>('POST', '/programs', { name: 'Early birds' }, owner);
      const members = `/programs/${program.id}/members`;
      await api('POST', members, { memberId: 'ada', name: 'Ada Ames' }, owner);
      const { page, go, signIn, capture, screenshot, expectError } = await openStage({ width: NARROW_PX });
      await signIn(OWNER);

      await go('/dashboard/keys');
      await page.getByRole('button', { name: 'Create API key' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Robin');
      await dialog.getByLabel('Permissions').selectOption('Agent: act within a budget');
      await dialog.getByLabel('Grant cashback').check();
      await dialog.getByLabel('Budget', { exact: true }).fill('50');
      await dialog.getByLabel('Ask a person above').fill('10');
      await capture('agent-form');
      await page.setViewportSize({ width: NARROW_PX, height: 800 });
      await dialog.getByRole('button', { name: 'Create API key' }).click();
      await page.getByRole('heading', { name: 'API key created' }).waitFor();
      const key = await page.getByRole('dialog').locator('code').first().textContent();

      const grant = async (amount: number) => {
        const response = await fetch(`${server.url}/api/v1/programs/${program.id}/cashback`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
          body: JSON.stringify({ memberId: 'ada', amount }),
        });
        return response.status;
      };
      const statuses = [await grant(5), await grant(12.5), await grant(40)];
      if (String(statuses) !== '201,403,403') throw new Error(`The agent got ${statuses}`);

      await go('/dashboard/reviews');
      const requests = page.getByRole('region', { name: 'Requests of agents' });
      await requests.getByText('$12.50').first().waitFor();
      await requests.getByRole('link', { name: 'Ada Ames' }).first().waitFor();
      await requests.getByText('Preview').first().click();
      await capture('agent-requests');
      await screenshot('agent-requests-narrow', { width: NARROW_PX });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) throw new Error(`The page is ${wide} px wider than its window`);
      const card = (amount: string) => requests.locator('.card').filter({ hasText: amount });
      await card('$12.50').getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Request of Robin approved').waitFor();
      await expectNone(card('$12.50'), 'The approved request is still there');
      expectError(/409/);
      await card('$40.00').getByRole('button', { name: 'Approve' }).click();
      await card('$40.00').getByText("The budget doesn't cover this request").waitFor();
      await card('$40.00').getByRole('button', { name: 'Reject' }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('Too much');
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
      await page.getByText('Request of Robin rejected').waitFor();
      await expectNone(requests, 'The rejected request is still there');
      const { items } = await api<{ items: { amount: number }[] }>(
        'GET',
        `/programs/${program.id}/cashback`,
        undefined,
        await logInOwner(server),
      );
      const amounts = items.map(({ amount }) => amount);
      if (String(amounts) !== '12.5,5') throw new Error(`The member has the cashback ${amounts}`);

      await go('/dashboard/keys');
      await page.getByText('$17.50 of $50.00 this week').waitFor();
      await capture('agent-key');
    },
  ],
];
