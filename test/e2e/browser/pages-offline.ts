import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { OWNER, PASSWORD, type TestServer } from './server.ts';
import { expectNone, openProfile, type Scene, SHOTS, waitUntil } from './support.ts';

const GUEST = 'offline@people.example';

/** Creates a program with a fixed and one with a rotating card, and a member with a reward code. */
async function createMember(server: TestServer) {
  const account = { action: 'register', password: PASSWORD, email: GUEST, name: 'Gus Guest' };
  const guest = await server.api<{ accessToken: string; user: { id: string } }>('POST', '/auth', account);
  const createProgram = async (fields: object) => {
    const program = { rewards: { points: { perAction: 10 } }, ...fields };
    const { id } = await server.api<{ id: string }>('POST', '/programs', program, server.owner);
    const member = { memberId: guest.user.id };
    await server.api('POST', `/programs/${id}/members`, member, guest.accessToken);
    return id;
  };
  const id = await createProgram({ name: 'Offline regulars' });
  const rotatingId = await createProgram({ name: 'Rotating regulars', card: 'rotating' });
  const offer = { name: 'Offline cup', platform: 'instagram', actionType: 'story', launch: true };
  const reward = { type: 'item', name: 'Free flat white', cost: 1.2 };
  const campaign = await server.api<{ id: string }>('POST', '/campaigns', { ...offer, reward }, server.owner);
  const proof = { campaignId: campaign.id, proofUrl: 'https://www.instagram.com/p/offline/' };
  const submission = await server.api<{ id: string }>('POST', '/submissions', proof, guest.accessToken);
  const approval = { submissionId: submission.id, action: 'approve' };
  const reviewed = await server.api<{ reward: { code: string } }>(
    'POST',
    '/submissions/review',
    approval,
    server.owner,
  );
  return { id, rotatingId, code: reviewed.reward.code };
}

/**
 * Opens a connection to the server that can be cut. The browser's own switch does not reach a service worker that starts
 * after it.
 */
