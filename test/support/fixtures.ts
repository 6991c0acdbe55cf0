import { issueResetLink } from '../../src/auth/service/links.ts';
import { createFirstAdmin, issueSetupLink } from '../../src/auth/service/register.ts';
import type { Invoice } from '../../src/billing/model.ts';
import { markPaid } from '../../src/billing/service/invoices.ts';
import { exampleId } from '../../src/describe/examples/ids.ts';
import { FIELD_VALUES } from '../../src/describe/examples/values.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { CAMPAIGN, createBusiness, createCustomer, PASSWORD } from './accounts.ts';
import type { TestApp } from './test-app.ts';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One business in full swing: its people, its keys and one record of each collection that has an id in its path. */
export interface Fixtures {
  owner: string;
  businessId: string;
  customer: string;
  /** By the part of the path that stands before the id. */
  records: Record<string, string>;
  /** What stands for the values of the document's examples, so that these can be sent. */
  exampleReplacements: Map<unknown, unknown>;
}

/** Plays a business up to the point where every operation finds something to work on. */
export async function seedFixtures(world: TestApp, name = 'Blue Cup'): Promise<Fixtures> {
  const { token: owner, businessId, userId } = await createBusiness(world, name);
  const { token: fan } = await createCustomer(world, `fan-of-${name.toLowerCase().replaceAll(' ', '-')}`);
  const made = async (path: string, body: unknown, as: string) =>
    (await world.call('POST', path, body, { as })).data;
  const campaign = await made('/campaigns', { ...CAMPAIGN, launch: true, limits: { perUser: 9 } }, owner);
  const submit = (n: number) =>
    made(
      '/submissions',
      { campaignId: campaign.id, proofUrl: `https://www.instagram.com/p/${name.length}${n}/` },
      fan,
    );
  const approved = await submit(1);
  const pending = await submit(2);
  const approval = { submissionId: approved.id, action: 'approve' };
  const { reward } = await made('/submissions/review', approval, owner);
  const key = await made('/api-keys', { name: 'Till tablet' }, owner);
  const staff = { email: `staff-of-${businessId}@shop.example`, name: 'Staff', password: PASSWORD };
  const colleague = await made('/business/users', staff, owner);
  const perks = await seedProgram(made, owner);
  const market = await seedExchange(world, made, { owner, businessId, fan, program: perks.program });
  const hook = await made('/webhooks', { url: 'https://hooks.blue-cup.example/perkmint' }, owner);
  const delivery = await made(`/webhooks/${hook.id}/test`, {}, owner);
  const upload = await createUpload(world, owner);
  const order = { action: 'subscribe', planId: 'growth', interval: 'month' };
  const { invoice } = (await made('/billing', order, owner)) as unknown as { invoice: Invoice };
  await markPaid(world.app.as(SYSTEM), invoice.number);
  const account = { platform: 'instagram', method: 'bioCode', handle: 'blue.cup' };
  const connection = await made('/oauth/connect', account, owner);
  const influencer = await made('/influencers', newInfluencer(`star-of-${businessId}`), owner);
  return {
    owner,
    businessId,
    customer: fan,
    records: {
      campaigns: campaign.id,
      submissions: pending.id,
      rewards: reward.id,
      'api-keys': key.id,
      users: colleague.id,
      uploads: upload,
      influencers: influencer.id,
      programs: perks.program,
      'DELETE programs': perks.empty,
      members: MEMBER_ID,
      reversible: perks.reversible,
      orders: market.own,
      webhooks: hook.id,
      deliveries: delivery.id,
      connections: connection.id,
      oauth: 'instagram',
    },
    exampleReplacements: new Map<unknown, unknown>([
      [exampleId('business'), businessId],
      [exampleId('user'), userId],
      [exampleId('campaign'), campaign.id],
      [exampleId('submission'), pending.id],
      [exampleId('reward'), reward.id],
      [exampleId('program'), perks.program],
      [exampleId('cashback'), perks.held],
      [exampleId('perk'), market.perk],
      [exampleId('order'), market.foreign],
      [EXAMPLE_USER_ID, market.fanId],
      [FIELD_VALUES.code, reward.code],
    ]),
  };
}

