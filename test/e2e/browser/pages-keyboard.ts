import type { Page } from 'playwright-core';
import { issueRewardCode } from './pages-counter.ts';
import { HELD_MS, submitProof } from './pages-reviews.ts';
import { OWNER, PASSWORD } from './server.ts';
import type { Scene } from './support.ts';

/** More than the focusable elements of any page. */
const MAX_STOPS = 120;

/** Presses Tab until the element with the label has the focus. Fails if it can't be reached or its focus isn't visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const labels = (element as HTMLInputElement).labels;
      const ownLabel = element.getAttribute('aria-label') ?? element.textContent;
      const label = (labels?.[0]?.textContent ?? ownLabel ?? '').trim();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { label, isVisible: outlineStyle !== 'none' && outlineWidth !== '0px' };
    });
    // Menu entries end with a count.
    if (focused.label.replace(/\s*\d+\+? (pending|new)$/, '') !== name) continue;
    if (!focused.isVisible) throw new Error(`The focus on ${name} is not visible`);
    return;
  }
  throw new Error(`${name} can't be reached with Tab on ${page.url()}`);
}

/** The most used pages, without a mouse. */
export const keyboardScenes: Scene[] = [
  [
    'keyboard: an owner logs in, reviews, undoes an approval and redeems codes without a mouse',
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
      await page.clock.install();
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
      await tabTo(page, 'Counter');
      await keyboard.press('Enter');
      await page.locator('#counter-input:focus').waitFor();
      await keyboard.type(fixed);
      await page.locator('.redeem-form [type="submit"]:focus').waitFor();
      await keyboard.press('Enter');
      await page.getByText('Take $5.00 off').waitFor();
      await keyboard.type(share);
      await page.locator('.redeem-form input:focus').waitFor();
      await redeem(page, '40', 'Take $6.00 off');
    },
  ],
];

/** Steps through the list, opens the dialog, closes it with Escape, and rejects with the second reason. */
async function reject(page: Page): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('j');
  await page.getByText(/^2 of/).waitFor();
  await keyboard.press('k');
  await page.getByText(/^1 of/).waitFor();
  await keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  // At once: a key that follows Escape opens a dialog that stays open.
  await keyboard.press('Escape');
  await keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Proof does not show the post');
  await keyboard.press('ArrowDown');
  await tabTo(page, 'Reject');
  await keyboard.press('Enter');
  await page.getByText('Rejecting the submission').waitFor();
  await page.clock.fastForward(HELD_MS);
  await page.getByText('Submission rejected').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function approveAndUndo(page: Page): Promise<void> {
  await page.keyboard.press('a');
  await page.getByText('Approving the submission').waitFor();
  await tabTo(page, 'Undo');
  await page.keyboard.press('Enter');
  await page.getByText('Approving the submission').waitFor({ state: 'detached' });
}

async function redeem(page: Page, text: string, outcome: string): Promise<void> {
  await page.locator('.redeem-form input:focus').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByText(outcome).waitFor();
}
