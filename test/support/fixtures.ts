import { insertPasskey } from '../../src/auth/passkeys-store.ts';
import { issueEmailLink, issueResetLink, issueSetup } from '../../src/auth/service/links.ts';
import { createFirstAdmin } from '../../src/auth/service/register.ts';
import { findUserByEmail } from '../../src/auth/store.ts';
import type { Invoice } from '../../src/billing/model.ts';
import { markPaid } from '../../src/billing/service/invoices.ts';
import { CLAIM_CODE_EXAMPLE } from '../../src/claims/model.ts';
import { atomically } from '../../src/context.ts';
import { exampleId } from '../../src/describe/openapi/examples/ids.ts';
import { FIELD_VALUES } from '../../src/describe/openapi/examples/values.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { recordFounder } from '../../src/installation/service.ts';
import { addDevice } from '../../src/places/service/devices.ts';
import { connectApp } from '../apps/fixture.ts';
import {
  type BusinessFixture,
  CAMPAIGN,
  createBusiness,
  createCustomer,
  LEAVER,
  MEMBER_ID,
  PASSWORD,
} from './accounts.ts';
import { ISSUER_ID, SERVICE_ACCOUNT_KEY } from './google-wallet.ts';
import { membersForm } from './members-form.ts';
import { propose } from './propose.ts';
import { type CreateRecord, seedProgram } from './seed-program.ts';
import { seedShopSystem } from './shop-system.ts';
import type { TestApp } from './test-app.ts';

/** A one-pixel PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A business with an owner, a customer and one record of each collection that has an ID in its path. */
export interface Fixtures {
  owner: string;
  businessId: string;
  customer: string;
  /** Record IDs by the path segment in front of the ID. */
  records: Record<string, string>;
  /** Replaces IDs in the examples of the OpenAPI document with IDs that exist, so that the examples can be sent. */
  exampleReplacements: Map<unknown, unknown>;
}

