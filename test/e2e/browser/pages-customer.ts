import { CUSTOMER, OWNER, PASSWORD, type TestServer } from './server.ts';
import { expectNone, type Scene, type Stage } from './support.ts';

/** A valid PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SCREENSHOT = { name: 'story.png', mimeType: 'image/png', buffer: PIXEL };

interface Listed {
  items: { id: string; name: string; status: string }[];
}

async function findStoryCampaign({ server }: Stage): Promise<string> {
  const { items } = await server.api<Listed>('GET', '/campaigns?perPage=100', undefined, server.owner);
  return items.find(({ name }) => name === 'Story of the week')?.id as string;
}

/** Registers a customer and logs them in. @returns an access token */
async function joinAs({ server, signIn }: Stage, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@people.example`;
  const registration = { action: 'register', email, name, password: PASSWORD };
  const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', registration);
  await signIn(email);
  return accessToken;
}

/** Hides or shows the page, as another tab in front of it does. */
function showPage(page: Stage['page'], state: DocumentVisibilityState): Promise<void> {
  return page.evaluate(to => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: to });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Approves a submission as its owner. @returns the reward */
async function approve({ api, owner }: TestServer, submissionId: string) {
  const review = { submissionId, action: 'approve' };
  type Answer = { reward: { id: string; code: string } };
  return (await api<Answer>('POST', '/submissions/review', review, owner)).reward;
}

/** A customer's submissions and rewards. */
export const customerScenes: Scene[] = [
  [
    'customer: a visitor follows a campaign link, signs up, submits a screenshot and gets a reward code',
    async stage => {
      const { page, go, capture, server } = stage;
      const story = await findStoryCampaign(stage);
      await go(`/campaigns/${story}`);
      await page.getByText('#bluecup').first().waitFor();
      await page.getByLabel('Email').fill('cleo@people.example');
      await page.getByLabel('Choose a password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await page.getByText('The file is required').waitFor();
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ ...SCREENSHOT, mimeType: 'image/heic' });
      await page.getByText('The file must be an image').waitFor();
      await capture('campaign-refused');
      await page.locator('input[type=file]').first().setInputFiles(SCREENSHOT);
      await page.getByAltText('Preview').waitFor();
      await page.getByLabel('Your account name').fill('@cleo');
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await page.waitForURL(/\/my\/submissions\/sub_/);
      await page.getByText('will review your submission').waitFor();
      await page.getByAltText('Submitted screenshot').waitFor();
      await capture('submission-pending');
      const submissionId = page.url().split('/').at(-1);
      await approve(server, submissionId as string);
      await page.getByText('Show the code when you pay').waitFor();
      await page.getByRole('img', { name: 'QR code for' }).waitFor();
      await capture('submission-approved');
      await page.getByRole('link', { name: 'View all rewards' }).click();
      await page.getByRole('button', { name: /Show code/ }).click();
      const code = (await page.locator('.code-screen .code-large').textContent()) ?? '';
      await capture('reward-code');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.context().setOffline(true);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.getByText(code).waitFor();
      await page.context().setOffline(false);
      await server.api('POST', '/rewards/redeem', { code }, server.owner);
      await page.getByText('No rewards to redeem').waitFor();
      await page.getByText('Redeemed', { exact: true }).first().waitFor();
      await capture('rewards-used');
    },
  ],
  [
    'customer: a submission page shows that its code was redeemed or voided',
    async stage => {
      const { page, go, capture, server } = stage;
      const campaignId = await findStoryCampaign(stage);
      const accessToken = await joinAs(stage, 'Rita');
      const submitApproved = async (path: string) => {
        const proof = { campaignId, proofUrl: `https://www.instagram.com/p/${path}/` };
        const { id } = await server.api<{ id: string }>('POST', '/submissions', proof, accessToken);
        const reward = await approve(server, id);
        await go(`/my/submissions/${id}`);
        await page.getByText('Show the code when you pay').waitFor();
        await page.getByRole('img', { name: 'QR code for' }).waitFor();
        return reward;
      };
      const expectClosed = async () => {
        await page.getByText('This code can no longer be used').waitFor();
        for (const selector of ['.code-large', '.qr', 'text=Show the code when you pay'])
          await expectNone(page.locator(selector), `${selector} is still shown`);
      };
      const redeemed = await submitApproved('rita1');
      await server.api('POST', '/rewards/redeem', { code: redeemed.code }, server.owner);
      await expectClosed();
      await page.reload();
      await expectClosed();
      await capture('submission-used');
      const voided = await submitApproved('rita2');
      await server.api('POST', '/rewards/void', { rewardId: voided.id, reason: 'A mistake' }, server.owner);
      await page.getByText('Voided by the business').waitFor();
      await expectClosed();
    },
  ],
  [
    'customer: a decision and a redemption reach the open page without polling',
    async stage => {
      const { page, go, server } = stage;
      const campaignId = await findStoryCampaign(stage);
      const accessToken = await joinAs(stage, 'Sol');
      const proof = { campaignId, proofUrl: 'https://www.instagram.com/p/sol1/' };
      const { id } = await server.api<{ id: string }>('POST', '/submissions', proof, accessToken);
      await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));
      const opened = page.waitForResponse(/account\/stream/);
      await go(`/my/submissions/${id}`);
      await page.getByText('will review your submission').waitFor();
      await opened;
      const reward = await approve(server, id);
      const usable = page.getByText('Show the code when you pay');
      await usable.waitFor();
      // The page is read once more when the stream begins, which can show the first change but no other.
      await server.api('POST', '/rewards/redeem', { code: reward.code }, server.owner);
      await page.getByText('This code can no longer be used').waitFor();
      const closed = page.waitForEvent('requestfailed', request => request.url().endsWith('/account/stream'));
      await showPage(page, 'hidden');
      await closed;
      await server.api(
        'POST',
        '/rewards/reinstate',
        { rewardId: reward.id, reason: 'A mistake' },
        server.owner,
      );
      await showPage(page, 'visible');
      await usable.waitFor();
    },
  ],
  [
    'customer: a stream from which nothing arrives is opened again',
    async ({ page, go, signIn }) => {
      await signIn(CUSTOMER);
      await page.clock.install();
      const opened = page.waitForResponse(/account\/stream/);
      await go('/my/submissions');
      await opened;
      const reopened = page.waitForResponse(/account\/stream/);
      await page.clock.fastForward(41_000);
      await reopened;
    },
  ],
  [
    'customer: a rejected submission shows the reason and can be resubmitted',
    async stage => {
      const { page, go, signIn, capture, server } = stage;
      const offer = { name: 'Disclosure required', platform: 'instagram', actionType: 'story', launch: true };
      const campaign = { ...offer, reward: { type: 'fixed', value: 2 } };
      const { id: campaignId } = await server.api('POST', '/campaigns', campaign, server.owner);
      const proof = { campaignId, proofUrl: 'https://www.instagram.com/p/once1/' };
      const { id: submissionId } = await server.api('POST', '/submissions', proof, server.customer);
      const review = {
        submissionId,
        action: 'reject',
        rejectionCode: 'missingDisclosure',
        reason: 'Add #ad',
      };
      await server.api('POST', '/submissions/review', review, server.owner);
      await signIn(CUSTOMER);
      await go('/my/submissions');
      await page.getByText('missing the required disclosure').waitFor();
      await capture('submissions');
      await go(`/my/submissions/${submissionId}`);
      await capture('submission-rejected');
      const kept = await page.getByLabel('Link to your post').inputValue();
      if (kept !== proof.proofUrl) throw new Error(`The link changed to "${kept}"`);
      await page.getByLabel('Link to your post').fill('https://www.instagram.com/p/again1/');
      await page.getByRole('button', { name: 'Resubmit' }).click();
      await page.getByText('2 of 3').waitFor();
      await go('/my/submissions?status=approved');
      await page.getByText('Approved', { exact: true }).first().waitFor();
    },
  ],
  [
    'customer: a new customer sees empty lists, and an unknown campaign link is explained',
    async stage => {
      const { page, go, expectError } = stage;
      expectError(/404/);
      await joinAs(stage, 'Dora');
      await go('/my/submissions');
      await page.getByText('No submissions yet').waitFor();
      await go('/my/rewards');
      await page.getByText('No rewards to redeem').waitFor();
      await go('/campaigns/cmp_01jwnkr2g0f5v9t8d6mxyq4h02');
      await page.getByText("This link doesn't lead to an offer").waitFor();
    },
  ],
  [
    'customer: a business that opens its own campaign link sees the public page',
    async stage => {
      const { page, go, signIn } = stage;
      const story = await findStoryCampaign(stage);
      await signIn(OWNER);
      await go(`/campaigns/${story}`);
      await page.getByText("You're logged in to a business account").waitFor();
    },
  ],
  [
    'customer: a link can be submitted with the keyboard, and the form keeps its values after an error and a new login',
    async stage => {
      const { page, go, signIn, server, expectError } = stage;
      expectError(/409/);
      const story = await findStoryCampaign(stage);
      const person = { email: 'finn@people.example', name: 'Finn', password: 'correct horse battery' };
      await server.api('POST', '/auth', { action: 'register', ...person });
      await signIn(person.email);
      for (const isFirst of [true, false]) {
        await go(`/campaigns/${story}`);
        await page.getByRole('radio', { name: 'Image' }).focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Tab');
        await page.keyboard.type('https://www.instagram.com/p/keys/');
        await page.keyboard.press('Enter');
        if (isFirst) await page.getByText('will review your submission').waitFor();
        else await page.getByText('The same proof has already been submitted').waitFor();
      }
      const kept = await page.getByLabel('Link to your post').inputValue();
      if (kept !== 'https://www.instagram.com/p/keys/') throw new Error(`The link changed to ${kept}`);
      expectError(/401/);
      await page.getByRole('radio', { name: 'Image' }).check();
      await page.locator('input[type=file]').first().setInputFiles(SCREENSHOT);
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await page.getByText('Nothing on this page is lost').waitFor();
      await page.getByRole('dialog').getByLabel('Password').fill(person.password);
      await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByAltText('Submitted screenshot').waitFor();
    },
  ],
];
