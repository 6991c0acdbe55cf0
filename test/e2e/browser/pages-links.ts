import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

/** Links for calendars and spreadsheets, and lists as CSV. */
export const linkScenes: Scene[] = [
  [
    'links: an owner subscribes to the calendar, and downloads a list',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard/settings?section=links');
      await page.getByRole('button', { name: 'Create calendar link' }).click();
      const dialog = page.getByRole('dialog');
      const url = (await dialog.locator('code').textContent()) ?? '';
      const calendar = await fetch(url);
      const text = await calendar.text();
      if (!text.startsWith('BEGIN:VCALENDAR')) throw new Error(`${calendar.status} ${text.slice(0, 200)}`);
      await dialog.getByRole('button', { name: "I've saved it" }).click();
      await page.getByLabel('List').selectOption('listCampaigns');
      await page.getByRole('button', { name: 'Create link', exact: true }).click();
      await dialog.getByText('Enter this address in your spreadsheet.').waitFor();
      await dialog.getByRole('button', { name: "I've saved it" }).click();
      await page.getByRole('rowheader', { name: 'Campaigns' }).waitFor();
      await capture('links');
      await page.getByRole('button', { name: 'Actions: Calendar' }).click();
      await page.getByRole('menuitem', { name: 'Revoke link' }).click();
      await dialog.getByRole('button', { name: 'Revoke link' }).click();
      await page.getByText('Link revoked').waitFor();
      const revoked = (await fetch(url)).status;
      if (revoked !== 404) throw new Error(`The revoked link answers ${revoked}`);

      await go('/dashboard/campaigns');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export CSV' }).click();
      const csv = await Bun.file(await (await download).path()).text();
      if (!csv.startsWith('\uFEFFid,') && !csv.startsWith('id,')) throw new Error(csv.slice(0, 200));
    },
  ],
];
