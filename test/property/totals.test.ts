import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { HOUR, type Setup, setup } from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';
import { isShortOnPostgres } from '../support/postgres-app.ts';

const RUNS = isShortOnPostgres ? 10 : 40;
const LENGTH = 30;

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

type Step =
  | { do: 'create'; at: number; launch: boolean; endsIn: number | null }
  | { do: 'change'; which: number; state: string }
  | { do: 'submit'; which: number; who: number }
  | { do: 'review'; which: number; fields: object }
  | { do: 'redeem' | 'void'; which: number }
  | { do: 'wait' };

const which = fc.nat(1_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    at: fc.nat(1),
    launch: fc.constantFrom(true, true, true, false),
    endsIn: fc.option(fc.integer({ min: 1, max: 200 })),
  }),
  fc.record({
    do: fc.constant('change' as const),
    which,
    state: fc.constantFrom('active', 'paused', 'ended'),
  }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('submit' as const), which, who: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      which,
      fields: fc.constantFrom(
        { action: 'approve' },
        { action: 'reject' },
        { action: 'approve', override: true },
        { action: 'reject', reverse: true },
      ),
    }),
  },
  fc.record({ do: fc.constantFrom('redeem' as const, 'void' as const), which }),
  fc.record({ do: fc.constant('wait' as const) }),
);

/** Leaves records of several states in each list, so that not all of the compared lists are empty. */
const VARIED: Step[] = [
  { do: 'create', at: 0, launch: true, endsIn: null },
  { do: 'create', at: 0, launch: false, endsIn: null },
  { do: 'create', at: 0, launch: true, endsIn: null },
  { do: 'change', which: 2, state: 'paused' },
  ...[0, 1, 0, 1].map((who): Step => ({ do: 'submit', which: 0, who })),
  { do: 'review', which: 0, fields: { action: 'approve' } },
  { do: 'review', which: 1, fields: { action: 'approve' } },
  { do: 'review', which: 2, fields: { action: 'reject', reason: 'Not public' } },
  { do: 'redeem', which: 0 },
];

const idsOf = async (table: string) =>
  await ctx.app.services.database.reader.all<{ id: string; business_id: string; code?: string }>(
    sql.raw(`select * from ${table} order by id`),
  );
const pick = async (table: string, n: number) => {
  const rows = await idsOf(table);
  return rows.length > 0 ? rows[n % rows.length] : undefined;
};
const ownerOf = (businessId: string | undefined) =>
  businessId === ctx.otherBusiness.businessId ? ctx.otherBusiness.token : ctx.business.token;

/** Sends one request; a rejection is a valid outcome. */
async function take(each: Step, n: number): Promise<void> {
  const call = (method: string, path: string, body: object, as: string) =>
    ctx.call(method, path, body, { as });
  if (each.do === 'create') {
    const endsAt = each.endsIn && new Date(ctx.clock.now() + each.endsIn * HOUR).toISOString();
    const reward = { ...CAMPAIGN.reward, expiresInDays: 1 };
    const body = { ...CAMPAIGN, reward, launch: each.launch, endsAt, limits: { perUser: 9 } };
    await call('POST', '/campaigns', body, [ctx.business, ctx.otherBusiness][each.at]?.token as string);
  } else if (each.do === 'change') {
    const row = await pick('campaigns', each.which);
    await call('PUT', '/campaigns', { id: row?.id ?? 'x', state: each.state }, ownerOf(row?.business_id));
  } else if (each.do === 'submit') {
    const row = await pick('campaigns', each.which);
    const as = [ctx.ada.token, ctx.bob.token, ownerOf(row?.business_id)][each.who] as string;
    const body = { campaignId: row?.id ?? 'x', proofUrl: `https://a.example/${n}/${ctx.clock.now()}` };
    await call('POST', '/submissions', body, as);
  } else if (each.do === 'review') {
    const row = await pick('submissions', each.which);
    const body = { submissionId: row?.id ?? 'x', ...each.fields };
    await call('POST', '/submissions/review', body, ownerOf(row?.business_id));
  } else if (each.do === 'wait') ctx.clock.advance(3 * HOUR);
  else {
    const row = await pick('rewards', each.which);
    const id = row?.id ?? 'x';
    const body = each.do === 'redeem' ? { code: row?.code ?? 'x' } : { rewardId: id, reason: 'r' };
    await call('POST', `/rewards/${each.do}`, body, ownerOf(row?.business_id));
  }
}

