import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** API keys, webhooks and agents. */
export const connectionScenes: Scene[] = [
  [
    'keys: an owner creates, rotates and revokes an API key, whose secret is shown once',
    async ({ page, go, signIn, capture, expectError }) => {
      expectError(/400/);
      await signIn(OWNER);
      await go('/dashboard/keys');
      await page.getByRole('button', { name: 'Create API key' }).first().click();
      const access = page.getByRole('dialog').getByRole('combobox').first();
      await access.selectOption('counter');
      await page.getByRole('dialog').getByLabel('Name').fill('Point of sale');
      await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
      const secret = await page.locator('.secret-value code').textContent();
      if (!secret?.startsWith('pmk_')) throw new Error(`Not an API key: ${secret}`);
      await capture('keys-secret');
      await page.getByRole('button', { name: "I've saved it" }).click();
      if ((await page.content()).includes(secret)) throw new Error('The secret is still on the page');
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('button', { name: "I've saved it" }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('No API keys yet').waitFor();
    },
  ],
  [
    'webhooks: an owner adds an endpoint, sends a test event, inspects its delivery, and pauses and resumes it',
    async ({ page, go, signIn, capture, expectError, server }) => {
      expectError(/400/);
      await signIn(OWNER);
      await go('/dashboard/webhooks');
      await page.getByRole('button', { name: 'Add endpoint' }).first().click();
      await page.getByLabel('Endpoint URL').fill('http://10.0.0.1/hooks');
      await page.getByLabel('Events').selectOption('some');
      await page.getByLabel('Campaigns').check();
      await page.getByLabel('Submissions').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      await page.locator('.field .field-error').waitFor();
      await capture('webhook-refused');
      await page.getByLabel('Endpoint URL').fill(`${server.url}/api/v1/health`);
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      await page.locator('.secret-value').waitFor();
      await page.getByRole('button', { name: "I've saved it" }).click();
      await page.getByRole('link', { name: `${server.url}/api/v1/health` }).click();
      await page.getByLabel('Event type').selectOption('reward.redeemed');
      await page.getByRole('button', { name: 'Send test event' }).click();
      await page.getByRole('cell', { name: '405' }).waitFor();
      await page.getByRole('button', { name: 'View details' }).first().click();
      await page.getByText('METHOD_NOT_ALLOWED').waitFor();
      await capture('webhook-delivery');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Pause endpoint' }).click();
      await page.getByText('You paused this endpoint').waitFor();
      await capture('webhook');
      await page.getByRole('button', { name: 'Resume endpoint' }).click();
      await page.getByRole('button', { name: 'Pause endpoint' }).waitFor();
    },
  ],
  [
    'agents: the setup snippets contain the URL of this server',
    async ({ page, go, signIn, server }) => {
      await signIn(OWNER);
      await go('/dashboard/agents');
      await page.getByText(`claude mcp add --transport http perkmint ${server.url}/api/v1/mcp`).waitFor();
      await page.getByLabel('Client').selectOption('cursor');
      await page.getByText('"mcpServers"').waitFor();
    },
  ],
];
