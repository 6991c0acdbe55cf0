import { addCampaigns, createFixture, type Fixture } from './fixture.ts';
import { compare, http, startServer, table, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const SMALL = sized(10_000);
const LARGE = sized(1_000_000, 40);
const GOAL = 1.5;

/** The same first pages, with their totals, of a business with 10,000 and one with 1,000,000 campaigns. */
export async function flat(): Promise<void> {
  const queries = ['', '?state=active', '?state=active&page=3&perPage=20'];
  const fixtures: Fixture[] = [];
  for (const count of [SMALL, LARGE]) {
    const startedAt = performance.now();
    fixtures.push(await createFixture(`flat-${count}`, (app, id) => addCampaigns(app, [id], count)));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`  ${count.toLocaleString('en')} campaigns filled in ${seconds} s\n`);
  }
  const servers = await Promise.all(fixtures.map(({ env }) => startServer('ours.ts', { env })));
  for (const query of queries) {
    const outcomes = await compare(
      servers.map((server, index) => ({
        name: `${[SMALL, LARGE][index]?.toLocaleString('en')} campaigns`,
        server,
        requests: [
          http('GET', `/api/v1/campaigns${query}`, { Authorization: `Bearer ${fixtures[index]?.token}` }),
        ],
      })),
    );
    table(`GET /campaigns${query}`, outcomes);
    const times = 1 / (outcomes[1]?.ratio ?? Number.NaN);
    verdict('times the cost at 10,000', times, GOAL, times <= GOAL);
  }
  await Promise.all(servers.map(server => server.stop()));
  for (const fixture of fixtures) fixture.remove();
}
