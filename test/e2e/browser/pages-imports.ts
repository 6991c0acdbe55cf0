import { expect } from 'bun:test';
import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

const CSV = [
  'Customer no.;Full name;E-mail;Stamps;Balance;Rewards available;Total spent',
  'old-1;Ada Martin;ada@people.example;7;4,50;2;1.234,50',
  'old-2;Ben Okafor;ben@people.example;12;0,00;;',
  'old-3;Cleo Stein;cleo@;1;1,00;1;5',
].join('\r\n');

const ADDED = 'The file would add 19 stamps, $4.50 cashback, 2 rewards, previous purchases of $1,234.50.';

/** The page that imports members from another program. */
export const importScenes: Scene[] = [
  [
    'import: an owner previews a file, assigns a column, checks it, imports it and undoes the import',
    async ({ page, go, signIn, capture, server }) => {
      const reward = { type: 'item', name: 'Coffee', cost: 1.2 };
      const rewards = { goals: [{ name: '10th coffee free', metric: 'visits', target: 10, reward }] };
      const { id } = await server.api<{ id: string }>(
        'POST',
        '/programs',
        { name: 'Moved', rewards },
        server.owner,
      );
      await signIn(OWNER);
      await go(`/dashboard/programs/${id}`);
      await page.getByRole('link', { name: 'Import members' }).click();
      await page.getByLabel('File').setInputFiles({
        name: 'members.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(CSV),
      });
      await page.getByText('Ada Martin · Ben Okafor · Cleo Stein').waitFor();
      await page.getByLabel('Content of Customer no.').selectOption('memberId');
      await page.getByLabel('Content of Balance').selectOption('cashback');
      await page.getByRole('button', { name: 'Check file' }).click();
      await page.getByText(ADDED).waitFor();
      await page.getByRole('row', { name: /4.*E-mail.*must be a valid email address/ }).waitFor();
      await page.getByRole('button', { name: 'Import members' }).click();
      await page.getByText('Correct the rejected rows and import the file again.').waitFor();
      await page.getByRole('row', { name: /Completed.*19 stamps/ }).waitFor();
      await capture('import-done');
      await page.getByRole('button', { name: 'Undo import' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
      await page.getByRole('row', { name: /Undone/ }).waitFor();
      const program = await server.api<{ memberCount: number }>(
        'GET',
        `/programs/${id}`,
        undefined,
        server.owner,
      );
      expect(program.memberCount).toBe(0);
    },
  ],
];
