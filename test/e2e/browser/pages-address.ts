import { startAcmeServer } from '../../support/acme-server.ts';
import { findFreePort } from '../../support/free-port.ts';
import { ADMIN, startServer } from './server.ts';
import type { Scene } from './support.ts';

/** The public address of the installation, in the settings. */
export const addressScenes: Scene[] = [
  [
    'address: the operator lets the server obtain the certificate, and sees when it cannot',
    async ({ binary, openStage, afterwards }) => {
      const acme = await startAcmeServer();
      acme.ports = { http: findFreePort(), https: findFreePort() };
      const server = await startServer(binary, {
        ACME_DIRECTORY: acme.directory,
        HTTP_PORT: String(acme.ports.http),
        HTTPS_PORT: String(acme.ports.https),
      });
      afterwards(async () => {
        await server.stop();
        await acme.stop();
      });
      const { signIn, go, page, capture } = await openStage({ url: server.url });
      await signIn(ADMIN);
      await go('/dashboard/settings?section=address');
      await page.getByLabel('Business').selectOption({ label: 'Blue Cup' });
      await page.getByLabel('Public address').fill('perks.shop.example');
      await page.getByLabel('Serve this address from this computer').check();
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('Its certificate is valid until').waitFor();
      await page.getByRole('button', { name: 'Check the address' }).click();
      await page.getByText(/DNS has no address|Nothing answers/).waitFor();
      await capture('address');

      acme.ports = { http: findFreePort(), https: findFreePort() };
      await page.getByLabel('Public address').fill('https://other.shop.example');
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('other.shop.example cannot be reached from the internet').waitFor();
    },
  ],
];
