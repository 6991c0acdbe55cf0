import { CUSTOMER, type TestServer, withMail } from './server.ts';
import { type Scene, waitUntil } from './support.ts';

const ZOE = 'newbie@people.example';
const PHONE_WIDTH = 360;
const NARROW_WIDTH = 320;
const CODE = /code is (\d{6})/;

interface Found {
  items: { name: string | null; email: string | null; phone: string | null; phoneConfirmed: boolean }[];
}

/** Creates a program of the shop, which has a color. */
async function createProgram({ api, owner }: TestServer): Promise<string> {
  await api('PUT', '/business', { accentColor: '#8a2b0d', country: 'US' }, owner);
  const goal = { name: '10th coffee free', metric: 'visits', target: 10 };
  const rewards = { cashback: { type: 'percentage', value: 5 }, goals: [goal] };
  const { id } = await api<{ id: string }>('POST', '/programs', { name: 'Joiners', rewards }, owner);
  return id;
}

function findByDigits({ api, owner }: TestServer, digits: string): Promise<Found> {
  return api<Found>('GET', `/members?q=${digits}`, undefined, owner);
}

/** Joining the program of a shop from its page. */
export const joiningScenes: Scene[] = [
  [
    'joining: a visitor joins with one form and a mailed code, and the counter finds her by four digits',
    ({ openStage, ...host }) =>
      withMail(host, async (server, sink) => {
        await createProgram(server);
        const { page, go, screenshot, expectError } = await openStage({
          url: server.url,
          width: PHONE_WIDTH,
        });
        expectError(/400.*\/members$/);
        await go('/s/blue-cup');
        await page.getByRole('link', { name: 'Join program' }).click();
        await page.getByText('10th coffee free').waitFor();
        await page.locator('.shop-head').getByText('Blue Cup').waitFor();
        await screenshot('join-narrow', { width: NARROW_WIDTH });
        await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
        await page.getByLabel('Email').fill(ZOE);
        await page.getByLabel('Phone').fill('12');
        await page.getByRole('button', { name: 'Join program' }).click();
        await page.getByLabel('Code').waitFor();
        await screenshot('join-code', { width: PHONE_WIDTH });
        const findMail = () => sink.received.find(mail => mail.includes(`To: ${ZOE}`) && CODE.test(mail));
        await waitUntil(() => findMail() !== undefined, 'no mail with a code');
        await page.getByLabel('Code').fill(CODE.exec(findMail() ?? '')?.[1] ?? '');
        await page.getByRole('button', { name: 'Join program' }).click();
        await page.getByText('Phone must be a valid phone number').waitFor();
        await page.getByLabel('Phone').fill('(202) 555-0143');
        await page.getByRole('button', { name: 'Join program' }).click();
        await page.getByRole('img', { name: 'Member card of' }).waitFor();
        const { items } = await findByDigits(server, '0143');
        const expected = { name: null, email: null, phone: '+12025550143', phoneConfirmed: false };
        if (items.length !== 1 || !Bun.deepMatch(expected, items[0]))
          throw new Error(`The counter finds ${JSON.stringify(items)}`);
      }),
  ],
  [
    'joining: a logged-in customer joins with one tap, and then finds the card instead of the form',
    async ({ page, go, signIn, capture, server }) => {
      const id = await createProgram(server);
      await signIn(CUSTOMER);
      await go(`/s/blue-cup/join?program=${id}`);
      if ((await page.getByLabel('Name').inputValue()) !== 'Ada Ames')
        throw new Error('The name is asked again');
      await capture('join-logged-in');
      await page.getByRole('button', { name: 'Join program' }).click();
      await page.getByRole('img', { name: 'Member card of Ada Ames' }).waitFor();
      await go(`/s/blue-cup/join?program=${id}`);
      await page.getByText('You are a member').waitFor();
      await page.getByRole('link', { name: 'Show card' }).click();
      await page.getByRole('img', { name: 'Member card of Ada Ames' }).waitFor();
    },
  ],
];
