import { afterAll, beforeAll, expect, test as testAlways } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEDULER } from '../../src/context.ts';
import { updatePasses } from '../../src/passes/service/update.ts';
import { type BusinessFixture, createBusiness, createCustomer, createStaff } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** The programs that create certificates and check passes. Nearly every system has them. */
const hasTools = ['openssl', 'unzip'].every(name => Bun.which(name) !== null);
const test = testAlways.skipIf(!hasTools);

let ctx: TestApp;
let owner: BusinessFixture;
let ada: { token: string; userId: string };
let programId: string;
let keys: Record<'certificate' | 'privateKey' | 'wwdrCertificate', string>;
const folder = mkdtempSync(join(tmpdir(), 'apple-'));

/** Runs a program that knows nothing of the product. @returns its output */
function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/** Creates an authority in place of Apple's, and a certificate of a pass type. */
async function createCertificates(name: string) {
  const subject = '/UID=pass.com.bluecup/CN=Pass Type ID: pass.com.bluecup/OU=TEAM123456/O=Blue Cup';
  const [ca, caKey, key, csr, leaf] = ['ca.pem', 'ca.key', 'leaf.key', 'leaf.csr', 'leaf.pem'].map(
    file => `${name}-${file}`,
  ) as [string, string, string, string, string];
  const request = ['openssl', 'req', '-newkey', 'rsa:2048', '-nodes'];
  run(...request, '-x509', '-days', '9000', '-subj', '/CN=Test WWDR', '-keyout', caKey, '-out', ca);
  run(...request, '-subj', subject, '-keyout', key, '-out', csr);
  run(
    'openssl',
    'x509',
    '-req',
    '-in',
    csr,
    '-CA',
    ca,
    '-CAkey',
    caKey,
    '-CAcreateserial',
    '-days',
    '9000',
    '-out',
    leaf,
  );
  const read = (file: string) => Bun.file(join(folder, file)).text();
  return { certificate: await read(leaf), privateKey: await read(key), wwdrCertificate: await read(ca) };
}

beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
  if (!hasTools) return;
  owner = await createBusiness(ctx);
  ada = await createCustomer(ctx);
  keys = await createCertificates('own');
  programId = (await call('POST', '/programs', { name: 'Regulars', rewards: { pointsPerVisit: 10 } })).data
    .id;
  await call('POST', `/programs/${programId}/members`, { memberId: ada.userId }, ada.token);
});
afterAll(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true });
});

const call = (method: string, path: string, body?: object, as = owner.token) =>
  ctx.call(method, path, body, { as });
