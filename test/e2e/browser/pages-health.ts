import { ADMIN, OWNER, startServer } from './server.ts';
import type { Scene } from './support.ts';

/** More than any disk has. */
const MIN_FREE_BYTES = String(2 ** 50);

/** The checks of the installation. */
export const healthScenes: Scene[] = [
  [
    'health: the overview tells the operator that a check fails, and the page says what to do; other owners see their webhooks',
    async ({ binary, openStage, afterwards, signIn, go, page }) => {
      const server = await startServer(binary, { UPLOAD_MIN_FREE_SPACE: MIN_FREE_BYTES });
      afterwards(() => server.stop());
      const operator = await openStage({ url: server.url });
      await operator.signIn(ADMIN);
      await operator.go('/dashboard');
      await operator.page.getByLabel('Business').selectOption({ label: 'Blue Cup' });
      await operator.page.getByRole('link', { name: 'Health 1' }).waitFor();
      await operator.page.getByText('One check needs your attention.').waitFor();
      await operator.page.getByRole('link', { name: 'Show what is wrong' }).click();
      const heading = operator.page.getByRole('heading', { name: 'Disk', exact: true });
      const disk = operator.page.locator('section', { has: heading });
      await disk.getByText('customers cannot send photos').waitFor();
      await disk.getByText('Urgent').waitFor();
      await operator.page.getByText('All backups are on this computer').waitFor();
      await operator.axe();
      await operator.capture('health');
      await operator.page.getByRole('button', { name: 'Check again' }).click();
      await disk.getByRole('link', { name: 'How to free up space' }).click();
      await operator.page.getByRole('heading', { name: 'Health', exact: true }).waitFor();

      await signIn(OWNER);
      await go('/dashboard/health');
      await page.getByText('No endpoint is failing.').waitFor();
      await page.getByText('The person who runs this server takes care of the other checks.').waitFor();
    },
  ],
];
