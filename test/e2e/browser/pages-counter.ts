import { encode } from 'uqr';
import { LAYOUTS, US, US_SHIFTED } from '../../../src/dashboard/pages/business/counter/keyboard-layouts.ts';
import { OWNER, PASSWORD, type TestServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

/** Issues a reward to a new customer, because a campaign may limit submissions per customer. @returns the code */
export async function issueRewardCode(server: TestServer, campaign: string, proof: string): Promise<string> {
  const list = await server.api<{ items: { id: string; name: string }[] }>(
    'GET',
    '/campaigns?page=1&perPage=50',
    undefined,
    server.owner,
  );
  const campaignId = list.items.find(({ name }) => name.startsWith(campaign))?.id;
  const email = `${crypto.randomUUID()}@people.example`;
  const person = { action: 'register', name: 'Tina', email, password: PASSWORD };
  const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', person);
  const submission = { campaignId, proofUrl: proof };
  const { id } = await server.api<{ id: string }>('POST', '/submissions', submission, accessToken);
  const decision = { submissionId: id, action: 'approve' };
  const { reward } = await server.api<{ reward: { code: string } }>(
    'POST',
    '/submissions/review',
    decision,
    server.owner,
  );
  return reward.code;
}

/** Creates a stamp card of four visits with a member. @returns the program's ID */
async function createStampCard(server: TestServer, member: { name: string; phone: string }): Promise<string> {
  const goal = {
    name: 'Fifth coffee free',
    metric: 'visits',
    target: 4,
    repeats: true,
    reward: { type: 'item', name: 'Free coffee', cost: 1 },
  };
  const program = { name: `Stamp card of ${member.name}`, rewards: { goals: [goal] } };
  const { id } = await server.api<{ id: string }>('POST', '/programs', program, server.owner);
  const memberId = `card-${crypto.randomUUID().slice(0, 8)}`;
  await server.api('POST', `/programs/${id}/members`, { memberId, ...member }, server.owner);
  return id;
}

/** Shows the camera of the page a QR code with this text. */
async function showToCamera({ page }: Stage, text: string): Promise<void> {
  const { data } = encode(text, { border: 4 });
  await page.addInitScript(modules => {
    const scale = 6;
    const canvas = document.createElement('canvas');
    canvas.width = modules.length * scale;
    canvas.height = modules.length * scale;
    const draw = () => {
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = 'black';
      for (const [y, row] of modules.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
      requestAnimationFrame(draw);
    };
    navigator.mediaDevices.getUserMedia = () => {
      draw();
      return Promise.resolve(canvas.captureStream());
    };
  }, data);
}

const field = ({ page }: Pick<Stage, 'page'>) => page.getByRole('combobox', { name: /^Scan or enter/ });

/** The counter: stamps, purchases, codes and Undo. */
export const counterScenes: Scene[] = [
  [
    'counter: a member is found by phone, stamped in two taps, and Undo takes the stamp back',
    async ({ page, go, signIn, server }) => {
      await createStampCard(server, { name: 'Grace Hopper', phone: '+12025550143' });
      await signIn(OWNER);
      await go('/dashboard/counter');
      await field({ page }).fill('0143');
      await page.getByRole('option', { name: /Grace Hopper/ }).click();
      await page.getByRole('button', { name: 'Stamp', exact: true }).click();
      await page.getByText('Grace Hopper: 1 stamp').waitFor();
      await page.getByRole('img', { name: 'Fifth coffee free: 1 of 4 stamps' }).waitFor();
      await page.locator('.attempts').getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('img', { name: 'Fifth coffee free: 0 of 4 stamps' }).waitFor();
    },
  ],
  [
    'counter: a new search closes the card of the customer before, even without a network',
    async ({ page, go, signIn, server, expectError }) => {
      expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      const stamp = page.getByRole('button', { name: 'Stamp', exact: true });
      const openCard = async (name: string) => {
        await field({ page }).fill(name);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name }).waitFor();
        await stamp.waitFor();
      };
      await createStampCard(server, { name: 'Bela Bartok', phone: '+12025550131' });
      await createStampCard(server, { name: 'Zed Shaw', phone: '+12025550132' });
      await signIn(OWNER);
      await go('/dashboard/counter');
      for (const next of ['0131', '9999', 'Bela']) {
        await openCard('Zed Shaw');
        await field({ page }).pressSequentially(next);
        await stamp.waitFor({ state: 'hidden' });
        await page.keyboard.press('Escape');
      }
      await openCard('Zed Shaw');
      await page.context().setOffline(true);
      await field({ page }).pressSequentially('0131');
      await page.keyboard.press('Enter');
      await stamp.waitFor({ state: 'hidden' });
      await page.context().setOffline(false);
      await openCard('Bela Bartok');
    },
  ],
  [
    'counter: of several customers with the same digits, Enter opens none',
    async ({ page, go, signIn, capture, server }) => {
      await createStampCard(server, { name: 'Zed Twin', phone: '+13035550133' });
      const program = await createStampCard(server, { name: 'Dan Twin', phone: '+12025550133' });
      await server.api('POST', `/programs/${program}/visits`, { phone: '+12025550133' }, server.owner);
      await signIn(OWNER);
      await go('/dashboard/counter');
      await field({ page }).fill('0133');
      for (const _ of [1, 2, 3]) await page.keyboard.press('Enter');
      await page.getByText('Several members match').waitFor();
      const members = page.locator('#counter-results').getByRole('option');
      await members.and(page.getByRole('option', { selected: true })).waitFor();
      // Members are sorted by their last visit.
      await members.first().getByText('Dan Twin').waitFor();
      await capture('counter-several');
      await field({ page }).fill('555-0133');
      await page.getByText('Several members match').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Dan Twin' }).waitFor();
    },
  ],
  [
    'counter: a purchase belongs to the visit that was stamped, and one over the limit is recorded without a stamp',
    async ({ page, go, signIn, capture, server, expectError }) => {
      // The limit of visits.
      expectError(/409/);
      const id = await createStampCard(server, { name: 'Ida Rhodes', phone: '+12025550134' });
      await server.api('PUT', `/programs/${id}`, { visits: { maxPerDay: 1 } }, server.owner);
      await signIn(OWNER);
      await go('/dashboard/counter');
      await field({ page }).fill('0134');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stamp', exact: true }).click();
      await page.getByText('Ida Rhodes: 1 stamp').waitFor();
      await page.getByRole('button', { name: 'Add purchase' }).click();
      await page.getByText('The visit has its stamp').waitFor();
      await capture('counter-purchase');
      await page.keyboard.type('8.40');
      await page.keyboard.press('Enter');
      await page.getByText('Ida Rhodes: $8.40 added').waitFor();

      // The stamp of the visit counts until the card is closed.
      await page.getByRole('button', { name: 'Add purchase' }).click();
      await page.getByText('The visit has its stamp').waitFor();
      await page.keyboard.press('Escape');

      await field({ page }).fill('0134');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add purchase' }).click();
      await page.keyboard.type('3.20');
      await page.keyboard.press('Enter');
      await page.getByText('0 of 1 visits left today').waitFor();
      await capture('counter-limit');
      await page.getByRole('button', { name: 'Record without a stamp' }).click();
      await page.getByText('Ida Rhodes: $3.20 added').waitFor();
      await page.getByRole('img', { name: 'Fifth coffee free: 1 of 4 stamps' }).waitFor();
    },
  ],
  [
    'counter: a scanner for the American keyboard opens a reward on a German and on a French computer',
    async ({ page, go, signIn, server, screenshot }) => {
      await signIn(OWNER);
      for (const [index, link] of ['https://blue-cup.example/dashboard/counter?code=', ''].entries()) {
        const code = await issueRewardCode(server, 'Story', `https://www.instagram.com/p/Scan${index}xyz/`);
        const [plain, shifted] = LAYOUTS[index === 0 ? 1 : 4] as readonly [string, string];
        const keys = [...(link + code)].map(char =>
          US_SHIFTED.includes(char) ? shifted[US_SHIFTED.indexOf(char)] : plain[US.indexOf(char)],
        );
        await go('/dashboard/counter');
        await page.keyboard.insertText(keys.join(''));
        await page.keyboard.press('Enter');
        await page.getByText('set to another keyboard layout').waitFor();
        await page.getByRole('region', { name: 'Reward' }).getByText('Story').waitFor();
        await screenshot(`counter-layout-${index}`, { width: 390 });
      }
    },
  ],
  [
    'counter: a phone number that the member entered is confirmed',
    async ({ page, go, signIn, capture, expectError, server }) => {
      expectError(/409/);
      const programId = await createStampCard(server, { name: 'Annie Easley', phone: '+12025550147' });
      const email = `${crypto.randomUUID()}@people.example`;
      const person = { action: 'register', name: 'Kay Antonelli', email, password: PASSWORD };
      const { accessToken, user } = await server.api<{ accessToken: string; user: { id: string } }>(
        'POST',
        '/auth',
        person,
      );
      const member = { memberId: user.id, name: 'Kay Antonelli', phone: '+12025550148' };
      await server.api('POST', `/programs/${programId}/members`, member, accessToken);
      await signIn(OWNER);
      await go('/dashboard/counter');
      await field({ page }).fill('0148');
      await page.getByRole('option', { name: /Kay Antonelli.*\(not confirmed\)/ }).click();
      await capture('counter-phone');
      const path = `/programs/${programId}/members/${user.id}`;
      await server.api('PUT', path, { phone: '+12025550147' }, accessToken);
      await page.getByRole('button', { name: 'Confirm number' }).click();
      await page.getByText('Another member has this number.').waitFor();
      await server.api('PUT', path, { phone: '+12025550148' }, accessToken);
      await page.getByRole('button', { name: 'Confirm number' }).click();
      await page.getByText('Member saved').waitFor();
      await page.getByRole('button', { name: 'Confirm number' }).waitFor({ state: 'detached' });
    },
  ],
  [
    'counter: the last stamp pays a free coffee, which is redeemed from the member’s card',
    async ({ page, go, signIn, capture, server }) => {
      await createStampCard(server, { name: 'Mary Jackson', phone: '+12025550144' });
      await signIn(OWNER);
      await go('/dashboard/counter');
      await page.keyboard.type('mary');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add purchase' }).click();
      await page.keyboard.type('18.40');
      await page.getByRole('textbox', { name: 'Stamps' }).fill('4');
      await page.keyboard.press('Enter');
      await page.getByText('Reward earned: Free coffee').waitFor();
      await page.getByRole('heading', { name: 'Open rewards' }).waitFor();
      await capture('counter-reward-earned');
      await page.getByRole('button', { name: 'Redeem: Free coffee' }).click();
      await page.getByRole('button', { name: 'Redeem Free coffee' }).click();
      await page.getByText('Give Free coffee').waitFor();
    },
  ],
  [
    'counter: a code shown to the camera is redeemed in two taps',
    async stage => {
      const { page, go, signIn, server } = stage;
      const code = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/camera-cup/');
      await showToCamera(stage, `${server.url}/dashboard/counter?code=${code}`);
      await signIn(OWNER);
      await go('/dashboard/counter');
      await page.getByRole('button', { name: 'Scan' }).click();
      await page.getByText('Tina · Story of the week').waitFor();
      await page.getByRole('button', { name: 'Redeem', exact: true }).click();
      await page.getByText('Take $5.00 off').waitFor();
    },
  ],
  [
    'counter: a code is redeemed once however it is typed, and a second attempt is rejected',
    async ({ page, go, signIn, capture, server }) => {
      const code = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/redeem-cup/');
      await signIn(OWNER);
      await go('/dashboard/counter');
      await page.keyboard.type('no such code');
      await page.getByText('No code or member found').waitFor();
      await field({ page }).fill(`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`);
      await page.getByText('Valid until').waitFor();
      // Redeem has the focus only once the reward could be read.
      await page.locator('.redeem-form [type="submit"]:focus').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Take $5.00 off').waitFor();
      // A barcode scanner types the whole link, wherever the focus is.
      await page.keyboard.type(`${server.url}/dashboard/redeem?code=${code}`);
      await page.keyboard.press('Enter');
      await page.getByText('It was already redeemed').waitFor();
      await capture('counter-again');
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Undo: redemption/ })
        .first()
        .click();
      await page.getByText('Undone: redemption').waitFor();
      await field({ page }).fill(code);
      await page.getByRole('button', { name: 'Redeem', exact: true }).waitFor();
    },
  ],
  [
    'counter: only a percentage reward asks for the order value',
    async ({ page, go, signIn, capture, server }) => {
      const code = await issueRewardCode(
        server,
        'Your favourite',
        'https://www.tiktok.com/@ada/video/1234567890',
      );
      await signIn(OWNER);
      await go(`/dashboard/redeem?code=${code}`);
      await page.getByLabel('Order value').fill('40');
      await page.getByText('To pay $34.00').waitFor();
      await capture('counter-order-value');
      await page.keyboard.press('Enter');
      await page.getByText('Take $6.00 off').waitFor();
      await page.getByText('To pay: $34.00').waitFor();
    },
  ],
  [
    'counter: without a network nothing is shown as done, and the stamp is saved once when it is back',
    async ({ page, go, signIn, server, expectError }) => {
      expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      const id = await createStampCard(server, { name: 'Dorothy Vaughan', phone: '+12025550145' });
      await signIn(OWNER);
      await go('/dashboard/counter');
      await field({ page }).fill('dorothy');
      await page.getByRole('option', { name: /Dorothy/ }).click();
      await page.getByRole('img', { name: /0 of 4 stamps/ }).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Stamp', exact: true }).click();
      await page.getByText('Not saved: Stamp for Dorothy Vaughan.').waitFor();
      await page.getByRole('img', { name: /0 of 4 stamps/ }).waitFor();
      await page.context().setOffline(false);
      await page.getByText('Dorothy Vaughan: 1 stamp').waitFor();
      await page.getByRole('img', { name: /1 of 4 stamps/ }).waitFor();
      const visits = await server.api<{ pagination: { total: number } }>(
        'GET',
        `/programs/${id}/visits`,
        undefined,
        server.owner,
      );
      if (visits.pagination.total !== 1) throw new Error(`${visits.pagination.total} visits were recorded`);
    },
  ],
];
