import type { Page } from 'playwright-core';
import { codeAt } from '../../auth/totp-app.ts';
import type { Stage } from './support.ts';

interface Person {
  email: string;
  password: string;
}

const PHONE_WIDTH = 360;

/** Gives a page Chromium's virtual authenticator, which answers without a person. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey with Chromium's virtual authenticator, and logs in with it without an email address. */
export async function checkPasskey({ server, openStage }: Stage, person: Person): Promise<void> {
  // Passkeys belong to names, and the public address of the server is a loopback one.
  const url = server.url.replace('127.0.0.1', 'localhost');
  const { page, go, signIn, capture, expectError } = await openStage({ url, width: PHONE_WIDTH });
  // The page loads lists in advance, which may be while it loses its session.
  expectError(/401/);
  await addAuthenticator(page);
  await signIn(person.email, person.password);
  await go('/my/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByRole('dialog').getByLabel('Name').fill('My phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByText('My phone').waitFor();
  await capture('passkeys');
  await page.context().clearCookies();
  await go('/login');
  await page.waitForURL(address => address.pathname !== '/login');
  await go('/my/account');
  await page.getByText('My phone').waitFor();
}

/** Sets up an authenticator app on the account page. @returns a recovery code */
export async function setUpApp(
  { page, capture }: Pick<Stage, 'page' | 'capture'>,
  password: string,
): Promise<string> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = (await page.locator('dialog .secret-value code').textContent()) ?? '';
  await capture('totp-setup');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Your recovery codes').waitFor();
  const code = (await page.locator('dialog li code').first().textContent()) ?? '';
  await page.getByRole('button', { name: "I've saved them" }).click();
  return code;
}

/** Sets up an authenticator app as a new owner, and logs in with it. */
export async function checkSecondFactor({ server, openStage }: Stage): Promise<void> {
  const person = { email: 'dora@door.example', password: 'correct horse battery', name: 'Dora' };
  const shop = { role: 'business', businessName: 'Door', industry: 'cafe' };
  await server.api('POST', '/auth', { action: 'register', ...person, ...shop });
  const { page, go, signIn, capture, expectError } = await openStage({ width: PHONE_WIDTH });
  expectError(/401/);
  await signIn(person.email, person.password);
  await go('/dashboard/account');
  const code = await setUpApp({ page, capture }, person.password);
  await page.getByText('10 recovery codes left').waitFor();
  await page.context().clearCookies();
  await go('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('This code is incorrect').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(address => address.pathname.startsWith('/dashboard'));
}