/** Creates a business with records for every operation to work on. */
export async function seedFixtures(ctx: TestApp, name = 'Blue Cup'): Promise<Fixtures> {
  const { token: owner, businessId, userId } = await createBusiness(ctx, name);
  if (name === 'Blue Cup') await atomically(ctx.app.as(SYSTEM), tx => recordFounder(tx, userId));
  const { token: fan } = await createCustomer(ctx, `fan-of-${name.toLowerCase().replaceAll(' ', '-')}`);
  const create = async (path: string, body: unknown, as: string) =>
    (await ctx.call('POST', path, body, { as })).data;
  const campaign = await create('/campaigns', { ...CAMPAIGN, launch: true, limits: { perUser: 9 } }, owner);
  const draft = await create('/campaigns', CAMPAIGN, owner);
  const submit = (n: number) =>
    create(
      '/submissions',
      { campaignId: campaign.id, proofUrl: `https://www.instagram.com/p/${name.length}${n}/` },
      fan,
    );
  const approved = await submit(1);
  const pending = await submit(2);
  const approval = { submissionId: approved.id, action: 'approve' };
  const { reward } = await create('/submissions/review', approval, owner);
  const spent = { submissionId: (await submit(3)).id, action: 'approve' };
  const { reward: redeemed } = await create('/submissions/review', spent, owner);
  await create('/rewards/redeem', { code: redeemed.code }, owner);
  const key = await create('/api-keys', { name: 'Till tablet' }, owner);
  const staff = { email: `staff-of-${businessId}@shop.example`, name: 'Staff', password: PASSWORD };
  const list = await create('/export-links', { operationId: 'listCampaigns' }, owner);
  const colleague = await create('/business/users', staff, owner);
  const guest = { email: `guest-of-${businessId}@shop.example`, name: 'Guest' };
  const invited = await create('/business/users', guest, owner);
  const perks = await seedProgram(create, owner);
  const market = await seedExchange(ctx, create, { owner, businessId, fan, program: perks.program });
  const hook = await create('/webhooks', { url: 'https://hooks.blue-cup.example/perkmint' }, owner);
  const delivery = await create(`/webhooks/${hook.id}/test`, {}, owner);
  const { data: recorded } = await ctx.call('GET', '/events', undefined, { as: owner });
  const [event] = recorded.items;
  const upload = await createUpload(ctx, owner);
  const { data: shop } = await ctx.call('PUT', '/business', { logoUploadId: upload }, { as: owner });
  const order = { action: 'subscribe', planId: 'growth', interval: 'month' };
  const { invoice } = (await create('/billing', order, owner)) as unknown as { invoice: Invoice };
  await markPaid(ctx.app.as(SYSTEM), invoice.number);
  const account = { platform: 'instagram', method: 'bioCode', handle: 'blue.cup' };
  const connection = await create('/oauth/connect', account, owner);
  const wallet = { issuerId: ISSUER_ID, serviceAccountKey: SERVICE_ACCOUNT_KEY };
  await ctx.call('PUT', '/business/passes/google', wallet, { as: owner });
  const shopSystem = await seedShopSystem(ctx, owner, perks.program);
  const place = await create('/business/places', { name: 'Station' }, owner);
  const closedPlace = await create('/business/places', { name: 'Old town' }, owner);
  const { device } = await addDevice(
    ctx.app.as(SYSTEM),
    { name: 'Front counter', placeId: place.id, businessId },
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Safari/604.1',
  );
  const influencer = await create('/influencers', newInfluencer(`star-of-${businessId}`), owner);
  const spare = await create('/influencers', newInfluencer(`spare-of-${businessId}`), owner);
  const raw = membersForm(perks.program, 'old-card-1');
  const { data: imported } = await ctx.call('POST', '/imports', undefined, { as: owner, raw });
  return {
    owner,
    businessId,
    customer: fan,
    records: {
      campaigns: campaign.id,
      'DELETE campaigns': draft.id,
      shops: shop.slug,
      links: campaign.slug,
      submissions: pending.id,
      rewards: reward.id,
      'api-keys': key.id,
      'export-links': list.id,
      exports: String(list.url).slice(-SECRET_LENGTH),
      users: colleague.id,
      'POST users': invited.id,
      passkeys: await addPasskey(ctx, owner),
      apps: await addApp(ctx, owner),
      sessions: await openOtherSession(ctx, owner, name),
      uploads: upload,
      influencers: influencer.id,
      places: place.id,
      'DELETE places': closedPlace.id,
      devices: device.id,
      'DELETE influencers': spare.id,
      imports: imported.id,
      proposals: await propose(ctx, { owner, program: perks.program, memberId: MEMBER_ID }),
      programs: perks.program,
      redemptions: perks.shopOrder,
      'DELETE programs': perks.empty,
      members: MEMBER_ID,
      'DELETE members': LEAVER,
      reversible: perks.reversible,
      adjustments: perks.adjustment,
      orders: market.own,
      webhooks: hook.id,
      deliveries: delivery.id,
      events: event.id,
      connections: connection.id,
      oauth: 'instagram',
      passes: 'google',
      mails: 'reward.issued',
      inbound: shopSystem.id,
      'integrations orders': shopSystem.order,
    },
    exampleReplacements: new Map<unknown, unknown>([
      [exampleId('business'), businessId],
      [exampleId('user'), userId],
      [exampleId('campaign'), campaign.id],
      [exampleId('submission'), pending.id],
      [exampleId('reward'), reward.id],
      [exampleId('place'), place.id],
      [exampleId('program'), perks.program],
      [exampleId('cashback'), perks.held],
      [exampleId('perk'), market.perk],
      [exampleId('order'), market.foreign],
      [EXAMPLE_USER_ID, market.fanId],
      [FIELD_VALUES.code, reward.code],
      [REDEEMED_CODE, redeemed.code],
      [CLAIM_CODE_EXAMPLE, perks.claimCode],
    ]),
  };
}

/** Logs the owner of a business in on another device. @returns the ID of that session */
async function openOtherSession(ctx: TestApp, owner: string, name: string): Promise<string> {
  const email = `owner@${name.toLowerCase().replaceAll(' ', '-')}.example`;
  await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  const { data } = await ctx.call('GET', '/account/sessions', undefined, { as: owner });
  return data.items.find((session: { current: boolean }) => !session.current).id;
}

/** Returns the request body for an influencer with one account. */
export function newInfluencer(handle: string, fields: object = {}) {
  const platforms = [{ platform: 'instagram', handle, followers: 5_000 }];
  return { name: 'Mia Moor', email: `${handle}@stars.example`, platforms, ...fields };
}

/** The length of the secret in the URL of an export link. */
const SECRET_LENGTH = 32;
/** The code in the example of Reinstating. */
const REDEEMED_CODE = '7XKQ4MTRWP';

/** The user who converts cashback in the example of NewDeposit. */
const EXAMPLE_USER_ID = 'usr_01jwnkr2g0f5v9t8d6mxyq4hm0';

interface ExchangeParties {
  owner: string;
  businessId: string;
  fan: string;
  program: string;
}

