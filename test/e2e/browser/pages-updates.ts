import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair } from '../../../src/platform/ed25519.ts';
import { publish, writeList } from '../updates/releases.ts';
import { ADMIN, OWNER, startServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

const PATH = '/dashboard/settings?section=version';
/** A release that passes the trial, and ends as soon as it is started. */
const BROKEN = '#!/bin/sh\ncase $1 in version) echo \'{"version":"900.0.0"}\' ;; serve) exit 9 ;; esac\n';

/** Updates of the server, in the settings. */
export const updateScenes: Scene[] = [
  [
    'updates: the operator installs a release that does not work, and the former version is back with the reason',
    async stage => {
      const { signIn, go, page, binary } = stage;
      // Sources cannot replace themselves.
      if (binary !== undefined) await installBrokenRelease(stage, binary);
      await signIn(OWNER);
      await go(PATH);
      await page.getByText('The person who runs this server takes care of updates.').waitFor();
    },
  ],
];

async function installBrokenRelease({ openStage, afterwards }: Stage, binary: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-updates-'));
  const own = join(folder, 'bin/perkmint');
  mkdirSync(join(folder, 'bin'));
  copyFileSync(binary, own);
  writeFileSync(join(folder, 'broken'), BROKEN);
  const keys = generateKeyPair();
  const file = await publish(join(folder, 'release'), join(folder, 'broken'), keys);
  const url = await writeList(join(folder, 'releases.json'), { '900.0.0': file }, keys);
  const server = await startServer(own, { UPDATE_URL: url, UPDATE_KEYS: keys.publicKey });
  afterwards(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const operator = await openStage({ url: server.url });
  await operator.signIn(ADMIN);
  await operator.go(PATH);
  await operator.page.getByLabel('Business').selectOption({ label: 'Blue Cup' });
  await operator.page.getByLabel('Look for updates every day').check();
  await operator.page.getByRole('button', { name: 'Save' }).click();
  await operator.page.getByText('Saved', { exact: true }).waitFor();
  await operator.page.getByRole('button', { name: 'Check for updates' }).click();
  await operator.page.getByText('What changes in 900.0.0.').waitFor();
  await operator.capture('update');
  // The page asks while the server restarts.
  operator.expectError(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 503/);
  await operator.page.getByRole('button', { name: 'Update to 900.0.0' }).click();
  await operator.page.getByText('The update to 900.0.0 did not work.').waitFor();
  await operator.page.getByText('Version 900.0.0 ended with exit code 9').waitFor();
}