const createPass = () => call('POST', '/passes', { platform: 'apple', programId }, ada.token);
const send = (method: string, path: string, token?: string, body?: object) =>
  ctx.send(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(token && { authorization: `ApplePass ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );

/** Unpacks a pass with unzip and verifies its signature with openssl. @returns pass.json */
async function readPass(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
  await Bun.write(join(folder, 'test.pkpass'), await response.bytes());
  run('rm', '-rf', 'pass');
  run('unzip', '-q', 'test.pkpass', '-d', 'pass');
  const signature = ['-in', 'pass/signature', '-content', 'pass/manifest.json', '-CAfile', 'own-ca.pem'];
  run('openssl', 'smime', '-verify', '-inform', 'DER', ...signature, '-out', '/dev/null');
  const manifest = await Bun.file(join(folder, 'pass/manifest.json')).json();
  for (const [name, hash] of Object.entries(manifest)) {
    const bytes = await Bun.file(join(folder, 'pass', name)).bytes();
    expect([name, new Bun.CryptoHasher('sha1').update(bytes).digest('hex')]).toEqual([name, hash as string]);
  }
  expect(Object.keys(manifest).sort()).toEqual(['icon.png', 'icon@2x.png', 'icon@3x.png', 'pass.json']);
  return await Bun.file(join(folder, 'pass/pass.json')).json();
}

test('a certificate, key or authority that does not fit the others is refused', async () => {
  const other = await createCertificates('other');
  const set = async (body: object) => {
    const { status, error } = await call('PUT', '/business/passes/apple', { ...keys, ...body });
    return [status, error?.details?.[0]?.field];
  };
  expect(await set({ certificate: 'no PEM' })).toEqual([400, 'certificate']);
  expect(await set({ certificate: keys.wwdrCertificate })).toEqual([400, 'certificate']);
  expect(await set({ privateKey: other.privateKey })).toEqual([400, 'privateKey']);
  expect(await set({ wwdrCertificate: other.wwdrCertificate })).toEqual([400, 'wwdrCertificate']);
  const { data } = await call('PUT', '/business/passes/apple', keys);
  expect(data.apple).toMatchObject({ passTypeId: 'pass.com.bluecup', teamId: 'TEAM123456' });
  expect(JSON.stringify(data)).not.toContain('PRIVATE');
});

test('a pass opens in unzip and openssl, and shows the card of the member', async () => {
  const { data } = await createPass();
  expect(data.url).toStartWith('https://perks.example/apple-wallet/passes/');
  const path = data.url.slice('https://perks.example'.length);
  const pass = await readPass(await send('GET', path));
  const cardPath = `/programs/${programId}/members/${ada.userId}/card`;
  const { data: card } = await call('GET', cardPath, undefined, ada.token);
  expect(pass).toMatchObject({
    passTypeIdentifier: 'pass.com.bluecup',
    teamIdentifier: 'TEAM123456',
    serialNumber: data.id,
    organizationName: 'Blue Cup',
    webServiceURL: 'https://perks.example/apple-wallet',
    barcodes: [{ format: 'PKBarcodeFormatQR', message: card.card }],
    storeCard: {
      primaryFields: [{ key: 'points', label: 'Points', value: 0 }],
      backFields: [{ key: 'news', value: 'No messages yet' }, { key: 'shop' }],
    },
  });
  // Otherwise another language of the text would appear as a message.
  expect(pass.storeCard.backFields[0].changeMessage).toBeUndefined();
  for (const wrong of [path.split('?')[0] as string, `${path}0`])
    expect((await send('GET', wrong)).status).toBe(401);
});

test('a phone registers, learns of a visit, fetches the pass again and unregisters', async () => {
  const { data } = await createPass();
  const { authenticationToken } = await readPass(
    await send('GET', data.url.slice('https://perks.example'.length)),
  );
  const device = '/apple-wallet/v1/devices/device-1/registrations/pass.com.bluecup';
  const push = { pushToken: 'abc' };
  expect((await send('POST', `${device}/${data.id}`, 'wrong', push)).status).toBe(401);
  expect((await send('GET', device)).status).toBe(204);
  expect((await send('POST', `${device}/${data.id}`, authenticationToken, push)).status).toBe(201);
  expect((await send('POST', `${device}/${data.id}`, authenticationToken, push)).status).toBe(200);
  const first = await (await send('GET', device)).json();
  expect(first.serialNumbers).toEqual([data.id]);
  const since = `${device}?passesUpdatedSince=${first.lastUpdated}`;
  expect((await send('GET', since)).status).toBe(204);
  ctx.clock.advance(60_000);
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId, quantity: 3 });
  await updatePasses(ctx.app.as(SCHEDULER));
  expect((await (await send('GET', since)).json()).serialNumbers).toEqual([data.id]);
  const path = `/apple-wallet/v1/passes/pass.com.bluecup/${data.id}`;
  const pass = await readPass(await send('GET', path, authenticationToken));
  expect(pass.storeCard.secondaryFields[0]).toEqual({ key: 'visits', label: 'Visits', value: 3 });
  const news = { key: 'news', label: 'Latest message', changeMessage: '%@' };
  expect(pass.storeCard.backFields[0]).toEqual({ ...news, value: 'Your visits: 3' });
  const refused = await send('GET', path, 'wrong');
  expect(refused.status).toBe(401);
  expect((await send('DELETE', `${device}/${data.id}`, authenticationToken)).status).toBe(200);
  expect((await send('GET', device)).status).toBe(204);
});

test('when the card is replaced, its pass and the links to it stop working', async () => {
  const staff = await createStaff(ctx, owner, 'staff');
  const asked = { platform: 'apple', programId, memberId: ada.userId };
  const before = await call('POST', '/passes', asked, staff);
  const pathOf = ({ data }: typeof before) => data.url.slice('https://perks.example'.length);
  const { authenticationToken } = await readPass(await send('GET', pathOf(before)));
  const replaced = await call('POST', `/programs/${programId}/members/${ada.userId}/card`, {}, ada.token);
  expect((await send('GET', pathOf(before))).status).toBe(401);
  const update = `/apple-wallet/v1/passes/pass.com.bluecup/${before.data.id}`;
  expect((await send('GET', update, authenticationToken)).status).toBe(401);
  const after = await createPass();
  expect(pathOf(after)).not.toBe(pathOf(before));
  const pass = await readPass(await send('GET', pathOf(after)));
  expect(pass.barcodes[0].message).toBe(replaced.data.card);
  expect((await send('GET', update, pass.authenticationToken)).status).toBe(200);
});

test('ten devices get the updates of a pass: another one takes the place of the first', async () => {
  const { data } = await createPass();
  const { authenticationToken } = await readPass(
    await send('GET', data.url.slice('https://perks.example'.length)),
  );
  const device = (id: string | number) => `/apple-wallet/v1/devices/${id}/registrations/pass.com.bluecup`;
  const register = (id: string | number) =>
    send('POST', `${device(id)}/${data.id}`, authenticationToken, { pushToken: 'abc' });
  for (let id = 1; id <= 11; id += 1) {
    ctx.clock.advance(1_000);
    expect((await register(id)).status).toBe(201);
  }
  expect([(await send('GET', device(1))).status, (await send('GET', device(2))).status]).toEqual([204, 200]);
  expect((await register('d'.repeat(101))).status).toBe(400);
});

test('a pass is signed in the thread: without it, only files that are kept are served', async () => {
  const { data } = await createPass();
  const path = data.url.slice('https://perks.example'.length);
  await readPass(await send('GET', path));
  ctx.app.services.passFiles.close();
  expect((await send('GET', path)).status).toBe(200);
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId });
  expect((await send('GET', path)).status).toBe(503);
});
