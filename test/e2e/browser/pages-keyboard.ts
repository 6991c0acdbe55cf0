import type { Page } from 'playwright-core';
import { issueRewardCode } from './pages-redeem.ts';
import { submitProof } from './pages-reviews.ts';
import { OWNER, PASSWORD } from './server.ts';
import type { Scene } from './support.ts';

/** More than any page has to stop at. */
const MAX_STOPS = 120;

/** Presses Tab until the focus is on what is called so; fails where it cannot be reached, or the focus not be seen. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const labels = (element as HTMLInputElement).labels;
      const own = element.getAttribute('aria-label') ?? element.textContent;
      const label = (labels?.[0]?.textContent ?? own ?? '').trim();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { label, isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' };
    });
    if (at.label !== name) continue;
    if (!at.isSeen) throw new Error(`${name} has the focus, and does not show it`);
    return;
  }
  throw new Error(`${name} cannot be reached by Tab on ${page.url()}`);
}

/** The places of a busy hour, without a mouse. */
export const keyboardScenes: Scene[] = [
  [
    'keyboard: logs in, reviews, takes back and redeems without a mouse',
    async ({ page, go, server, expectError }) => {
      expectError(/422/);
      for (const name of ['Hana', 'Ines', 'Jola']) await submitProof(server, name, `keys-${name}`);
      const fixed = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/keyboard/');
      const share = await issueRewardCode(
        server,
        'Your favourite',
        'https://www.tiktok.com/@ada/video/99887766',
      );
      const { keyboard } = page;
      await go('/login');
      await keyboard.type(OWNER);
      await keyboard.press('Tab');
      await keyboard.type(PASSWORD);
      await keyboard.press('Enter');
      await page.waitForURL(/\/dashboard$/);
      await tabTo(page, 'Reviews');
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Submission from' }).waitFor();
      await reject(page);
      await approveAndUndo(page);
      await tabTo(page, 'Redeem');
      await keyboard.press('Enter');
      await redeem(page, fixed, 'Take $5.00 off');
      // The list of recent redemptions loads after the result; until then the page may still move the focus.
      await page.getByRole('columnheader', { name: 'Redeemed by' }).waitFor();
      await tabTo(page, 'Redeem another code');
      await keyboard.press('Enter');
      await redeem(page, share, 'Enter the order value.');
      await page.locator('.order input:focus').waitFor();
      await redeem(page, '40', 'Take $6.00 off');
    },
  ],
];

/** Moves to and fro, opens the dialog, leaves it by Escape, and rejects for the second reason of the list. */
async function reject(page: Page): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('j');
  await page.getByText(/^2 of/).waitFor();
  await keyboard.press('k');
  await page.getByText(/^1 of/).waitFor();
  await keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Proof does not show the post');
  await keyboard.press('ArrowDown');
  await tabTo(page, 'Reject');
  await keyboard.press('Enter');
  await page.getByText('Submission rejected').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function approveAndUndo(page: Page): Promise<void> {
  await page.keyboard.press('a');
  await page.getByText('Submission approved').waitFor();
  await tabTo(page, 'Undo approval');
  await page.keyboard.press('Enter');
  await page.getByText('Approval undone').waitFor();
}

async function redeem(page: Page, typed: string, outcome: string): Promise<void> {
  await page.locator('.redeem-form input:focus').waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await page.getByText(outcome).waitFor();
}
