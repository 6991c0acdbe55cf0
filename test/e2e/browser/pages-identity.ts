import { CUSTOMER, OWNER, PASSWORD, withMail } from './server.ts';
import { addAuthenticator, setUpApp } from './sign-in-security.ts';
import { type Scene, waitUntil } from './support.ts';

const PHONE_WIDTH = 360;

/** Changes of credentials ask who uses a session that is older than five minutes. */
export const identityScenes: Scene[] = [
  [
    'identity: an owner types the password for a new API key, and the form continues',
    ({ openStage, ...host }) =>
      withMail(host, async server => {
        const { page, go, signIn, axe, screenshot, expectError } = await openStage({
          url: server.url,
          width: PHONE_WIDTH,
        });
        expectError(/401/);
        await signIn(OWNER);
        server.ageLogins();
        await go('/dashboard/keys');
        await page.getByRole('button', { name: 'Create API key' }).first().click();
        await page.getByRole('dialog').getByLabel('Name').fill('Point of sale');
        await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
        const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('Confirm your identity').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
        await dialog.getByLabel('Password', { exact: true }).fill('a guess');
        await axe();
        await screenshot('identity-password', { width: PHONE_WIDTH });
        await dialog.getByRole('button', { name: 'Verify' }).click();
        await dialog.getByText('This password is incorrect').waitFor();
        await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await dialog.getByRole('button', { name: 'Verify' }).click();
        await page.getByText(/pmk_/).first().waitFor();
      }),
  ],
  [
    'identity: a customer confirms the removal of a passkey with it',
    ({ openStage, ...host }) =>
      withMail(host, async server => {
        const url = server.url.replace('127.0.0.1', 'localhost');
        const { page, go, signIn, axe, screenshot, expectError } = await openStage({
          url,
          width: PHONE_WIDTH,
        });
        expectError(/401/);
        await addAuthenticator(page);
        await signIn(CUSTOMER);
        await go('/my/account');
        await page.getByRole('button', { name: 'Add a passkey' }).click();
        await page.getByText('Passkey added').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        server.ageLogins();
        await page.getByRole('button', { name: /^Remove: / }).click();
        const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
        await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
        await axe();
        await screenshot('identity-passkey', { width: PHONE_WIDTH });
        await dialog.getByRole('button', { name: 'Use a passkey' }).click();
        await page.getByText('Passkey removed').waitFor();
      }),
  ],
  [
    'identity: a customer without a password uses a code by email',
    ({ openStage, ...host }) =>
      withMail(host, async (server, { received }) => {
        const { page, go, axe, screenshot, expectError } = await openStage({
          url: server.url,
          width: PHONE_WIDTH,
        });
        expectError(/401/);
        const codes = () => received.flatMap(mail => /code is (\d{6})/.exec(mail)?.[1] ?? []);
        const readCode = async (count: number) => {
          await waitUntil(() => codes().length >= count, 'no mail with a code');
          return codes()[count - 1] as string;
        };
        await go('/login');
        await page.getByLabel('Email').fill('cleo@people.example');
        await page.getByRole('button', { name: 'Email me a code' }).click();
        await page.getByLabel('Code').fill(await readCode(1));
        await page.getByRole('button', { name: 'Log in', exact: true }).click();
        await page.waitForURL(address => address.pathname !== '/login');
        server.ageLogins();
        await go('/my/account');
        await page.getByLabel('Email').fill('cleo@new.example');
        await page.getByRole('button', { name: 'Save account' }).click();
        const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
        await dialog.getByRole('button', { name: 'Email me a code' }).click();
        await dialog.getByLabel('Code').fill(await readCode(2));
        await axe();
        await screenshot('identity-code', { width: PHONE_WIDTH });
        await dialog.getByRole('button', { name: 'Verify' }).click();
        await page.getByText('We sent a link to cleo@new.example').waitFor();
      }),
  ],
  [
    'identity: an owner must set up an authenticator app before anything else',
    ({ openStage, ...host }) =>
      withMail(
        host,
        async server => {
          const { page, go, capture } = await openStage({ url: server.url, width: PHONE_WIDTH });
          await go('/login');
          await page.getByRole('button', { name: 'Log in with a password' }).click();
          await page.getByLabel('Email').fill(OWNER);
          await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
          await page.getByRole('button', { name: 'Log in', exact: true }).click();
          await page.getByText('need a second factor. Set it up to continue.').waitFor();
          await page.goto(`${server.url}/dashboard/campaigns`);
          await page.waitForURL(address => address.pathname === '/dashboard/account');
          await setUpApp({ page, capture }, PASSWORD);
          await page.getByText('10 recovery codes left').waitFor();
          await go('/dashboard/campaigns');
          await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
        },
        { REQUIRE_SECOND_FACTOR: 'on' },
      ),
  ],
];