/** A list, its caller, the condition its rows must meet, and the filters to test. */
interface List {
  path: string;
  table: string;
  as: string;
  where: string;
  filters: [string, string][];
}

async function lists(): Promise<List[]> {
  const { business, otherBusiness, ada, bob } = ctx;
  const states = ['draft', 'active', 'paused', 'ended', 'expired'];
  const statuses = ['pending', 'approved', 'rejected'];
  const worth = ['issued', 'redeemed', 'expired', 'void'];
  const kinds = ['campaign.paused', 'submission.approved', 'reward.issued'];
  const by = (name: string, values: string[], column = name): [string, string][] =>
    values.map(value => [`${name}=${value}`, `${column} = '${value}'`]);
  const campaigns = (await idsOf('campaigns')).slice(-3).map(({ id }) => id);
  const perCampaign = by('campaignId', campaigns, 'campaign_id');
  const perUser = by('userId', [ada.userId, bob.userId], 'user_id');
  const families = ['campaign.', 'submission.', 'reward.'].map((family): [string, string] => [
    `type=${family}`,
    `type like '${family}%'`,
  ]);
  const everywhere = (owner: typeof business): List[] => {
    const own = { as: owner.token, where: `business_id = '${owner.businessId}'` };
    const both = perCampaign.flatMap(([query, where]) =>
      by('status', statuses).map(([q, w]): [string, string] => [`${query}&${q}`, `${where} and ${w}`]),
    );
    return [
      { path: '/campaigns', table: 'campaigns', ...own, filters: by('state', states) },
      {
        path: '/submissions',
        table: 'submissions',
        ...own,
        filters: [...by('status', statuses), ...perCampaign, ...perUser, ...both],
      },
      {
        path: '/rewards',
        table: 'rewards',
        ...own,
        filters: [...by('status', worth), ...perCampaign, ...perUser],
      },
      { path: '/events', table: 'events', ...own, filters: [...by('type', kinds), ...families] },
    ];
  };
  const mine = { as: ada.token, where: `user_id = '${ada.userId}'` };
  return [
    ...everywhere(business),
    ...everywhere(otherBusiness),
    { path: '/campaigns', table: 'campaigns', as: ada.token, where: `state = 'active'`, filters: [] },
    { path: '/submissions', table: 'submissions', ...mine, filters: by('status', statuses) },
    { path: '/rewards', table: 'rewards', ...mine, filters: by('status', worth) },
  ];
}

async function compare({ path, table, as, where, filters }: List): Promise<void> {
  for (const [query, condition] of [['', '1 = 1'], ...filters]) {
    const { data } = await ctx.call('GET', `${path}?perPage=7&${query}`, undefined, { as });
    const counted = await ctx.app.services.database.reader.all<{ n: number }>(
      sql.raw(`select count(*) as n from ${table} where ${where} and ${condition}`),
    );
    const total = counted[0]?.n ?? 0;
    const shown = { query: `${path}?${query}`, total: data.pagination.total, items: data.items.length };
    expect(shown).toEqual({ query: `${path}?${query}`, total, items: Math.min(7, total) });
    expect(data.pagination.totalPages).toBe(Math.ceil(total / 7));
  }
}

async function play(steps: Step[]): Promise<void> {
  for (const [n, each] of steps.entries()) await take(each, n);
  for (const list of await lists()) await compare(list);
}

test('after any sequence of commands, every total equals the number of rows that match its filters', async () => {
  await play(VARIED);
  const seen = async (table: string, column: string) =>
    (await ctx.app.services.database.reader.all(sql.raw(`select distinct ${column} from ${table}`))).length;
  expect(await seen('campaigns', 'state')).toBe(3);
  expect(await seen('submissions', 'status')).toBe(3);
  expect(await seen('rewards', 'status')).toBe(2);
  const property = fc.asyncProperty(fc.array(step, { maxLength: LENGTH, size: 'max' }), play);
  await fc.assert(property, { numRuns: RUNS });
});
