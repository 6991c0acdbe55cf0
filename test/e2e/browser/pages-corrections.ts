import { OWNER } from './server.ts';
import { expectNone, type Scene } from './support.ts';

/** Corrections of a member's balances. */
export const correctionScenes: Scene[] = [
  [
    'corrections: an owner corrects points and stamps, sees who did it and why, and undoes it',
    async ({ page, go, signIn, capture, server, expectError }) => {
      expectError(/422.*\/adjustments$/);
      const goals = [
        { name: 'Free cup', metric: 'visits', target: 2, repeats: true, reward: { type: 'fixed', value: 3 } },
      ];
      const terms = { name: 'Corrected', rewards: { goals } };
      const { id } = await server.api<{ id: string }>('POST', '/programs', terms, server.owner);
      const member = { memberId: 'card-1', name: 'Ada Martin' };
      await server.api('POST', `/programs/${id}/members`, member, server.owner);
      await signIn(OWNER);
      await go(`/dashboard/programs/${id}/members/card-1?view=corrections`);
      await page.getByText('No corrections yet').waitFor();
      const dialog = page.getByRole('dialog');
      const open = async () => {
        await page.getByRole('button', { name: 'Actions for Ada Martin' }).click();
        await page.getByRole('menuitem', { name: 'Correct balance' }).click();
        await dialog.waitFor();
      };
      const correct = () => dialog.getByRole('button', { name: 'Correct balance' }).click();
      await open();
      await dialog.getByLabel('Change').selectOption('takeBack');
      await dialog.getByLabel('Amount').fill('50');
      await dialog.getByLabel('Reason').fill('Order was recorded twice');
      await correct();
      await dialog.getByText('takes back more than there is: 0 points').waitFor();
      await capture('corrections-refused');
      // All of it works with the keyboard.
      await dialog.getByLabel('Change').press('ArrowUp');
      await dialog.getByLabel('Reason').fill('Order A-1001 was not recorded');
      await dialog.getByLabel('Reason').press('Enter');
      await page.getByText('Balance corrected: 50 points').waitFor();
      const points = page.locator('.stat', { hasText: 'Points to spend' });
      await points.getByText('50', { exact: true }).waitFor();
      await open();
      await dialog.getByLabel('Balance').selectOption('visits');
      await dialog.getByText('Now: 0 visits').waitFor();
      await dialog.getByLabel('Amount').fill('2');
      await dialog
        .getByLabel('Reason')
        .fill('The tablet was offline on Saturday afternoon, two stamps were on paper');
      await correct();
      await page.getByText('Balance corrected: 2 visits. New reward: $3.00').waitFor();
      await page.getByRole('row', { name: /\+2 visits/ }).waitFor();
      await page.getByRole('button', { name: 'Undo the correction +50 points' }).click();
      await dialog.getByText('What was added is taken back').waitFor();
      await dialog.getByRole('button', { name: 'Undo correction' }).click();
      await page.getByText('Correction undone: 0 points').waitFor();
      await points.getByText('0', { exact: true }).waitFor();
      await page.getByRole('row', { name: /\+50 points Order A-1001 was not recorded You Undone/ }).waitFor();
      await expectNone(
        page.getByRole('button', { name: 'Undo the correction +50 points' }),
        'A correction can be undone twice',
      );
      await capture('corrections-undone');
    },
  ],
  [
    'merges: an owner merges two cards of a person, and undoes it',
    async ({ page, go, signIn, capture, server }) => {
      const { id } = await server.api<{ id: string }>('POST', '/programs', { name: 'Merged' }, server.owner);
      const path = `/programs/${id}/members`;
      await server.api('POST', path, { memberId: 'card-1', name: 'Ada Martin' }, server.owner);
      await server.api('POST', path, { memberId: 'card-2', name: 'Ada M.' }, server.owner);
      await server.api('POST', `/programs/${id}/visits`, { memberId: 'card-1', quantity: 3 }, server.owner);
      await signIn(OWNER);
      await go(`/dashboard/programs/${id}/members/card-1`);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Actions for Ada Martin' }).click();
      await page.getByRole('menuitem', { name: 'Merge into another member' }).click();
      await dialog.getByLabel('Find the other member').fill('ada m');
      await dialog.getByLabel('Merge into', { exact: true }).selectOption('card-2');
      await capture('merge-dialog');
      await dialog.getByRole('button', { name: 'Merge members' }).click();
      await page.getByText('Merged into Ada M.').waitFor();
      const visits = page.locator('.stat', { hasText: 'Visits' });
      await page.getByRole('heading', { name: 'Ada M.' }).waitFor();
      await visits.getByText('3', { exact: true }).waitFor();
      await go(`/dashboard/programs/${id}/members/card-2?view=corrections`);
      await capture('merged');
      await page.getByRole('button', { name: 'Undo merge: Ada Martin' }).click();
      await dialog.getByRole('button', { name: 'Undo merge' }).click();
      await page.getByText('Ada Martin is a separate member again').waitFor();
      await visits.getByText('0', { exact: true }).waitFor();
      await go(`/dashboard/programs/${id}/members/card-1`);
      await visits.getByText('3', { exact: true }).waitFor();
    },
  ],
  [
    'counter: an owner corrects a balance and merges a second card while the customer is there',
    async ({ page, go, signIn, server }) => {
      const { id } = await server.api<{ id: string }>('POST', '/programs', { name: 'Both' }, server.owner);
      for (const [memberId, name] of [
        ['card-1', 'Ida Rhodes'],
        ['card-2', 'Ida Rhodes (old card)'],
      ])
        await server.api('POST', `/programs/${id}/members`, { memberId, name }, server.owner);
      await server.api('POST', `/programs/${id}/visits`, { memberId: 'card-2', quantity: 3 }, server.owner);
      await signIn(OWNER);
      await go('/dashboard/counter?code=Ida');
      await page.getByRole('option', { name: /Ida Rhodes \(old card\)/ }).click();
      const panel = page.locator('.member-panel');
      const dialog = page.getByRole('dialog');
      const choose = async (name: string) => {
        await panel.getByRole('button', { name: /^Actions for Ida Rhodes/ }).click();
        await page.getByRole('menuitem', { name }).click();
        await dialog.waitFor();
      };
      await choose('Correct balance');
      await dialog.getByLabel('Amount').fill('20');
      await dialog.getByLabel('Reason').fill('The receipt of Monday was missing');
      await dialog.getByRole('button', { name: 'Correct balance' }).click();
      const balance = (name: string, value: string) =>
        panel.locator('.member-balance > div', { hasText: name }).getByText(value, { exact: true }).waitFor();
      await balance('Points', '20');
      await choose('Merge into another member');
      await dialog.getByLabel('Find the other member').fill('ida');
      await dialog.getByLabel('Merge into', { exact: true }).selectOption('card-1');
      await dialog.getByRole('button', { name: 'Merge members' }).click();
      await panel.getByRole('heading', { name: 'Ida Rhodes', exact: true }).waitFor();
      await balance('Points', '20');
      await balance('Visits', '3');
      await panel.getByRole('button', { name: 'Actions for Ida Rhodes' }).click();
      await page.getByRole('menuitem', { name: 'Open member page' }).click();
      await page.getByRole('heading', { name: 'Ida Rhodes', exact: true }).waitFor();
    },
  ],
];