/** An influencer with one account. */
export function newInfluencer(handle: string, fields: object = {}) {
  const platforms = [{ platform: 'instagram', handle, followers: 5_000 }];
  return { name: 'Mia Moor', email: `${handle}@stars.example`, platforms, ...fields };
}

/** Whom the examples of programs speak of. */
const MEMBER_ID = 'till-4711';

type CreateRecord = (path: string, body: unknown, as: string) => Promise<{ id: string }>;

/** A program with one member, who holds cashback in two states, and one that nobody has joined. */
async function seedProgram(made: CreateRecord, owner: string) {
  const rewards = { cashback: { type: 'percentage', value: 10 } };
  const { id: program } = await made('/programs', { name: 'Regulars', rewards }, owner);
  const { id: empty } = await made('/programs', { name: 'Nobody yet' }, owner);
  await made(`/programs/${program}/members`, { memberId: MEMBER_ID }, owner);
  const earn = { memberId: MEMBER_ID, amount: 10 };
  const { id: reversible } = await made(`/programs/${program}/cashback`, earn, owner);
  await made(`/programs/${program}/cashback`, { action: 'confirm', cashbackId: reversible }, owner);
  const { id: held } = await made(`/programs/${program}/cashback`, earn, owner);
  return { program, empty, reversible, held };
}

/** Who converts cashback in the example of NewDeposit. */
const EXAMPLE_USER_ID = 'usr_01jwnkr2g0f5v9t8d6mxyq4hm0';

interface ExchangeParties {
  owner: string;
  businessId: string;
  fan: string;
  program: string;
}

/** A perk of the business, an order of its own and one of its fan, who has cashback to convert. */
async function seedExchange(
  world: TestApp,
  made: CreateRecord,
  { owner, businessId, fan, program }: ExchangeParties,
) {
  const terms = { name: 'Free coffee', faceValue: 5, supply: 100 };
  const issuer = { role: 'issuer', perk: terms };
  const { perk } = (await made('/exchange/enroll', issuer, owner)) as unknown as { perk: { id: string } };
  const { userId: fanId } = (await made('/exchange/enroll', {}, fan)) as unknown as { userId: string };
  for (const userId of [businessId, fanId]) {
    await depositCash(world.app.as(SYSTEM), { userId, amount: 500, reference: `scene-${userId}` });
  }
  const place = async (order: object, as: string) =>
    ((await made('/exchange/orders', order, as)) as unknown as { order: { id: string } }).order.id;
  const own = await place({ type: 'sell', perkId: perk.id, quantity: 10, price: 9 }, owner);
  const foreign = await place({ type: 'buy', perkId: perk.id, quantity: 10, price: 4 }, fan);
  await made(`/programs/${program}/members`, { memberId: fanId }, owner);
  const cashback = await made(`/programs/${program}/cashback`, { memberId: fanId, amount: 20 }, owner);
  const confirm = { action: 'confirm', cashbackId: cashback.id };
  await made(`/programs/${program}/cashback`, confirm, owner);
  return { perk: perk.id, own, foreign, fanId };
}

async function createUpload(world: TestApp, as: string): Promise<string> {
  const { data } = await world.call('POST', '/uploads', undefined, { as, raw: pictureForm() });
  return data.id;
}

/** A multipart body with the one-pixel picture. */
export function pictureForm(): FormData {
  const form = new FormData();
  form.set('file', new File([PNG], 'proof.png', { type: 'image/png' }));
  return form;
}

const SYSTEM = { kind: 'system', id: 'cli', role: 'admin', businessId: null } as const;

/** An admin of the installation, logged in. */
export async function adminOf(world: TestApp): Promise<string> {
  const email = 'root@perkmint.example';
  await createFirstAdmin(world.app.as(SYSTEM), email, PASSWORD);
  const { data } = await world.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  return data.accessToken;
}

/** The token of the one-time link that makes the first admin. */
export async function createSetupToken(world: TestApp): Promise<string> {
  return tokenIn(String(await issueSetupLink(world.app.as(SYSTEM))));
}

/** The token of a link by which a person sets a new password. */
export async function createResetToken(world: TestApp, email: string): Promise<string> {
  return tokenIn(await issueResetLink(world.app.as(SYSTEM), email));
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}
