import type { SmtpSink } from '../../support/smtp.ts';
import { logInOwner, OWNER, withMail } from './server.ts';
import { expectNone, type Scene, waitUntil } from './support.ts';

const PHONE_WIDTH = 360;
const CHOSEN = 'a password of my own';

/** Waits for a mail to the owner with a link to a page, and returns the link. Mail servers wrap lines. */
async function readLink({ received }: SmtpSink, page: string): Promise<string> {
  const read = () =>
    received
      .map(mail => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .flatMap(mail => new RegExp(`http\\S+/${page}\\?token=\\S+`).exec(mail)?.[0] ?? []);
  await waitUntil(() => read().length > 0, `no mail with a link to ${page}`);
  return read()[0] as string;
}

/** The first proof of the address with which an account was registered. */
export const addressScenes: Scene[] = [
  [
    'address: an owner confirms it where the account is logged in, and nowhere else',
    ({ openStage, ...host }) =>
      withMail(host, async (server, sink) => {
        const owner = await openStage({ url: server.url, width: PHONE_WIDTH });
        await owner.signIn(OWNER);
        await owner.go('/dashboard');
        await owner.page.getByText('Your email address is not confirmed').waitFor();
        await owner.capture('address-unconfirmed');
        await owner.page.getByRole('button', { name: 'Confirm email address' }).click();
        await owner.page.getByText(`We sent a link to ${OWNER}`).waitFor();
        const link = await readLink(sink, 'confirm-email');

        const stranger = await openStage({ url: server.url, width: PHONE_WIDTH });
        await stranger.page.goto(link);
        await stranger.page.getByText('Log in to the account that this address is for').waitFor();

        await owner.page.goto(link);
        await owner.page.getByRole('button', { name: 'Confirm email address' }).click();
        await owner.page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
      }),
  ],
  [
    'address: a customer learns on the membership that purchases online wait for a confirmed one',
    ({ openStage, ...host }) =>
      withMail(host, async (server, sink) => {
        const owner = await logInOwner(server);
        const { id } = await server.api<{ id: string }>('POST', '/programs', { name: 'Online' }, owner);
        const email = 'kay@people.example';
        const person = { action: 'register', name: 'Kay', email, password: CHOSEN };
        const { accessToken, user } = await server.api<{ accessToken: string; user: { id: string } }>(
          'POST',
          '/auth',
          person,
        );
        await server.api('POST', `/programs/${id}/members`, { memberId: user.id }, accessToken);
        const customer = await openStage({ url: server.url, width: PHONE_WIDTH });
        await customer.signIn(email, CHOSEN);
        await customer.go(`/my/programs/${id}`);
        await customer.page.getByText('so that purchases in the online shop count').waitFor();
        await customer.capture('address-customer');
        await customer.page.getByRole('button', { name: 'Confirm email address' }).click();
        await customer.page.goto(await readLink(sink, 'confirm-email'));
        await customer.page.getByRole('button', { name: 'Confirm email address' }).click();
        await customer.page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
        await customer.go(`/my/programs/${id}`);
        await customer.page.getByText('Your details').waitFor();
        await expectNone(
          customer.page.getByText('Your email address is not confirmed'),
          'A confirmed address is still called unconfirmed',
        );
      }),
  ],
  [
    'address: who resets a password first says who created the account',
    ({ openStage, ...host }) =>
      withMail(host, async (server, sink) => {
        const mallory = { email: 'mallory@evil.example', name: 'Mallory', position: 'owner' };
        await server.api(
          'POST',
          '/business/users',
          { ...mallory, password: CHOSEN },
          await logInOwner(server),
        );
        const { page, capture } = await openStage({ url: server.url, width: PHONE_WIDTH });
        await page.goto(`${server.url}/forgot`);
        await page.getByLabel('Email').fill(OWNER);
        await page.getByRole('button', { name: 'Send reset link' }).click();
        await page.goto(await readLink(sink, 'reset'));
        await page.getByText('Who created this account?').waitFor();
        await capture('address-first-reset');
        await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
        await page.getByRole('radio', { name: 'Someone else' }).check();
        await page.getByRole('button', { name: 'Save password and log in' }).click();
        await page.waitForURL(/\/dashboard/);
        await page.goto(`${server.url}/dashboard/settings?section=team`);
        await page.getByText(OWNER).first().waitFor();
        const message = 'Who was added before the first proof is still in the team';
        await expectNone(page.getByText(mallory.email), message);
      }),
  ],
];
