import type { Page } from 'playwright-core';
import { HELD_MS, MIN_VISIBLE_MS, submitProof } from './pages-reviews.ts';
import { OWNER, type TestServer } from './server.ts';
import { type Scene, type Stage, waitUntil } from './support.ts';

interface SentReview {
  submissionId?: string;
  submissionIds?: string[];
  action: string;
  key: string | undefined;
}

/** Records the decisions that the page sends from now on. */
function recordReviews(page: Page): SentReview[] {
  const sent: SentReview[] = [];
  page.on('request', request => {
    if (!request.url().endsWith('/submissions/review')) return;
    sent.push({ ...request.postDataJSON(), key: request.headers()['idempotency-key'] });
  });
  return sent;
}

async function getStatuses({ api, owner }: TestServer, names: string[]): Promise<string[]> {
  const query = '/submissions?perPage=100&include=customer&sort=-createdAt';
  const { items } = await api<{ items: { handle: string | null; status: string }[] }>(
    'GET',
    query,
    undefined,
    owner,
  );
  return names.map(name => items.find(({ handle }) => handle === name.toLowerCase())?.status ?? 'missing');
}

/** Waits until submissions have these statuses, because a request of a closed page is not awaited. */
async function waitForStatuses(stage: Stage, names: string[], expected: string[]): Promise<void> {
  const haveStatuses = async () => (await getStatuses(stage.server, names)).join() === expected.join();
  await waitUntil(haveStatuses, `the submissions of ${names} are not ${expected}`);
}

/** Opens the queue with new submissions, and shows that of the first. The scene advances the page's clock. */
async function openQueue({ page, go, signIn, server }: Stage, names: string[]): Promise<void> {
  for (const name of names) await submitProof(server, name, `${name.toLowerCase()}-undo`);
  await signIn(OWNER);
  await page.clock.install();
  await go('/dashboard/reviews');
  await page.getByRole('button', { name: new RegExp(`^${names[0]}`) }).click();
  await page.getByRole('heading', { name: `Submission from ${names[0]}` }).waitFor();
  await page.clock.fastForward(MIN_VISIBLE_MS);
}

export const reviewUndoScenes: Scene[] = [
  [
    'undo: an approval, and a rejection of several, are undone before anything is sent',
    async stage => {
      const { page, screenshot, server } = stage;
      await openQueue(stage, ['Olaf', 'Pia', 'Quin']);
      const sent = recordReviews(page);
      await page.getByRole('button', { name: 'Approve', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Approving the submission from Olaf').waitFor();
      await page.getByRole('heading', { name: 'Submission from Pia' }).waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByRole('heading', { name: 'Submission from Olaf' }).waitFor();
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      if (focused !== 'Approve') throw new Error(`The focus is on ${focused}`);
      for (const name of ['Olaf', 'Pia', 'Quin'])
        await page.getByLabel(`Select the submission from ${name}`).check();
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByLabel('Duplicate submission').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByText('Rejecting 3 submissions').waitFor();
      await screenshot('review-undo-phone', { width: 360 });
      await page.keyboard.press('u');
      await page.getByRole('heading', { name: 'Submission from Olaf' }).waitFor();
      await page.setViewportSize({ width: 360, height: 740 });
      const [decision, menu] = await Promise.all(
        ['.decision-bar', '.bottom-bar'].map(name => page.locator(name).boundingBox()),
      );
      if ((decision?.y ?? 0) + (decision?.height ?? 0) > (menu?.y ?? 0))
        throw new Error('The menu of a phone covers the decision buttons');
      await page.clock.fastForward(HELD_MS);
      const statuses = await getStatuses(server, ['Olaf', 'Pia', 'Quin']);
      if (statuses.some(status => status !== 'pending')) throw new Error(`They are ${statuses}`);
      if (sent.length > 0) throw new Error(`${sent.length} decisions were sent`);
    },
  ],
  [
    'undo: a decision is sent with the next one, after six seconds, and when the page is left or closed',
    async stage => {
      const { page, go, openStage } = stage;
      await openQueue(stage, ['Rosa', 'Sven', 'Tara', 'Udo']);
      const sent = recordReviews(page);
      await page.keyboard.press('a');
      await page.getByText('Approving the submission from Rosa').waitFor();
      await page.clock.fastForward(MIN_VISIBLE_MS);
      if (sent.length > 0) throw new Error('The approval was sent at once');
      await page.keyboard.press('a');
      await page.getByText('Approving the submission from Sven').waitFor();
      await waitForStatuses(stage, ['Rosa', 'Sven'], ['approved', 'pending']);
      await page.getByText('Submission approved').waitFor();
      await page.clock.fastForward(HELD_MS);
      await waitForStatuses(stage, ['Sven'], ['approved']);
      await page.keyboard.press('a');
      await page.getByRole('link', { name: 'Overview' }).first().click();
      await waitForStatuses(stage, ['Tara'], ['approved']);
      // The browser reports a request of a page that is left after the server has answered it.
      await waitUntil(() => sent.length === 3, 'three decisions were not sent');
      const other = await openStage();
      await other.signIn(OWNER);
      await other.page.clock.install();
      await other.go('/dashboard/reviews');
      await other.page.getByRole('button', { name: /^Udo/ }).click();
      await other.page.getByRole('heading', { name: 'Submission from Udo' }).waitFor();
      await other.page.clock.fastForward(MIN_VISIBLE_MS);
      await other.page.keyboard.press('a');
      await other.page.getByText('Approving the submission from Udo').waitFor();
      await other.page.close();
      await waitForStatuses(stage, ['Udo'], ['approved']);
      await go('/dashboard/reviews?status=approved');
      await page.getByRole('button', { name: /^Udo/ }).waitFor();
    },
  ],
  [
    'undo: a decision that fails comes back with its error, and is repeated with the same key',
    async stage => {
      const { page, expectError } = stage;
      expectError(/ERR_FAILED/);
      await openQueue(stage, ['Vera', 'Wim']);
      const sent = recordReviews(page);
      await page.route('**/submissions/review', route => route.abort());
      await page.keyboard.press('a');
      await page.getByRole('heading', { name: 'Submission from Wim' }).waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Not approved:').waitFor();
      if ((await page.getByText('Submission approved').count()) > 0) throw new Error('Shown as approved');
      await page.getByRole('button', { name: 'View submission' }).click();
      await page.getByRole('heading', { name: 'Submission from Vera' }).waitFor();
      await page
        .getByRole('region', { name: 'Review decision' })
        .getByText("Can't reach the server")
        .waitFor();
      await page.unroute('**/submissions/review');
      await page.clock.fastForward(MIN_VISIBLE_MS);
      await page.keyboard.press('a');
      await page.getByText('Approving the submission from Vera').waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Submission approved').waitFor();
      const [first, second] = sent;
      if (sent.length !== 2 || first?.key !== second?.key) throw new Error(JSON.stringify(sent));
      await waitForStatuses(stage, ['Vera'], ['approved']);
    },
  ],
];
