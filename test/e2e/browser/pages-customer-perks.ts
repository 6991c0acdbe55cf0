import { ADMIN, CUSTOMER } from './server.ts';
import { checkPasskey, checkSecondFactor } from './sign-in-security.ts';
import { expectNone, type Scene, type Stage } from './support.ts';

/** Two lines of text, in pixels; a toast must not cover the page. */
const MAX_TOAST_HEIGHT = 90;
const PASSWORD = 'correct horse battery';
const TERMS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  points: { perAction: 10, perDollar: 1 },
  tiers: [
    { name: 'Silver', threshold: 20 },
    { name: 'Gold', threshold: 200 },
  ],
  goals: [{ id: 'spend', name: 'Spend $100', metric: 'spend', target: 100, reward: 'A bag of beans' }],
};

/** Creates a business with a listed perk and a program, and a customer for one scene. */
async function createShop({ server }: Stage, name: string) {
  const register = (body: object) =>
    server.api<{ accessToken: string; user: { id: string; businessId: string } }>('POST', '/auth', {
      action: 'register',
      password: PASSWORD,
      ...body,
    });
  const owner = await register({
    email: `owner@${name}.example`,
    name: 'Owner',
    role: 'business',
    businessName: name,
  });
  const customer = {
    email: `guest@${name}.example`,
    ...(await register({ email: `guest@${name}.example`, name: 'Gus Guest' })),
  };
  const perk = { name: 'Flat white', faceValue: 5, supply: 20, listPrice: 4 };
  await server.api('POST', '/exchange/enroll', { role: 'issuer', perk }, owner.accessToken);
  const program = await server.api<{ id: string }>(
    'POST',
    '/programs',
    { name: `${name} regulars`, description: 'For those who come back.', rewards: TERMS },
    owner.accessToken,
  );
  return { owner: owner.accessToken, customer, businessId: owner.user.businessId, programId: program.id };
}

