import type { SmtpSink } from '../../support/smtp.ts';
import { withMail } from './server.ts';
import { expectNone, type Scene, waitUntil } from './support.ts';

const EVE = 'eve@people.example';
const PHONE_WIDTH = 360;
const CODE = /code is (\d{6})/;

/** Returns the mails to Eve with a code. The server also sends mails to others and of other kinds, in any order. */
function codeMails({ received }: SmtpSink): string[] {
  return received.filter(mail => mail.includes(`To: ${EVE}`) && CODE.test(mail));
}

/** Waits for the mail after `count` mails with a code and returns it. */
async function nextMail(sink: SmtpSink, count: number): Promise<string> {
  await waitUntil(() => codeMails(sink).length > count, `no mail with a code to ${EVE}`);
  return codeMails(sink)[count] ?? '';
}

const readCode = (mail: string) => CODE.exec(mail)?.[1] ?? 'no code';

/** Signing up and in with a code by email, on a server that can send mail. */
export const codeScenes: Scene[] = [
  [
    'codes: a visitor takes part with an email address only, and later logs in without a password',
    ({ openStage, ...host }) =>
      withMail(host, async (server, sink) => {
        const offer = { name: 'Morning cup', platform: 'instagram', actionType: 'story', launch: true };
        const reward = { type: 'fixed', value: 5 };
        const { slug } = await server.api('POST', '/campaigns', { ...offer, reward }, server.owner);
        const visitor = await openStage({ url: server.url, width: PHONE_WIDTH });
        const { page } = visitor;
        const startedAt = performance.now();
        const held = Promise.withResolvers<void>();
        await page.route('**/session/options', async route => {
          await held.promise;
          await route.continue();
        });
        await page.goto(`${server.url}/c/${slug}`);
        await page.getByRole('button', { name: 'Submit proof' }).waitFor();
        const message = 'A password is asked for before the page knows whether codes can be mailed';
        await expectNone(page.locator('input[type="password"]'), message);
        held.resolve();
        await page.getByText('Link', { exact: true }).click();
        await page.getByLabel('Email').fill(EVE);
        await page.getByLabel('Link to your post').fill('https://www.instagram.com/p/by-code/');
        await page.getByRole('button', { name: 'Submit proof' }).click();
        await page.getByLabel('Code').waitFor();
        await visitor.capture('code');
        const mail = await nextMail(sink, 0);
        if (!mail.includes('is your sign-in code for Blue Cup')) throw new Error('The mail names no shop');
        await page.getByLabel('Code').fill(readCode(mail));
        await page.getByRole('button', { name: 'Submit proof' }).click();
        await page.getByRole('heading', { name: 'Morning cup' }).waitFor();
        await page.waitForURL(/\/my\/submissions\/sub_/);
        await page.getByText("We'll email you when Blue Cup has decided.").waitFor();
        const seconds = (performance.now() - startedAt) / 1_000;
        console.log(
          `      scan to pending submission: 3 fields (email, code, proof), 3 taps, ${seconds.toFixed(1)} s`,
        );

        visitor.expectError(/401/);
        await visitor.go('/my/account');
        // No request of the page itself may meet the ended session before the form does.
        await page.waitForLoadState('networkidle');
        await page.getByLabel('Name', { exact: true }).fill('Eve Evans');
        await page.context().clearCookies();
        await page.getByRole('button', { name: 'Save account' }).click();
        await page.getByText('Nothing on this page is lost').waitFor();
        const mails = codeMails(sink).length;
        await page.getByRole('button', { name: 'Email me a code' }).click();
        await page.getByLabel('Code').fill(readCode(await nextMail(sink, mails)));
        await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
        await page.getByText('Account saved').waitFor();
        if ((await page.getByLabel('Name', { exact: true }).inputValue()) !== 'Eve Evans')
          throw new Error('The form lost its value');

        const device = await openStage({ url: server.url, width: PHONE_WIDTH });
        device.expectError(/401/);
        await device.go(`/login?next=/c/${slug}`);
        await device.capture('login-by-code');
        await device.page.getByLabel('Email').fill(EVE);
        const mailsBefore = codeMails(sink).length;
        await device.page.getByRole('button', { name: 'Email me a code' }).click();
        await device.page.getByLabel('Code').fill('000000');
        await device.page.getByRole('button', { name: 'Log in', exact: true }).click();
        await device.page.getByText('Incorrect code').waitFor();
        const link = readLink(await nextMail(sink, mailsBefore));
        const linked = await openStage({ url: server.url, width: PHONE_WIDTH });
        await linked.page.goto(link);
        await linked.page.getByRole('button', { name: 'Log in', exact: true }).click();
        await linked.page.waitForURL(`${server.url}/c/${slug}`);
        await linked.page.getByText('Your submissions').waitFor();
        if (linked.page.url().includes('code=')) throw new Error('The code stayed in the address');
      }),
  ],
];

/** Returns the link of a mail, whose lines mail servers wrap. */
function readLink(mail: string): string {
  const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /http\S+#email=\S+/.exec(text)?.[0] ?? 'about:blank';
}
