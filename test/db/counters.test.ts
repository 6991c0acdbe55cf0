import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { upgradeFrom } from '../support/upgrade.ts';

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

test('the migration moves the totals of the installation into slots', async () => {
  const { db, close } = await upgradeFrom('installation_counters', before => {
    before.run('pragma foreign_keys = off');
    for (const id of ['biz_a', 'biz_b', 'biz_c'])
      before.run(
        `insert into businesses (id, name, created_at, updated_at) values ('${id}', 'Shop', '', '')`,
      );
    const insert = before.query(
      "insert into events (id, business_id, sequence, type, family, resource_id, actor_kind, actor_id, data, created_at) values (?, ?, ?, 'a.b', 'a', 'r', 'user', 'u', '{}', '')",
    );
    for (const [n, id] of ['biz_a', 'biz_a', 'biz_b', 'biz_c', 'biz_a'].entries())
      insert.run(`evt_${n}`, id, n);
  });
  const total = (slot: string, count: number) => ({ facet: 'a.b', slot, total: count });
  expect(db.query(selectSlots('events')).all()).toEqual([total('a', 3), total('b', 1), total('c', 1)]);
  expect(db.query("select count(*) from tallies where scope = '*'").values()).toEqual([[0]]);
  expect(db.query("select scope, total from tallies where list = 'events' order by 1").values()).toEqual([
    ['biz_a', 3],
    ['biz_b', 1],
    ['biz_c', 1],
  ]);
  close();
});
