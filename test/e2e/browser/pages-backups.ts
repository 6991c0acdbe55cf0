import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateAgeKey } from '../../../src/platform/security/age.ts';
import { ADMIN, OWNER, startServer } from './server.ts';
import type { Scene } from './support.ts';

const PATH = '/dashboard/settings?section=backups';

/** Backups outside the machine, in the settings. */
export const backupScenes: Scene[] = [
  [
    'backups: the operator sees that nothing was sent, and sends everything; other owners are not asked',
    async ({ binary, openStage, afterwards, signIn, go, page }) => {
      const disk = mkdtempSync(join(tmpdir(), 'perkmint-disk-'));
      const { text } = await generateAgeKey(new Date().toISOString());
      const server = await startServer(binary, { BACKUP_URL: `file://${disk}`, BACKUP_KEY: text });
      afterwards(async () => {
        await server.stop();
        rmSync(disk, { recursive: true, force: true });
      });
      const operator = await openStage({ url: server.url });
      await operator.signIn(ADMIN);
      await operator.go(PATH);
      await operator.page.getByLabel('Business').selectOption({ label: 'Blue Cup' });
      await operator.page.getByText(`file://${disk}`).waitFor();
      await operator.page.getByRole('button', { name: 'Send a full backup now' }).click();
      await operator.page.getByText('A full backup is being sent.').waitFor();
      await operator.page.getByText('Everything is backed up outside this computer.').waitFor();
      await operator.capture('backups');

      await signIn(OWNER);
      await go(PATH);
      await page.getByText('The person who runs this server takes care of its backups.').waitFor();
    },
  ],
];
