import { OWNER } from './server.ts';
import { expectNone, type Scene, type Stage } from './support.ts';

interface Created {
  id: string;
  slug: string;
}

const TERMS = {
  platform: 'instagram',
  actionType: 'content',
  actionId: 'instagram-story-mention',
  reward: { type: 'fixed', value: 5 },
  launch: true,
};

const FREE_CUP = {
  en: '#ad - For this post, Blue Cup gives me something for free: Cappuccino.',
  de: 'Anzeige – Für diesen Beitrag bekomme ich von Blue Cup gratis: Cappuccino.',
  ar: '#إعلان – مقابل هذا المنشور يقدّم لي \u2068Blue Cup\u2069 مجانًا: \u2068Cappuccino\u2069.',
};

async function launch({ server }: Stage, fields: object): Promise<Created> {
  return await server.api<Created>('POST', '/campaigns', { ...TERMS, ...fields }, server.owner);
}

async function end({ server }: Stage, id: string): Promise<void> {
  await server.api('PUT', '/campaigns', { id, state: 'ended' }, server.owner);
}

/** The pages that anyone can open: campaigns by their short links, and shops. */
export const publicScenes: Scene[] = [
  [
    'public: a visitor reads reward and task before any form, and submits a link with 3 fields and 2 taps',
    async stage => {
      const { server, openStage } = stage;
      await server.api(
        'PUT',
        '/business',
        { handles: { instagram: '@bluecup' }, accentColor: '#8a2b0d' },
        server.owner,
      );
      const { slug } = await launch(stage, {
        name: 'Scan and smile',
        requirements: { hashtags: ['bluecup'] },
      });
      const { page, go } = await openStage({ width: 360 });
      await go(`/c/${slug}`);
      const startedAt = performance.now();
      await go(`/c/${slug}`);
      await page.getByRole('heading', { name: 'Scan and smile' }).waitFor();
      const texts = (await page.locator('main').textContent()) ?? '';
      for (const text of ['$5 off', 'Mention Blue Cup', '@bluecup', '#bluecup', 'How it works'])
        if (!texts.includes(text)) throw new Error(`The page does not say "${text}"`);
      if (/Instagram · Content|developer|Show as code/i.test(texts)) throw new Error('Developer words');
      if (!(await page.title()).startsWith('$5 off at'))
        throw new Error(`The title is ${await page.title()}`);
      await page.getByRole('radio', { name: 'Link' }).check();
      await page.getByLabel('Link to your post').fill('https://www.instagram.com/p/scan-and-smile/');
      await page.getByLabel('Email').fill('ines.vale@people.example');
      await page.getByLabel('Choose a password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await page.getByText('Blue Cup will review your submission').waitFor();
      await page.locator('.shop-head').getByText('Blue Cup').waitFor();
      if ((await page.title()) !== 'Scan and smile at Blue Cup')
        throw new Error(`After sending, the title is ${await page.title()}`);
      const accent = '--shop-accent';
      const color = await page.evaluate(
        name => document.documentElement.style.getPropertyValue(name),
        accent,
      );
      if (color !== '#8a2b0d') throw new Error(`After sending, the color is "${color}"`);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(
        `public: customer 3 fields, 2 taps from scan to pending submission; ${seconds} s of machine time`,
      );
    },
  ],
  [
    "public: the text to post fits a free item and is in the reader's language",
    async stage => {
      const cup = { type: 'item', name: 'Cappuccino', cost: 2 };
      const { slug } = await launch(stage, { name: 'Free cup', reward: cup });
      for (const [locale, text] of Object.entries(FREE_CUP)) {
        const { page, go } = await stage.openStage({ width: 360 });
        const cookie = { name: 'perkmint_locale', value: locale, url: stage.server.url };
        await page.context().addCookies([cookie]);
        await go(`/c/${slug}`);
        await page.getByText(text).waitFor();
      }
    },
  ],
  [
    'public: a person who has an account logs in on the form, and what was typed is kept',
    async stage => {
      const { server, page, go, expectError } = stage;
      expectError(/409|401|429/);
      const { slug } = await launch(stage, { name: 'Back again' });
      const person = { email: 'omar@people.example', name: 'Omar', password: 'correct horse battery' };
      await server.api('POST', '/auth', { action: 'register', ...person });
      await go(`/c/${slug}`);
      await page.getByRole('radio', { name: 'Link' }).check();
      await page.getByLabel('Link to your post').fill('https://www.instagram.com/p/back-again/');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Choose a password').fill('another good password');
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await page.getByText('You already have an account').waitFor();
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await page.getByText('will review your submission').waitFor();
      await page.getByText('instagram.com/p/back-again').waitFor();
    },
  ],
  [
    'public: an ended and an unknown link say so without a form, and offer what is open, to the owner too',
    async stage => {
      const { page, go, signIn, capture, expectError } = stage;
      expectError(/404/);
      const { id, slug } = await launch(stage, { name: 'Long gone' });
      await end(stage, id);
      const expectEnded = async () => {
        await page.getByRole('heading', { name: 'This offer has ended' }).waitFor();
        await page.locator('a.offer').first().waitFor();
        await expectNone(page.locator('form'), 'An ended offer shows a form');
      };
      await go(`/c/${slug}`);
      await expectEnded();
      await capture('public-ended');
      await go(`/campaigns/${id}`);
      await expectEnded();
      await go('/c/never-made');
      await page.getByText("This link doesn't lead to an offer").waitFor();
      await capture('public-unknown');
      await signIn(OWNER);
      await go(`/c/${slug}`);
      await expectEnded();
    },
  ],
  [
    'public: a submission to an ended campaign still names the campaign',
    async stage => {
      const { openStage, server } = stage;
      const { id, slug } = await launch(stage, { name: 'A name to remember' });
      const person = { email: 'nina@people.example', name: 'Nina', password: 'correct horse battery' };
      const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', {
        action: 'register',
        ...person,
      });
      const proof = { campaignId: id, proofUrl: 'https://www.instagram.com/p/remembered/' };
      await server.api('POST', '/submissions', proof, accessToken);
      await end(stage, id);
      // A new browser profile, which has never seen the campaign.
      const { page, go, signIn } = await openStage({ width: 360 });
      await signIn(person.email);
      await go('/my/submissions');
      await page.getByRole('link', { name: 'A name to remember' }).click();
      await page.getByRole('heading', { name: 'A name to remember' }).waitFor();
      if (!slug) throw new Error('The campaign has no short link');
    },
  ],
  [
    'public: a shop lists its open offers and its accounts, also under its former address',
    async stage => {
      const { page, go, server } = stage;
      const { slug } = await server.api<Created>('GET', '/business', undefined, server.owner);
      await launch(stage, { name: 'For the shop page' });
      await server.api('PUT', '/business', { slug: 'blue-cup-moved' }, server.owner);
      await go(`/s/${slug}`);
      await page.waitForURL(/\/s\/blue-cup-moved$/);
      await page.getByRole('heading', { name: /^Rewards at/ }).waitFor();
      await page.locator('a.offer').first().click();
      await page.waitForURL(/\/c\//);
      await server.api('PUT', '/business', { slug }, server.owner);
    },
  ],
];
