import { issueRewardCode } from './pages-counter.ts';
import { OWNER, PASSWORD } from './server.ts';
import type { Scene } from './support.ts';

const PIN = '4071';
const SAM = 'sam@counter.example';

/** Places, shared devices, signing in by PIN and the report by person and place. */
export const placeScenes: Scene[] = [
  [
    'places: a device is shared, a person redeems after signing in by PIN, and the report says who and where',
    async ({ page, go, signIn, capture, server, expectError }) => {
      expectError(/401/);
      const code = await issueRewardCode(server, 'Story', 'https://www.instagram.com/p/places-cup/');
      const sam = { email: SAM, name: 'Sam Counter', password: PASSWORD, position: 'counter' };
      await server.api('POST', '/business/users', sam, server.owner);
      const login = { action: 'login', email: SAM, password: PASSWORD };
      const { accessToken } = await server.api<{ accessToken: string }>('POST', '/auth', login);
      await server.api('PUT', '/account/pin', { pin: PIN }, accessToken);
      await signIn(OWNER);
      await go('/dashboard/settings?section=places');
      await page.getByRole('button', { name: 'Add place' }).click();
      await page.getByLabel('Name', { exact: true }).last().fill('Station');
      await page.getByRole('dialog').getByRole('button', { name: 'Add place' }).click();
      await page.getByRole('row', { name: /Station/ }).waitFor();
      await capture('places');
      await go('/counter');
      await page.getByLabel('Device name').fill('Front counter');
      await capture('device-sign-in');
      await page.getByLabel('Your PIN').fill('4827');
      await page.getByRole('button', { name: 'Share device' }).click();
      await page.getByText('Who is working?').waitFor();
      await capture('device-people');
      await page.getByRole('button', { name: 'Sam Counter' }).click();
      await page.keyboard.type('9999');
      await page.keyboard.press('Enter');
      await page.getByText('Incorrect PIN').waitFor();
      for (const digit of PIN) await page.getByRole('button', { name: digit, exact: true }).click();
      await capture('pin-pad');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Switch person' }).waitFor();
      await page.keyboard.type(code);
      await page.locator('.redeem-form [type="submit"]:focus').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Take $5.00 off').waitFor();
      await capture('counter-on-shared-device');
      await go('/dashboard/campaigns');
      await page.getByText("You don't have access to Campaigns").waitFor();
      await page.getByRole('button', { name: 'Switch person' }).click();
      await page.getByText('Who is working?').waitFor();
      await go('/login');
      await page.getByLabel('Email').fill(OWNER);
      await page.getByLabel('Password').first().fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('link', { name: 'Overview' }).first().waitFor();
      await go('/dashboard/counter-report');
      await page.getByRole('row', { name: /Sam Counter.*Station/ }).waitFor();
    },
  ],
];
