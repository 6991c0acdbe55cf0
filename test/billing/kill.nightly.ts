import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signBody } from '../../src/platform/security/signatures.ts';
import { ServerProcess } from '../e2e/server-process.ts';
import { createStorage, openRows } from '../e2e/stored-rows.ts';
import { isOnPostgres, NODE_SECRETS } from '../support/postgres-app.ts';

const KILLS = 3;
const SENDERS = 25;

/** Tells once more that an invoice is paid; the server may be killed meanwhile. */
function tell(server: ServerProcess, secret: string, id: string, invoiceId: string): Promise<unknown> {
  const body = JSON.stringify({ id, type: 'invoice.paid', data: { object: { metadata: { invoiceId } } } });
  const headers = {
    'content-type': 'application/json',
    'x-webhook-signature': signBody(secret, body),
    'x-webhook-timestamp': String(Math.floor(Date.now() / 1000)),
  };
  return fetch(`${server.url}/billing/webhook`, { method: 'POST', headers, body }).catch(() => undefined);
}

test('a top-up is credited once even if the server is killed repeatedly while it receives the events', async () => {
  const storage = await createStorage(mkdtempSync(join(tmpdir(), 'perkmint-kill-')));
  const server = new ServerProcess(storage);
  await server.start();
  await server.register();
  const billingWebhookSecret = isOnPostgres
    ? NODE_SECRETS.BILLING_WEBHOOK_SECRET
    : JSON.parse(readFileSync(join(storage.DATA_DIR, 'secrets.json'), 'utf8')).billingWebhookSecret;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { invoice } = await server.call('POST', '/billing', { action: 'topup', amount: 50 });
    const requests = Array.from({ length: SENDERS }, (_, n) =>
      tell(server, billingWebhookSecret, `pay-${kill}-${n % 5}`, invoice.id),
    );
    await Promise.race(requests);
    await server.kill();
    await Promise.all(requests);
    await server.start();
    for (let n = 0; n < 5; n += 1) await tell(server, billingWebhookSecret, `pay-${kill}-${n}`, invoice.id);
    const { cash } = await server.call('GET', '/exchange/wallet').catch(async () => {
      await server.call('POST', '/exchange/enroll', {});
      return server.call('GET', '/exchange/wallet');
    });
    expect(cash).toBe(50 * kill);
  }
  await server.kill();
  const rows = openRows(storage);
  if (!isOnPostgres) expect(await rows.read('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const deposits = "select count(*) from ledger_transfers where kind = 'exchange.deposit'";
  expect(await rows.readNumber(deposits)).toBe(KILLS);
  await rows.close();
  await server.remove();
});