/** Shows that a card that changes is another one after a minute, and that a fixed one stays without a network. */
async function expectRenewals({ page, server, expectError }: Stage, owner: string, programId: string) {
  const card = page.getByRole('img', { name: 'Member card of' });
  const readCode = () => card.locator('path').getAttribute('d');
  const fixed = await readCode();
  expectError(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await card.waitFor();
  if ((await readCode()) !== fixed) throw new Error('The fixed card changed without a network');
  await page.context().setOffline(false);
  await server.api('PUT', `/programs/${programId}`, { card: 'rotating' }, owner);
  await page.clock.install();
  await page.reload();
  await card.waitFor();
  const first = await readCode();
  const renewed = page.waitForResponse(response => response.url().endsWith('/card'));
  await page.clock.fastForward(31_000);
  await renewed;
  if (first === fixed) throw new Error('The card is still the fixed one');
}

/** Fails unless an element is entirely visible on a phone's first screen, above the bar at the bottom. */
async function expectOnFirstScreen(page: Stage['page'], selector: string) {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo(0, 0));
  const { y = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
  const bar = (await page.locator('.bottom-bar').boundingBox())?.y ?? 0;
  if (height === 0 || y + height > bar)
    throw new Error(`${selector} ends at ${y + height}, the bar is at ${bar}`);
}

async function logInAdmin({ server }: Stage): Promise<string> {
  const login = { action: 'login', email: ADMIN, password: PASSWORD };
  return (await server.api<{ accessToken: string }>('POST', '/auth', login)).accessToken;
}

/** Credits a wallet as an admin. */
async function fundWallet(stage: Stage, userId: string, amount: number) {
  const body = { userId, amount, reference: `fund-${userId}` };
  await stage.server.api('POST', '/exchange/deposits', body, await logInAdmin(stage));
}

/** A customer's memberships, perks and account. */
export const customerPerkScenes: Scene[] = [
  [
    'customer membership: a customer joins a program, sees progress and cashback, and converts cashback to perk balance',
    async stage => {
      const { page, go, signIn, capture, server } = stage;
      const { owner, customer, businessId, programId } = await createShop(stage, 'corner');
      await fundWallet(stage, businessId, 50);
      await signIn(customer.email);
      await go('/my/programs');
      await capture('programs');
      await page
        .locator('.card', { hasText: 'corner regulars' })
        .getByRole('button', { name: 'Join program' })
        .click();
      await page.waitForURL(/\/my\/programs\/prg_/);
      await page.getByText('$0.00 of $100.00').waitFor();
      await page.getByText('No cashback yet.').waitFor();
      await page.getByRole('img', { name: 'Member card of' }).waitFor();
      await page.getByRole('button', { name: 'Member card of' }).click();
      await page.getByRole('img', { name: 'Large member card of' }).waitFor();
      await capture('member-card');
      await page.getByRole('button', { name: 'Done' }).click();
      await expectOnFirstScreen(page, '.pass');
      await page.getByText('Your details').click();
      if ((await page.getByLabel('Email').inputValue()) !== '')
        throw new Error('The shop got the email address of a member who did not enter it');
      await page.getByLabel('Phone').fill('+1 202 555 0177');
      await page.getByRole('button', { name: 'Save details' }).click();
      await page.getByText('Details saved').waitFor();
      await page.getByText('Staff confirm the number at your next visit.').waitFor();
      await expectRenewals(stage, owner, programId);
      const earning = { memberId: customer.user.id, orderValue: 60, orderId: 'A-1' };
      await server.api('POST', `/programs/${programId}/cashback`, earning, owner);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.getByText('$60.00 of $100.00').waitFor();
      await page.getByText('on $60.00').first().waitFor();
      await capture('program');
      await page.getByText('Convert to perk balance').click();
      await page.getByLabel('Amount to convert').fill('4.50');
      await page.getByRole('button', { name: 'Convert cashback' }).click();
      await page.getByText('Perk balance: $4.50').waitFor();
      await page.getByText('$1.50 left').waitFor();
      await go('/my');
      await page.getByRole('link', { name: 'Your member card, corner regulars' }).click();
      await page.getByRole('button', { name: 'Member card of' }).waitFor();
    },
  ],
  [
    'customer perks: a customer buys perks, cancels a sell order, and redeems a perk',
    async stage => {
      const { page, go, signIn, capture, server } = stage;
      const { customer } = await createShop(stage, 'market');
      await fundWallet(stage, customer.user.id, 20);
      await signIn(customer.email);
      await go('/my/perks');
      await page.getByText('Worth $5.00 when you pay').first().waitFor();
      const perk = page.locator('.perk', { hasText: 'Flat white' }).first();
      await perk.getByRole('button', { name: 'Buy now for $4.00' }).click();
      await page.getByLabel('Quantity').fill('2');
      await page.getByText('$8.00').waitFor();
      await page.getByText('Perk balance: $20.00').waitFor();
      await capture('perks-buy');
      await page.getByRole('dialog').getByRole('button', { name: 'Buy now', exact: true }).click();
      await page.setViewportSize({ width: 360, height: 740 });
      const toast = page.locator('.toast', { hasText: 'Bought 2 for $8.00' });
      const { height = 0 } = (await toast.boundingBox()) ?? {};
      if (height === 0 || height > MAX_TOAST_HEIGHT) throw new Error(`The toast is ${height} px high`);
      await page.getByText('2 × Flat white').waitFor();
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
      await page.getByLabel('Price per unit').fill('9');
      await page.getByText('You receive at least').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Sell at this price' }).click();
      await page.getByText('waiting for a buyer').waitFor();
      await page.getByRole('link', { name: 'Your orders' }).click();
      await page.getByText('Open', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Cancel order' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
      await page.getByText('Cancelled', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Your trades' }).click();
      await page.getByRole('cell', { name: '$8.00' }).waitFor();
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      await page.getByRole('button', { name: 'Get code' }).click();
      await page.getByText('Show this code when you pay').waitFor();
      await page.getByRole('img', { name: 'QR code for' }).waitFor();
      await capture('perks-used');
      const code = (await page.locator('.code-large').textContent()) ?? '';
      // An admin can redeem the code whichever shop issued it.
      await server.api('POST', '/rewards/redeem', { code }, await logInAdmin(stage));
      await page.getByText('This code can no longer be used').waitFor();
      await expectNone(page.locator('.code-large, .qr'), 'A redeemed code is still shown');
    },
  ],
  [
    'customer account: a customer changes the password, connects an account and logs out other devices',
    async stage => {
      const { page, go, signIn, capture, expectError, server } = stage;
      expectError(/401/);
      const person = { email: 'eve@people.example', name: 'Eve Evans', password: PASSWORD };
      await server.api('POST', '/auth', { action: 'register', ...person });
      await signIn(person.email);
      await go('/my/account');
      await page.getByText('Change password').first().click();
      await page.getByLabel('Current password').fill('wrong password');
      await page.getByLabel('New password').fill('another horse battery');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('The current password is incorrect').waitFor();
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Password changed').waitFor();
      await page.locator('summary', { hasText: 'Connect an account' }).click();
      await page.getByLabel('Username').fill('eve.eats');
      await page.getByRole('button', { name: /^Connect (an )?account$/ }).click();
      await page.getByText('Pending verification').waitFor();
      await capture('account');
      const other = await stage.openStage();
      await other.signIn(person.email, 'another horse battery');
      await go('/my/account');
      await page.getByRole('button', { name: 'Log out other devices' }).click();
      await page.getByText('All other devices logged out').waitFor();
      other.expectError(/401/);
      await other.page.goto(`${server.url}/my/account`);
      await other.page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
      await checkPasskey(stage, { ...person, password: 'another horse battery' });
      await checkSecondFactor(stage);
    },
  ],
  [
    'customer home: open items are listed above the campaigns',
    async ({ page, go, signIn }) => {
      await signIn(CUSTOMER);
      await go('/');
      await page.getByText('ready to use').waitFor();
    },
  ],
];
