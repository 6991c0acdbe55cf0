import { OWNER, PASSWORD, type TestServer } from './server.ts';
import { expectNone, type Scene } from './support.ts';

/** A valid PNG of 2 × 3 pixels, visible when it is stretched. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAG0lEQVR42mOQy1vw4fVDBiAGshiibDQWVEQBAHOhCgEOBRIZAAAAAElFTkSuQmCC';

/** Longer than the time a submission must be visible before it can be approved. */
export const MIN_VISIBLE_MS = 350;
/** Longer than a decision can be undone. */
export const HELD_MS = 6_500;

/** Submits proof as a new customer: a link, or an uploaded image if `path` is undefined. */
export async function submitProof(server: TestServer, name: string, path?: string): Promise<void> {
  const registration = {
    action: 'register',
    password: PASSWORD,
    name,
    email: `${name.toLowerCase()}-${crypto.randomUUID()}@people.example`,
  };
  const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', registration);
  const { items } = await server.api<{ items: { id: string; name: string }[] }>(
    'GET',
    '/campaigns?page=1&perPage=50',
    undefined,
    server.owner,
  );
  const campaignId = items.find(campaign => campaign.name === 'Story of the week')?.id;
  const proofUrl = path ? `https://www.instagram.com/p/${path}/` : await upload(server, accessToken);
  const proof = { campaignId, proofUrl, proofType: path ? 'url' : 'screenshot', handle: name.toLowerCase() };
  const details = { notes: 'My morning cup #bluecup, paid by them', followers: path ? 40 : 2_400 };
  await server.api('POST', '/submissions', { ...proof, ...details }, accessToken);
}

/** Submits proof with an order value as a member of a program that gives 10% cashback. @returns the submission id */
async function submitWithOrder(server: TestServer, orderValue: number): Promise<string> {
  const { owner, customer } = server;
  const cashback = { type: 'percentage', value: 10 };
  const program = await server.api('POST', '/programs', { name: 'Regulars', rewards: { cashback } }, owner);
  const { user } = await server.api<{ user: { id: string } }>('GET', '/auth', undefined, customer);
  await server.api('POST', `/programs/${program.id}/members`, { memberId: user.id }, customer);
  const terms = {
    name: 'Post of the receipt',
    platform: 'instagram',
    actionType: 'post',
    reward: { type: 'fixed', value: 5 },
    programId: program.id,
    launch: true,
  };
  const campaign = await server.api('POST', '/campaigns', terms, owner);
  const proofUrl = 'https://www.instagram.com/p/receipt/';
  const proof = { campaignId: campaign.id, proofUrl, orderValue };
  return (await server.api<{ id: string }>('POST', '/submissions', proof, customer)).id;
}