async function openLine(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const line = createServer(client => {
    if (isCut) return void client.destroy();
    const server = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>(resolve => line.listen(0, hostname, resolve));
  const { port: ownPort } = line.address() as { port: number };
  return {
    url: `http://${hostname}:${ownPort}`,
    setCut(value: boolean) {
      isCut = value;
      if (isCut) for (const socket of sockets) socket.destroy();
    },
    close: () => line.close(),
  };
}

async function logIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
}

/** Resolves when the worker has kept the answer to a request whose path has this end. */
async function waitUntilKept(page: Page, path: string): Promise<void> {
  const isKept = () =>
    page.evaluate(async end => {
      const keys = await (await caches.open('perkmint-own')).keys();
      return keys.some(({ url }) => new URL(url).pathname.endsWith(end));
    }, path);
  // Not waitForFunction, which takes a promise for the answer.
  await waitUntil(isKept, `the answer of …${path} was not kept`);
}

async function expectNothingKept(page: Page, code: string): Promise<void> {
  await page.locator('h1, .empty h2, [role=alert]').first().waitFor();
  if ((await page.content()).includes(code)) throw new Error('The code of the previous user is shown');
  const kept = await page.evaluate(async () => (await (await caches.open('perkmint-own')).keys()).length);
  if (kept > 0) throw new Error(`${kept} answers were kept`);
}

/** Codes and cards without a connection, through the service worker. */
export const offlineScenes: Scene[] = [
  [
    'offline: after one page with a network, all pages of the bar and the card open without one',
    async ({ server }) => {
      const profile = mkdtempSync(join(tmpdir(), 'perkmint-offline-'));
      const line = await openLine(server.url);
      const context = await openProfile(profile);
      try {
        const { id, code } = await createMember(server);
        const page = context.pages()[0] ?? (await context.newPage());
        await logIn(page, line.url, GUEST);
        await page.goto(`${line.url}/my/account`);
        await waitUntilKept(page, `/programs/${id}/progress`);
        await waitUntilKept(page, '/account/passkeys');
        line.setCut(true);
        await page.goto(`${line.url}/my/rewards`);
        await page.getByText(code).waitFor();
        const bar = page.locator('.bottom-bar');
        await bar.getByRole('link', { name: 'Offers' }).click();
        await page.getByText('ready to use').waitFor();
        await page.locator('a.offer').first().waitFor();
        await bar.getByRole('link', { name: 'Account' }).click();
        await page.getByLabel('Name', { exact: true }).waitFor();
        await page.getByText('This device', { exact: true }).waitFor();
        await page.goto(`${line.url}/my/submissions`);
        await page.getByRole('link', { name: /Offline cup/ }).waitFor();
        await bar.getByRole('link', { name: 'Memberships' }).click();
        await page.getByRole('link', { name: 'Offline regulars' }).click();
        await page.getByRole('img', { name: 'Member card of' }).waitFor();
        await expectNone(page.getByText('You seem to be offline'), 'A part of the page was not kept');
        await expectNone(
          page.getByRole('img', { name: 'usr_' }),
          'A card without a name shows the account ID',
        );
      } catch (error) {
        await context.pages()[0]?.screenshot({ path: join(SHOTS, 'failed-offline-pages.png') });
        throw error;
      } finally {
        await context.close();
        line.close();
        rmSync(profile, { recursive: true, force: true });
      }
    },
  ],
  [
    'offline: a code and a card open without a network after a cold start, and not after a log-out',
    async ({ server }) => {
      const profile = mkdtempSync(join(tmpdir(), 'perkmint-offline-'));
      const line = await openLine(server.url);
      let context: BrowserContext | undefined;
      const open = async () => {
        await context?.close();
        context = await openProfile(profile);
        return context.pages()[0] ?? (await context.newPage());
      };
      try {
        const { id, rotatingId, code } = await createMember(server);
        const at = (path: string) => line.url + path;
        let page = await open();
        const card = () => page.getByRole('img', { name: 'Member card of' });
        await logIn(page, line.url, GUEST);
        await page.goto(at('/my/rewards'));
        await page.getByText(code).waitFor();
        await waitUntilKept(page, '/rewards');
        await page.goto(at(`/my/programs/${id}`));
        await card().waitFor();
        await waitUntilKept(page, '/card');
        await page.goto(at(`/my/programs/${rotatingId}`));
        await card().waitFor();
        await waitUntilKept(page, `/programs/${rotatingId}/progress`);

        page = await open();
        line.setCut(true);
        await page.goto(at('/my/rewards'));
        await page.getByText("You're offline. This page was last updated").waitFor();
        await page.screenshot({ path: join(SHOTS, 'offline-rewards.png') });
        await page.getByRole('button', { name: /Show code/ }).click();
        await page.locator('.code-screen .code-large', { hasText: code }).waitFor();
        await page.getByRole('img', { name: `QR code for ${code}` }).waitFor();
        await page.goto(at(`/my/programs/${id}`));
        await card().waitFor();
        await page.screenshot({ path: join(SHOTS, 'offline-card.png') });
        await page.goto(at(`/my/programs/${rotatingId}`));
        await page.getByText('This card changes every minute and needs a connection').waitFor();
        await page.screenshot({ path: join(SHOTS, 'offline-rotating.png') });

        line.setCut(false);
        await page.goto(at('/my/account'));
        await page.locator('main').getByRole('button', { name: 'Log out on this device' }).click();
        await page.waitForURL(({ pathname }) => pathname === '/login');
        line.setCut(true);
        await page.goto(at('/my/rewards'));
        await expectNothingKept(page, code);

        line.setCut(false);
        await logIn(page, line.url, GUEST);
        await page.goto(at('/my/rewards'));
        await waitUntilKept(page, '/rewards');
        // The owner logs in on the same device without a log-out before.
        await page.evaluate(() =>
          fetch('/session', { method: 'DELETE', headers: { 'X-Perkmint-Page': '1' } }),
        );
        await logIn(page, line.url, OWNER);
        line.setCut(true);
        await page.goto(at('/my/rewards'));
        await expectNothingKept(page, code);
      } catch (error) {
        await context?.pages()[0]?.screenshot({ path: join(SHOTS, 'failed-offline.png') });
        throw error;
      } finally {
        await context?.close();
        line.close();
        rmSync(profile, { recursive: true, force: true });
      }
    },
  ],
];
