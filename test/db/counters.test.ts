import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
beforeEach(async () => {
  ctx = await createTestApp();
});
afterEach(() => ctx.close());

const BUSINESSES = 6;
const slotOf = (id: string) => id.slice(-1);

interface Slot {
  facet: string;
  slot: string;
  total: number;
}

const selectSlots = (list: string) =>
  `select facet, slot, total from installation_counters where list = '${list}' order by facet, slot`;

function readCampaignSlots(): Promise<Slot[]> {
  return ctx.app.services.database.reader.all<Slot>(sql.raw(selectSlots('campaigns')));
}

test('a write changes the counters of the installation only in the slot of its business', async () => {
  const ids: string[] = [];
  for (let n = 0; n < BUSINESSES; n++) {
    const { token, businessId } = await createBusiness(ctx, `Shop ${n}`);
    const readOthers = async () =>
      (await readCampaignSlots()).filter(({ slot }) => slot !== slotOf(businessId));
    const before = await readOthers();
    await ctx.call('POST', '/campaigns', CAMPAIGN, { as: token });
    expect(await readOthers()).toEqual(before);
    ids.push(businessId);
  }
  const slots = new Set((await readCampaignSlots()).map(({ slot }) => slot));
  expect(slots).toEqual(new Set(ids.map(slotOf)));
});

test('the totals of an admin cover all slots, with and without a filter', async () => {
  const admin = await createAdmin(ctx);
  for (let n = 0; n < BUSINESSES; n++) {
    const { token } = await createBusiness(ctx, `Shop ${n}`);
    await ctx.call('POST', '/campaigns', CAMPAIGN, { as: token });
    await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, { as: token });
  }
  const total = async (path: string) =>
    (await ctx.call('GET', path, undefined, { as: admin })).data.pagination.total;
  expect(await total('/campaigns')).toBe(2 * BUSINESSES);
  expect(await total('/campaigns?state=draft')).toBe(BUSINESSES);
  expect(await total('/events?type=campaign.created')).toBe(2 * BUSINESSES);
  expect(await total('/events?type=campaign.')).toBe(await total('/events'));
  expect(await checkIntegrity(ctx.app.as(CLI))).toEqual([]);
});