async function upload({ url }: TestServer, token: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([Buffer.from(IMAGE, 'base64')], 'story.png', { type: 'image/png' }));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/v1/uploads`, { method: 'POST', body: form, headers });
  return (await response.json()).data.url;
}

/** The review queue. */
export const reviewScenes: Scene[] = [
  [
    'reviews: a reviewer rejects and approves with single-key shortcuts and undoes the approval',
    async ({ page, go, signIn, capture, server }) => {
      await submitProof(server, 'Cleo');
      await submitProof(server, 'Dora', 'late-cup');
      await signIn(OWNER);
      await page.clock.install();
      await go('/dashboard/reviews');
      const rows = page.locator('.review-list li');
      await rows.filter({ hasText: 'Dora' }).waitFor();
      const count = await rows.count();
      await page.keyboard.press('k');
      for (let step = 1; step < count - 1; step += 1) await page.keyboard.press('j');
      await page.getByRole('heading', { name: 'Submission from Cleo' }).waitFor();
      await page.waitForFunction(() => {
        const picture = document.querySelector<HTMLImageElement>('.proof-picture img');
        return picture?.complete && picture.naturalWidth > 0;
      });
      await capture('review-picture');
      await page.keyboard.press('j');
      await page.getByText('Below the minimum follower count').waitFor();
      await page.keyboard.press('r');
      await page.getByLabel('Requirements not met').check();
      await page.getByLabel('Message to customer').fill('Our campaign asks for 100 followers.');
      await capture('review-reject');
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
      await page.getByText('Rejecting the submission from Dora').waitFor();
      await page.getByRole('heading', { name: 'Submission from Cleo' }).waitFor();
      await page.clock.fastForward(MIN_VISIBLE_MS);
      await page.keyboard.press('a');
      await page.getByText('Approving the submission from Cleo').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Submission from Cleo' }).waitFor();
      await go('/dashboard/reviews?status=rejected');
      await page.getByText('Our campaign asks for 100 followers.').first().waitFor();
      await capture('review-rejected');
    },
  ],
  [
    'reviews: a reviewer corrects the declared order value before approving',
    async ({ page, go, signIn, capture, server }) => {
      const id = await submitWithOrder(server, 900);
      await signIn(OWNER);
      await page.clock.install();
      await go(`/dashboard/reviews?id=${id}`);
      const payout = page.locator('.card', { hasText: 'Approval payout' });
      await payout.getByText('$90.00').waitFor();
      await capture('review-order-value');
      await payout.getByLabel('Order value').fill('20');
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('Approving the submission').waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Submission approved').waitFor();
      const { orderValue, orderValueConfirmed } = await server.api(
        'GET',
        `/submissions/${id}`,
        undefined,
        server.owner,
      );
      if (orderValue !== 20 || orderValueConfirmed !== true)
        throw new Error(`The order value is ${orderValue}`);
    },
  ],
  [
    'reviews: all submissions can be approved at once on a phone, and new ones appear without a reload',
    async ({ page, go, signIn, server, screenshot }) => {
      await signIn(OWNER);
      await page.setViewportSize({ width: 360, height: 860 });
      await go('/dashboard/reviews');
      await page.getByLabel('Select all').check();
      await screenshot('review-bulk-phone', { width: 360 });
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('No pending submissions').waitFor();
      await submitProof(server, 'Edda', 'fresh-cup');
      await page.getByRole('heading', { name: 'Submission from Edda' }).waitFor();
    },
  ],
  [
    'reviews: a failed approval is restored, and a submission decided elsewhere is removed, without reloading the list',
    async ({ page, go, signIn, server, expectError }) => {
      expectError(/409/);
      const offer = { name: 'One only', platform: 'instagram', actionType: 'story', launch: true };
      const terms = { reward: { type: 'fixed', value: 1 }, limits: { maxApprovals: 1 } };
      const { id: campaignId } = await server.api('POST', '/campaigns', { ...offer, ...terms }, server.owner);
      const ids: unknown[] = [];
      for (const handle of ['gail', 'hugo', 'ivan']) {
        const proof = {
          campaignId,
          proofUrl: `https://www.instagram.com/p/${handle}/`,
          userId: handle,
          handle,
        };
        ids.push((await server.api('POST', '/submissions', proof, server.owner)).id);
      }
      await signIn(OWNER);
      await page.clock.install();
      await go(`/dashboard/reviews?id=${ids[0]}`);
      let reads = 0;
      page.on('request', request => {
        const isRead = request.method() === 'GET' && request.url().includes('/api/v1/submissions');
        if (isRead) reads += 1;
      });
      await page.getByRole('heading', { name: 'Submission from @gail' }).waitFor();
      await page.keyboard.press('a');
      await page.getByText('Approving the submission from @gail').waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Submission approved').waitFor();
      await page.getByRole('heading', { name: 'Submission from @hugo' }).waitFor();
      await page.clock.fastForward(MIN_VISIBLE_MS);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('Approving the submission from @hugo').waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Not approved:').waitFor();
      await page.getByRole('heading', { name: 'Submission from @ivan' }).waitFor();
      await page.getByRole('button', { name: 'View submission' }).click();
      await page.getByRole('heading', { name: 'Submission from @hugo' }).waitFor();
      const review = { submissionId: ids[1], action: 'reject', rejectionCode: 'other' };
      await server.api('POST', '/submissions/review', review, server.owner);
      await page.getByRole('heading', { name: 'Submission from @ivan' }).waitFor();
      if (reads > 0) throw new Error(`The list was loaded ${reads} times`);
    },
  ],
  [
    'reviews: rejecting several submissions also removes the one that another reviewer decided',
    async ({ page, go, signIn, server, expectError }) => {
      expectError(/ERR_FAILED/);
      await submitProof(server, 'Lena', 'lena-cup');
      await submitProof(server, 'Maja', 'maja-cup');
      // Without the event stream, the page learns of the other decision only from the response.
      await page.route('**/events/stream*', route => route.abort());
      await signIn(OWNER);
      await page.clock.install();
      await go('/dashboard/reviews');
      const list = page.locator('.review-list');
      for (const name of ['Lena', 'Maja'])
        await page.getByLabel(`Select the submission from ${name}`).check();
      const { items } = await server.api<{ items: { id: string; handle: string }[] }>(
        'GET',
        '/submissions?status=pending&perPage=100',
        undefined,
        server.owner,
      );
      const submissionId = items.find(({ handle }) => handle === 'lena')?.id;
      await server.api('POST', '/submissions/review', { submissionId, action: 'approve' }, server.owner);
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByLabel('Duplicate submission').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByText('Rejecting 2 submissions').waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Not rejected:').waitFor();
      for (const name of ['Lena', 'Maja']) await expectNone(list.getByText(name), `${name} is still listed`);
    },
  ],
  [
    'reviews: a filter never shows the submissions of the previous filter',
    async ({ page, go, signIn, server }) => {
      await submitProof(server, 'Nele', 'nele-cup');
      await signIn(OWNER);
      await go('/dashboard/reviews');
      await page.getByRole('button', { name: /Nele/ }).waitFor();
      await page.route('**/api/v1/submissions?*', async route => {
        await Bun.sleep(500);
        await route.continue();
      });
      const approved = page.getByRole('button', { name: 'Approved', exact: true });
      await approved.click();
      await approved.and(page.locator('[aria-pressed="true"]')).waitFor();
      // Asked once, before the answer to the held request.
      if ((await page.getByRole('button', { name: /Nele/ }).count()) > 0)
        throw new Error('A pending submission is listed under Approved');
    },
  ],
  [
    'reviews: a double-click approves only one submission',
    async ({ page, go, signIn, server }) => {
      await submitProof(server, 'Jana', 'jana-cup');
      await submitProof(server, 'Karl', 'karl-cup');
      await signIn(OWNER);
      await page.clock.install();
      await go('/dashboard/reviews');
      await page.getByRole('button', { name: /Jana/ }).click();
      await page.getByRole('heading', { name: 'Submission from Jana' }).waitFor();
      const decided: string[] = [];
      page.on('request', request => {
        if (request.url().endsWith('/submissions/review')) decided.push(String(request.postData()));
      });
      await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
      await page.getByText('Approving the submission').waitFor();
      await page.clock.fastForward(HELD_MS);
      await page.getByText('Submission approved').waitFor();
      await page.getByRole('heading', { name: 'Submission from Karl' }).waitFor();
      if (decided.length !== 1) throw new Error(`${decided.length} decisions were sent`);
    },
  ],
];
