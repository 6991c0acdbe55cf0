import { issueRewardCode } from './pages-counter.ts';
import { OWNER, type TestServer } from './server.ts';
import type { Scene } from './support.ts';

const REPETITIONS = 100;
const CAMPAIGN = 'A picture of your cup';
const PHONE_WIDTH = 360;
/** Digits of the phone numbers after +1202555. */
const FIRST_LINE = 1_000;

/** Creates a stamp card with members, who are found by the last digits of their phone, and a campaign. */
async function createRecords({ api, owner }: TestServer): Promise<void> {
  const reward = { type: 'item', name: 'Free coffee', cost: 1 };
  const goal = { name: 'Tenth coffee free', metric: 'visits', target: 10, repeats: true, reward };
  const { id } = await api('POST', '/programs', { name: 'Coffee card', rewards: { goals: [goal] } }, owner);
  for (let n = 0; n < REPETITIONS; n++) {
    const member = { memberId: `guest-${n}`, name: `Guest ${n}`, phone: `+1202555${FIRST_LINE + n}` };
    await api('POST', `/programs/${id}/members`, member, owner);
  }
  const terms = { platform: 'instagram', actionType: 'story', reward: { type: 'fixed', value: 5 } };
  await api('POST', '/campaigns', { name: CAMPAIGN, ...terms, launch: true }, owner);
}

/** Prints what an action at the counter takes, from the key or tap to the server's confirmation on the page. */
export const counterFigureScenes: Scene[] = [
  [
    'figures: prints the time of stamping a member and of redeeming a code at the counter',
    async ({ server, openStage }) => {
      await createRecords(server);
      const { page, go, signIn } = await openStage({ width: PHONE_WIDTH });
      await signIn(OWNER);
      const found: number[] = [];
      const stamped: number[] = [];
      const cold = performance.now();
      await go('/dashboard/counter');
      console.log(`counter: cold start of the page ${Math.round(performance.now() - cold)} ms`);
      for (let n = 0; n < REPETITIONS; n++) {
        await page.getByRole('combobox', { name: /^Scan or enter/ }).fill('');
        await page.keyboard.type(String(FIRST_LINE + n).slice(0, -1));
        const option = page.getByRole('option', { name: `Guest ${n}`, exact: false }).first();
        found.push(await time(() => page.keyboard.type(String(n % 10)), option));
        await option.click();
        const stamp = page.getByRole('button', { name: 'Stamp', exact: true });
        const done = page.locator('.attempts').getByText(`Guest ${n}: 1 stamp`);
        stamped.push(await time(() => stamp.click(), done));
      }
      print('typed phone → member listed', found);
      print('tap on Stamp → done', stamped);
      const shown: number[] = [];
      const redeemed: number[] = [];
      for (let n = 0; n < REPETITIONS; n++) {
        const code = await issueRewardCode(server, CAMPAIGN, `https://www.instagram.com/p/figure-${n}/`);
        await go('/dashboard/counter');
        await page.keyboard.type(code.slice(0, -1));
        const submit = page.locator('.redeem-form [type="submit"]:focus');
        shown.push(
          await time(() => page.keyboard.type(code.slice(-1)), page.locator('.redeem-form [type="submit"]')),
        );
        await submit.waitFor();
        redeemed.push(await time(() => page.keyboard.press('Enter'), page.getByText('Take $5.00 off')));
      }
      print('scanned code → reward shown', shown);
      print('Enter → redeemed', redeemed);
    },
  ],
];

/** Returns the milliseconds from an action until an element is visible. */
async function time(act: () => Promise<void>, element: { waitFor(): Promise<void> }): Promise<number> {
  const startedAt = performance.now();
  await act();
  await element.waitFor();
  return performance.now() - startedAt;
}

function print(title: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  console.log(`counter: ${title}: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${times.length}`);
}
