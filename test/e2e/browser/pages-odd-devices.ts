import type { Page } from 'playwright-core';
import { CUSTOMER, OWNER } from './server.ts';
import { expectNone, type Scene, type Stage } from './support.ts';

/** A zone of 2025, and when a clock in it shows the midnight that ends April 29. */
const NEW_ZONE = 'America/Coyhaique';
const ENDS_AT = '2029-04-30T03:00:00.000Z';

interface Offer {
  slug: string;
  shop: string;
  id: string;
}

/** Creates a campaign with an end, and a reward of it for the customer. */
async function createOffer({ server }: Stage): Promise<Offer> {
  const { api, owner, customer } = server;
  const offer = {
    name: 'Odd devices',
    platform: 'instagram',
    actionType: 'story',
    launch: true,
    endsAt: ENDS_AT,
  };
  const reward = { type: 'fixed', value: 5 };
  const { id, slug } = await api<{ id: string; slug: string }>(
    'POST',
    '/campaigns',
    { ...offer, reward },
    owner,
  );
  const shop = await api<{ slug: string }>('GET', '/business', undefined, owner);
  const proof = { campaignId: id, proofUrl: 'https://www.instagram.com/p/odd-devices/' };
  const submission = await api<{ id: string }>('POST', '/submissions', proof, customer);
  await api('POST', '/submissions/review', { submissionId: submission.id, action: 'approve' }, owner);
  return { id, slug, shop: shop.slug };
}

/** Runs in the browser: reports what old Linux browsers and crawlers report, and a zone that Intl refuses. */
function reportOddDevice(): void {
  Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] });
  Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
  };
}

/** Runs in the browser: leaves out a zone, as browsers do that are older than it. */
function leaveOutZone(missing: string): void {
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct(format, given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      if (given[1]?.timeZone === missing) throw new RangeError(`Invalid time zone specified: ${missing}`);
      return new format(...given);
    },
  });
}

/** Runs in the browser: makes dates fail until the page is loaded again. */
function failOnce(): void {
  if (sessionStorage.getItem('failed')) return;
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    get() {
      sessionStorage.setItem('failed', 'yes');
      throw new Error('A test makes dates fail');
    },
  });
}

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  for (const text of texts) await page.locator('main').getByText(text).first().waitFor();
}

/** Browsers with a language or a time zone that Intl refuses, and pages whose code fails. */
export const oddDeviceScenes: Scene[] = [
  [
    'odd devices: pages show their content in a browser with an invalid language tag and an unknown zone',
    async stage => {
      const { slug, shop } = await createOffer(stage);
      const { page, go, signIn } = await stage.openStage({ width: 360 });
      await page.addInitScript(reportOddDevice);
      await go('/login');
      await page.getByLabel('Email').waitFor();
      await go(`/s/${shop}`);
      await expectTexts(page, ['Rewards at Blue Cup', 'Until Apr 30, 2029']);
      await go(`/c/${slug}`);
      await expectTexts(page, ['$5 off', 'Until Apr 30, 2029']);
      await signIn(CUSTOMER);
      await go('/my/rewards');
      await page
        .getByRole('button', { name: /Show code/ })
        .first()
        .waitFor();
      for (const path of ['/my/submissions', '/my/programs', '/my/account']) await go(path);
      await expectTexts(page, ['Time zone']);
      await expectNone(page.getByRole('alert'), 'A page shows an error');
    },
  ],
  [
    "odd devices: dates are in UTC, and say so, in a browser that lacks the shop's zone",
    async stage => {
      const { server } = stage;
      const { id, slug, shop } = await createOffer(stage);
      await server.api('PUT', '/business', { timeZone: NEW_ZONE }, server.owner);
      const { page, go, follow, signIn } = await stage.openStage();
      await page.addInitScript(leaveOutZone, NEW_ZONE);
      await go(`/s/${shop}`);
      await expectTexts(page, ['Rewards at Blue Cup', 'Until Apr 30, 2029 (UTC)']);
      await go(`/c/${slug}`);
      await expectTexts(page, ['$5 off', 'Until Apr 30, 2029 (UTC)']);
      await signIn(OWNER);
      await go('/dashboard/rewards');
      await expectTexts(page, ['(UTC)']);
      for (const path of ['/dashboard', '/dashboard/campaigns', `/dashboard/campaigns/${id}`])
        await follow(path);
      await expectTexts(page, ['Apr 30, 2029, 3:00 AM (UTC)']);
      await follow(`/dashboard/campaigns/${id}/edit`);
      await page.getByLabel('Ends at').waitFor();
      if ((await page.getByLabel('Ends at').inputValue()) !== '03:00')
        throw new Error('The end is not in UTC');
      await expectNone(page.getByText(NEW_ZONE), 'The form names the zone that it does not use');
      await expectNone(page.getByRole('alert'), 'A page shows an error');
    },
  ],
  [
    'odd devices: a page whose code fails keeps the menu and offers a reload, which helps',
    async stage => {
      await createOffer(stage);
      stage.expectError(/A test makes dates fail/);
      const { page, signIn, axe } = stage;
      await signIn(CUSTOMER);
      await page.addInitScript(failOnce);
      const report = page.waitForResponse(response => response.url().endsWith('/session/errors'));
      await page.goto(`${stage.server.url}/my/rewards`);
      await page.getByRole('alert').getByText('Something went wrong on this page').waitFor();
      if ((await report).status() !== 200) throw new Error('The report of the error was refused');
      await page.getByRole('navigation').first().waitFor();
      await axe();
      await page.getByRole('button', { name: 'Reload page' }).click();
      await page
        .getByRole('button', { name: /Show code/ })
        .first()
        .waitFor();
      await expectNone(page.getByRole('alert'), 'The page still shows an error');
    },
  ],
  [
    'odd devices: a page whose script does not start shows a text and a way to reload it',
    async stage => {
      stage.expectError(/A test breaks the script/);
      const { page, server } = stage;
      const script = /\/app-\w+\.js$/;
      await page.route(script, route =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "throw new Error('A test breaks the script');",
        }),
      );
      await page.goto(`${server.url}/login`);
      await page.getByText("This page couldn't be started.").waitFor();
      await page.unroute(script);
      await page.getByRole('link', { name: 'Reload page' }).click();
      await page.getByLabel('Email').waitFor();
      await expectNone(page.getByText("This page couldn't be started."), 'The text is still there');
    },
  ],
  [
    'odd devices: a page whose texts cannot be loaded says so, and starts once they can',
    async stage => {
      stage.expectError(/ERR_FAILED/);
      const { page, server } = stage;
      let isCut = true;
      await page.route(/\.js$/, async route => {
        const response = await route.fetch();
        const isCatalog = isCut && (await response.text()).includes('Skip to content');
        await (isCatalog ? route.abort() : route.fulfill({ response }));
      });
      await page.goto(`${server.url}/login`);
      await page.getByRole('link', { name: 'Reload page' }).waitFor();
      isCut = false;
      await page.getByLabel('Email').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await expectNone(page.getByText("This page couldn't be started."), 'The text is still there');
    },
  ],
];
