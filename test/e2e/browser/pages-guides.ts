import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

export const guideScenes: Scene[] = [
  [
    'guides: an owner opens the guides from the menu',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard');
      await page.getByRole('link', { name: 'Guides', exact: true }).click();
      await page.waitForURL('**/guides');
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.getByRole('heading', { name: 'Verify signatures' }).waitFor();
      await go('/guides/settings');
      await capture('guide-settings');
    },
  ],
];
