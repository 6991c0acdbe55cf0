import { sql } from 'drizzle-orm';
import type { App } from '../../src/app.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { compare, http, startServer, table, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const SMALL = sized(10_000);
const LARGE = sized(1_000_000, 40);
const GOAL = 1.5;
const PROGRAM = 'prg_00000000000000000000000bench';
const REWARDS = JSON.stringify({
  points: { perAction: 10 },
  tiers: [
    { name: 'Silver', threshold: 100, multiplier: 1.5 },
    { name: 'Gold', threshold: 500, multiplier: 2 },
  ],
  goals: [{ id: 'visits', name: 'Visits', metric: 'submissions', target: 10 }],
});

const QUERIES = [
  'members',
  'members?status=active',
  'members?tier=Gold',
  'members?status=active&tier=Gold&page=3',
  `members/m${SMALL / 2}`,
  'progress',
  `progress?memberId=m${SMALL / 2}`,
];

/** Members list and progress of a program with 10,000 and one with 1,000,000 members. */
export async function perks(): Promise<void> {
  const fixtures: Fixture[] = [];
  for (const count of [SMALL, LARGE]) {
    const startedAt = performance.now();
    fixtures.push(await createFixture(`perks-${count}`, (app, id) => addProgram(app, id, count)));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`  ${count.toLocaleString('en')} members filled in ${seconds} s\n`);
  }
  const servers = await Promise.all(fixtures.map(({ env }) => startServer('ours.ts', { env })));
  for (const query of QUERIES) {
    const outcomes = await compare(
      servers.map((server, index) => ({
        name: `${[SMALL, LARGE][index]?.toLocaleString('en')} members`,
        server,
        requests: [
          http('GET', `/api/v1/programs/${PROGRAM}/${query}`, {
            Authorization: `Bearer ${fixtures[index]?.token}`,
          }),
        ],
      })),
    );
    table(`GET /programs/:id/${query}`, outcomes);
    const times = 1 / (outcomes[1]?.ratio ?? Number.NaN);
    verdict('times the cost at 10,000', times, GOAL, times <= GOAL);
  }
  await Promise.all(servers.map(server => server.stop()));
  for (const fixture of fixtures) fixture.remove();
}

/** A program whose members are of all tiers, every fifth one suspended. */
async function addProgram(app: App, businessId: string, count: number): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  await app.services.database.transaction(async tx => {
    await tx.run(sql`
      insert into programs (id, business_id, name, status, rewards, member_count, active_member_count, created_at,
        updated_at)
      values (${PROGRAM}, ${businessId}, 'Bench', 'active', ${REWARDS}, ${count}, ${count - count / 5}, ${at}, ${at})`);
    await tx.run(sql`
      with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count})
      insert into members (id, program_id, business_id, member_id, name, status, tier, metadata, joined_at)
      select printf('mem_%026d', n), ${PROGRAM}, ${businessId}, 'm' || n, 'Member ' || n,
        case when n % 5 = 0 then 'suspended' else 'active' end,
        case n % 3 when 0 then 'Gold' when 1 then 'Silver' end, '{}',
        strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch')
      from series`);
  });
}
