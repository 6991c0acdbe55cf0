import { OWNER, startServer } from './server.ts';
import { expectNone, type Scene } from './support.ts';

/** Programs, influencers, settings and billing. */
export const programScenes: Scene[] = [
  [
    'programs: an owner creates a program, enrolls a member, records an order, releases and redeems cashback, and refunds a part',
    async ({ page, go, signIn, capture, expectError }) => {
      expectError(/422.*\/cashback$/);
      await signIn(OWNER);
      await go('/dashboard/programs');
      await capture('programs-empty');
      await page.getByRole('link', { name: 'Create program' }).click();
      await page.getByText('10th coffee free').last().waitFor();
      await page.getByRole('radio', { name: /cashback/ }).check();
      await page.getByLabel('Cashback', { exact: true }).fill('10');
      await page.getByLabel('Program name').fill('Regulars');
      await page.getByRole('button', { name: 'Create program' }).click();
      await page.getByRole('button', { name: 'Enroll member' }).first().click();
      await page.getByRole('dialog').getByLabel('Name', { exact: false }).last().fill('Ada Martin');
      await page.getByRole('dialog').getByRole('button', { name: 'Enroll member' }).click();
      await page.getByText('Ada Martin').waitFor();
      await page.getByRole('button', { name: 'Actions for Ada Martin' }).click();
      await page.getByRole('menuitem', { name: 'Record order' }).click();
      await page.getByLabel('Order value').fill('24.50');
      await page.getByLabel('Receipt number').fill('A-1001');
      await page.getByRole('dialog').getByRole('button', { name: 'Record order' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await capture('program');
      await page.getByRole('button', { name: 'Cashback', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for $2.45' }).click();
      await page.getByRole('menuitem', { name: 'Release cashback' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Release cashback' }).click();
      await page.getByText('Cashback released').waitFor();
      await page.getByRole('button', { name: 'Members', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for Ada Martin' }).click();
      await page.getByRole('menuitem', { name: 'Redeem cashback' }).click();
      await page.getByLabel('Amount').fill('1');
      await page.getByRole('dialog').getByRole('button', { name: 'Redeem cashback' }).click();
      await page.getByText('take $1.00 off the bill').waitFor();
      await page.getByRole('button', { name: 'Cashback', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for $2.45' }).click();
      await page.getByRole('menuitem', { name: 'Refund order' }).click();
      await page.getByText('Already spent').waitFor();
      await page.getByLabel('Refund', { exact: true }).selectOption('part');
      await page.getByLabel('Amount').fill('10');
      await page.getByText('Takes back $1.00 of cashback').waitFor();
      await capture('program-refund');
      await page.getByLabel('Reason').fill('Returned one item');
      await page.getByRole('dialog').getByRole('button', { name: 'Refund order' }).click();
      await page.getByText('$1.00 refunded').waitFor();
      await page.getByText('Returned one item').waitFor();
    },
  ],
  [
    'programs: a member sees progress toward the tiers and goals that the owner added',
    async ({ page, go, signIn, capture, server }) => {
      const made = await server.api<{ id: string }>(
        'POST',
        '/programs',
        { name: 'Night owls' },
        server.owner,
      );
      await signIn(OWNER);
      await go(`/dashboard/programs/${made.id}?view=terms`);
      await page.getByRole('button', { name: 'Add tier' }).click();
      const tiers = page.locator('.card', { hasText: 'Tiers' }).last();
      await tiers.getByLabel('Name').fill('Gold');
      await tiers.getByLabel('Minimum points').fill('100');
      await page.getByRole('button', { name: 'Add goal' }).click();
      const goals = page.locator('.card', { hasText: 'Goals' }).last();
      await goals.getByLabel('Name').fill('Ten visits');
      await goals.getByLabel('Target').fill('10');
      await goals.getByLabel('Promise').fill('A free cup');
      await page.getByRole('button', { name: 'Add stamp card' }).click();
      await capture('program-terms');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Terms saved').waitFor();
      await server.api(
        'POST',
        `/programs/${made.id}/members`,
        { memberId: 'c-1', name: 'Ben' },
        server.owner,
      );
      await go(`/dashboard/programs/${made.id}`);
      await page.getByRole('link', { name: 'Ben' }).click();
      await page.getByText('Progress to Gold').waitFor();
      await page.getByRole('button', { name: 'Record visit' }).click();
      await page.getByText('Visit recorded').waitFor();
      await page.locator('table tbody tr').waitFor();
      const card = `/programs/${made.id}/members/c-1/card`;
      const before = await server.api<{ card: string }>('GET', card, undefined, server.owner);
      await page.getByRole('button', { name: 'Actions for Ben' }).click();
      await page.getByRole('menuitem', { name: 'Show or replace card' }).click();
      await page.getByRole('img', { name: 'Member card of Ben' }).waitFor();
      await capture('member-card');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Replace card' }).click();
      await dialog.getByText('stops working at once').waitFor();
      await dialog.locator('form').getByRole('button', { name: 'Replace card' }).click();
      await page.getByText('Card replaced').waitFor();
      const after = await server.api<{ card: string }>('GET', card, undefined, server.owner);
      if (after.card === before.card) throw new Error('The card was not replaced');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await go(`/dashboard/programs/${made.id}?view=unknown`);
      await page.getByRole('link', { name: 'Ben' }).waitFor();
      await go(`/dashboard/programs/${made.id}?view=visits`);
      await page.getByRole('row', { name: /Ben 1 / }).waitFor();
      await page.getByRole('button', { name: 'Undo the visit of Ben' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Take back visit' }).click();
      await page.getByText('Visit taken back').waitFor();
      await go(`/dashboard/programs/${made.id}?view=terms`);
      await page.getByRole('button', { name: 'Remove 10th coffee free' }).click();
      await dialog.getByText('The program has 1 member').waitFor();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save terms' }).click();
      await page.getByText('Terms saved').waitFor();
      await expectNone(page.getByText('10th coffee free'), 'The stamp card is still there');
    },
  ],
  [
    'members: staff find a member by name, phone and with a typing error, and change the phone number',
    async ({ page, go, signIn, capture, server, expectError }) => {
      expectError(/400.*\/members\/card-3$/);
      const { id } = await server.api<{ id: string }>(
        'POST',
        '/programs',
        { name: 'Searchers' },
        server.owner,
      );
      const members = {
        'card-1': { name: 'Anna Smith', phone: '+49 170 1234567' },
        'card-2': { name: 'Anna Smith', phone: '+49 170 7654321' },
        'card-3': { name: 'José Núñez' },
      };
      for (const [memberId, fields] of Object.entries(members))
        await server.api('POST', `/programs/${id}/members`, { memberId, ...fields }, server.owner);
      await signIn(OWNER);
      await go(`/dashboard/programs/${id}`);
      const search = page.getByRole('searchbox', { name: 'Search by name, phone, email or ID' });
      const rows = page.locator('table tbody tr');
      const expectRows = async (count: number) => {
        await page.waitForFunction(
          expected => document.querySelectorAll('table tbody tr').length === expected,
          count,
        );
      };
      await expectRows(3);
      await search.fill('anna');
      await expectRows(2);
      await page.getByText('+491707654321').waitFor();
      await search.fill('4567');
      await expectRows(1);
      await search.fill('nunze');
      await rows.getByText('José Núñez').waitFor();
      await page.getByRole('button', { name: 'Actions for José Núñez' }).click();
      await page.getByRole('menuitem', { name: 'Edit details' }).click();
      await page.getByRole('dialog').getByLabel('Phone').fill('0170 1');
      await page.getByRole('button', { name: 'Save member' }).click();
      await page.getByText('Phone must be a valid phone number').waitFor();
      await capture('member-edit');
      await page.getByRole('dialog').getByLabel('Phone').fill('+34 612 345 678');
      await page.getByRole('button', { name: 'Save member' }).click();
      await page.getByText('Member saved').waitFor();
      await search.fill('no such member');
      await page.getByText('No members match no such member').waitFor();
    },
  ],
  [
    'influencers: an owner adds, searches, changes, exports and deletes an influencer',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard/influencers');
      // A second click while the dialog's script loads opens no second dialog.
      const held = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async route => {
        await held.promise;
        await route.continue();
      });
      const add = page.getByRole('button', { name: 'Add influencer' }).first();
      await add.click();
      await add.click();
      held.resolve();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Mia Moss');
      await dialog.getByLabel('Email').fill('mia@people.example');
      await dialog.getByLabel('Handle').fill('@mia.moss');
      await dialog.getByLabel('Followers').fill('24000');
      await dialog.getByLabel('Niches').fill('coffee, food');
      await dialog.getByRole('button', { name: 'Add influencer' }).click();
      await page.getByText(/^(A post costs about|Published prices of a post)/).waitFor();
      await page.getByLabel('Search name, email or handle').fill('no such name');
      await page.getByText('No influencers match the filters').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      const actions = page.getByRole('button', { name: 'Actions for Mia Moss' });
      await actions.click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await dialog.getByLabel('Notes').fill('Prefers mornings');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await dialog.getByLabel('Status').selectOption('contacted');
      await dialog.getByRole('button', { name: 'Add account' }).click();
      const second = dialog.getByRole('group', { name: 'Account 2' });
      await second.getByLabel('Platform').selectOption('tiktok');
      await second.getByLabel('Handle').fill('miamoves');
      await second.getByLabel('Followers').fill('9000');
      await second.getByLabel('Price per post').fill('150');
      await capture('influencers-edit');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Prefers mornings').waitFor();
      await page.getByText('Asks for $150.00 per post on TikTok').waitFor();
      await capture('influencers');
      await actions.click();
      await page.getByRole('menuitem', { name: 'Set to “Working together”' }).click();
      await page.getByLabel('Status').selectOption('active');
      await page.getByText('Mia Moss').first().waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const csv = await Bun.file(await (await download).path()).text();
      if (!csv.includes('instagram:@mia.moss:24000; tiktok:miamoves:9000')) throw new Error(csv);
      await actions.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Mia Moss deleted').waitFor();
    },
  ],
  [
    'settings: an owner changes settings, invites a team member and connects an account',
    async ({ page, go, signIn, capture }) => {
      await signIn(OWNER);
      await go('/dashboard/settings');
      const sections = page.getByRole('navigation', { name: 'Sections' });
      await page.getByLabel('Campaigns that violate platform policies').selectOption('block');
      await page.getByLabel('Country').selectOption('Germany');
      await page.getByLabel('Refund orders within (days)').fill('14');
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('Settings saved').waitFor();
      await page.getByLabel('Website').fill('https://blue-cup.example');
      await sections.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('Settings saved').waitFor();
      await sections.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('button', { name: 'Invite team member' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Sam Staff');
      await dialog.getByLabel('Email').fill('sam@blue-cup.example');
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      if (!(await page.locator('.secret-value code').textContent())?.includes('/reset?token='))
        throw new Error('The dialog shows no invitation link');
      await page.getByRole('button', { name: "I've saved it" }).click();
      await page.getByText('Sam Staff').waitFor();
      await capture('settings-team');
      await sections.getByRole('link', { name: 'Connected accounts' }).click();
      await page.getByRole('button', { name: 'Connect account' }).click();
      await page.getByLabel('Method').selectOption('manual');
      await page.getByLabel('Handle').fill('blue.cup');
      await page.getByRole('dialog').getByRole('button', { name: 'Connect account' }).click();
      await page.getByText('blue.cup', { exact: true }).waitFor();
    },
  ],
  [
    'billing: an owner orders a plan and a top-up, and sees their invoices',
    async ({ go: goHome, signIn: signInHome, page: home, binary, openStage, afterwards }) => {
      await signInHome(OWNER);
      await goHome('/dashboard/billing');
      await home.getByText('This installation has all features').waitFor();
      await expectNone(
        home.getByRole('button', { name: /^Choose|Add money/ }),
        'An installation without a payment provider offers plans',
      );
      const charging = await startServer(binary, { BILLING_DEFAULT_PLAN: 'starter' });
      afterwards(charging.stop);
      const { page, go, signIn, capture } = await openStage({ url: charging.url });
      await signIn(OWNER);
      await go('/dashboard/billing');
      await page.getByText('No invoices yet').waitFor();
      await page.getByLabel('Amount').fill('50');
      await page.getByRole('button', { name: 'Add money' }).click();
      await page.getByText('Wallet top-up').waitFor();
      await page
        .getByRole('button', { name: /^Choose/ })
        .first()
        .click();
      await capture('billing-order');
      await page.getByRole('button', { name: 'Order' }).click();
      await page.getByText('Plan ordered').waitFor();
    },
  ],
];