/** Creates a perk, an order of the business and one of the fan, who has cashback to convert. */
async function seedExchange(
  ctx: TestApp,
  create: CreateRecord,
  { owner, businessId, fan, program }: ExchangeParties,
) {
  const terms = { name: 'Free coffee', faceValue: 5, supply: 100 };
  const issuer = { role: 'issuer', perk: terms };
  const { perk } = (await create('/exchange/enroll', issuer, owner)) as unknown as { perk: { id: string } };
  const { userId: fanId } = (await create('/exchange/enroll', {}, fan)) as unknown as { userId: string };
  for (const userId of [businessId, fanId]) {
    await depositCash(ctx.app.as(SYSTEM), { userId, amount: 500, reference: `seed-${userId}` });
  }
  const place = async (order: object, as: string) =>
    ((await create('/exchange/orders', order, as)) as unknown as { order: { id: string } }).order.id;
  const own = await place({ type: 'sell', perkId: perk.id, quantity: 10, price: 9 }, owner);
  const foreign = await place({ type: 'buy', perkId: perk.id, quantity: 10, price: 4 }, fan);
  await create(`/programs/${program}/members`, { memberId: fanId }, owner);
  const cashback = await create(`/programs/${program}/cashback`, { memberId: fanId, amount: 20 }, owner);
  const confirm = { action: 'confirm', cashbackId: cashback.id };
  await create(`/programs/${program}/cashback`, confirm, owner);
  return { perk: perk.id, own, foreign, fanId };
}

async function createUpload(ctx: TestApp, as: string): Promise<string> {
  const { data } = await ctx.call('POST', '/uploads', undefined, { as, raw: pictureForm() });
  return data.id;
}

/** Returns a multipart body with the one-pixel PNG. */
export function pictureForm(): FormData {
  const form = new FormData();
  form.set('file', new File([PNG], 'proof.png', { type: 'image/png' }));
  return form;
}

const SYSTEM = { kind: 'system', id: 'cli', role: 'admin', businessId: null } as const;

/** Saves a passkey without a key. @returns its ID */
async function addApp(ctx: TestApp, token: string): Promise<string> {
  const { accessToken } = await connectApp(ctx, { token });
  const { data } = await ctx.call('GET', '/auth', undefined, { as: accessToken });
  return data.user.id;
}

async function addPasskey(ctx: TestApp, token: string): Promise<string> {
  const { data } = await ctx.call('GET', '/auth', undefined, { as: token });
  const row = await atomically(ctx.app.as(SYSTEM), tx =>
    insertPasskey(tx.db, {
      id: tx.ids.next('passkey'),
      userId: data.user.id,
      credentialId: `credential-of-${data.user.id}`,
      publicKey: 'none',
      counter: 0,
      name: 'Safari on iPhone',
      createdAt: '2026-06-01T12:00:00.000Z',
    }),
  );
  return row.id;
}

/** Creates the first admin. @returns the access token */
export async function createAdmin(ctx: TestApp): Promise<string> {
  const email = 'root@perkmint.example';
  await createFirstAdmin(ctx.app.as(SYSTEM), email, PASSWORD);
  const { data } = await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  return data.accessToken;
}

/** Returns the token of the one-time setup link for the first admin. */
export async function createSetupToken(ctx: TestApp): Promise<string> {
  return readLinkToken(String(await issueSetup(ctx.app.as(SYSTEM))));
}

/** Sets the installation up with a business, as its operator does, for several, and logs the owner in. */
export async function setUpBusiness(ctx: TestApp, token?: string): Promise<BusinessFixture> {
  const { data } = await ctx.call('POST', '/auth', {
    action: 'setup',
    token: token ?? (await createSetupToken(ctx)),
    email: 'olga@shop.example',
    password: PASSWORD,
    businessName: 'Blue Cup',
    registration: 'open',
  });
  return { token: data.accessToken, businessId: data.user.businessId, userId: data.user.id };
}

/** Returns the token of a password reset link. */
export async function createResetToken(ctx: TestApp, email: string): Promise<string> {
  return readLinkToken(await issueResetLink(ctx.app.as(SYSTEM), email));
}

/** Returns the token of a link that changes the address of a user. */
export async function createEmailToken(ctx: TestApp, email: string): Promise<string> {
  const system = ctx.app.as(SYSTEM);
  const user = await findUserByEmail(system.db, email);
  return readLinkToken(await issueEmailLink(system, user?.id ?? '', `new-${email}`));
}

function readLinkToken(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

/** Returns the same fixtures with IDs that don't exist. */
export function withMissingIds(there: Fixtures): Fixtures {
  const gone = (id: string) => (/^[a-z]{3}_/.test(id) ? `${id.slice(0, -4)}zzzz` : `${id}-absent`);
  const records = Object.entries(there.records).map(([name, id]) => [name, gone(id)]);
  const live = [...there.exampleReplacements].map(([example, id]) => [example, gone(String(id))] as const);
  return {
    ...there,
    records: Object.fromEntries(records),
    exampleReplacements: new Map<unknown, unknown>(live),
  };
}
