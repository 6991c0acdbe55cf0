import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** The page of one campaign. */
export const campaignScenes: Scene[] = [
  [
    'campaign: an owner edits, shares, pauses, resumes and ends a campaign, rejecting its pending submission',
    async ({ page, go, signIn, capture, server }) => {
      const made = await server.api<{ id: string }>(
        'POST',
        '/campaigns',
        {
          name: 'A cup to remember',
          platform: 'instagram',
          actionType: 'story',
          reward: { type: 'fixed', value: 4 },
          budget: { total: 40 },
          launch: true,
        },
        server.owner,
      );
      const proof = { campaignId: made.id, proofUrl: 'https://www.instagram.com/p/remember/' };
      await server.api('POST', '/submissions', proof, server.customer);
      await signIn(OWNER);
      await go(`/dashboard/campaigns/${made.id}`);
      await page.locator('svg.qr').waitFor();
      await page.getByText('Latest submissions').waitFor();
      await page.getByText("Customers can't open this yet").waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Budget').waitFor();
      await page.getByLabel('Budget').fill('60');
      // A day without a time ends at its midnight, and is still the last day.
      await page.getByLabel(/^Ends/).first().fill('2030-06-07');
      await page.getByLabel('Description').fill('Show the cup that you like best.');
      await page.getByRole('button', { name: 'Save campaign' }).click();
      await page.getByText('of $60.00').waitFor();
      await page.getByText('Jun 7, 2030', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Pause campaign' }).click();
      await page.getByText('Campaign paused').waitFor();
      await page.getByRole('button', { name: 'Resume campaign' }).click();
      const dialog = page.getByRole('dialog');
      const acknowledgment = dialog.getByLabel('I understand and accept responsibility');
      await page.locator('dialog, .toast:has-text("Campaign resumed")').first().waitFor();
      if (await acknowledgment.isVisible()) {
        await acknowledgment.check();
        await dialog.getByRole('button', { name: 'Resume' }).click();
      }
      await page.getByText('Campaign resumed').waitFor();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'End campaign' }).click();
      await page.getByLabel('Reject 1 pending submission').check();
      await capture('campaign-end');
      await dialog.getByRole('button', { name: 'End campaign' }).click();
      await page.getByText('Ended', { exact: true }).first().waitFor();
      const ended = await server.api<{ state: string; stats: { rejected: number } }>(
        'GET',
        `/campaigns/${made.id}`,
        undefined,
        server.owner,
      );
      if (ended.state !== 'ended' || ended.stats.rejected !== 1)
        throw new Error(`Unexpected campaign: ${JSON.stringify(ended)}`);
    },
  ],
];
