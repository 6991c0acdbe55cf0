import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

export const guideScenes: Scene[] = [
  [
    'guides: are found in the menu, and can be read on a phone',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await page.getByRole('link', { name: 'Guides', exact: true }).click();
      await page.waitForURL('**/guides');
      await capture('guides');
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.getByRole('heading', { name: 'Verify signatures' }).waitFor();
      await capture('guide-webhooks');
      await go('/guides/settings');
      await capture('guide-settings');
    },
  ],
];
