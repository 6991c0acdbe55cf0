import { resolve } from 'node:path';
import type { Fixture } from './fixture.ts';
import { type Child, compare, http, type Outcome, startServer, table, verdict } from './harness.ts';
import { LIST_BUSINESSES, LIST_CAMPAIGNS_EACH, LIST_PATH } from './list.ts';
import { UNIQUE } from './load.ts';

const CLIENTS = 32;
const ROUNDS = 9;
const GOAL = 0.95;

/** The modules of the other checkout that build an installation, so that both programs start from its schema. */
interface Builders {
  fixture: typeof import('./fixture.ts');
  exchange: typeof import('./exchange.ts');
}

interface Case {
  fixture: Fixture;
  requests: string[];
  status: number;
}

/** The cases that both programs run. */
const CASES: Record<string, (builders: Builders) => Promise<Case>> = {
  list: async ({ fixture: { createFixture, addBusinesses, addCampaigns } }) => {
    const fixture = await createFixture('against-list', async (app, businessId) => {
      await addBusinesses(app, LIST_BUSINESSES);
      const others = Array.from(
        { length: LIST_BUSINESSES },
        (_, n) => `biz_${String(n + 1).padStart(26, '0')}`,
      );
      await addCampaigns(app, [businessId, ...others], LIST_CAMPAIGNS_EACH);
    });
    const headers = { Authorization: `Bearer ${fixture.token}` };
    return { fixture, requests: [http('GET', LIST_PATH, headers)], status: 200 };
  },
  create: async ({ fixture: { createFixture, CAMPAIGN } }) => {
    const fixture = await createFixture('against-create', () => {});
    const headers = { Authorization: `Bearer ${fixture.token}` };
    const requests = [http('POST', '/api/v1/campaigns', headers, JSON.stringify(CAMPAIGN))];
    return { fixture, requests, status: 201 };
  },
  submit: async ({ fixture: { createFixture, CAMPAIGN, post } }) => {
    let campaignId = '';
    const fixture = await createFixture('against-submit', async (app, _businessId, token) => {
      ({ id: campaignId } = await post(app, '/campaigns', { ...CAMPAIGN, launch: true }, token));
    });
    const proofUrl = `https://www.instagram.com/p/${UNIQUE}/`;
    const body = JSON.stringify({ campaignId, userId: `guest-${UNIQUE}`, proofUrl });
    const headers = { Authorization: `Bearer ${fixture.token}` };
    return { fixture, requests: [http('POST', '/api/v1/submissions', headers, body)], status: 201 };
  },
  order: async ({ fixture: { createFixture }, exchange: { fill, ordersOf } }) => {
    let requests: string[] = [];
    const fixture = await createFixture('against-order', async app => {
      requests = ordersOf(await fill(app));
    });
    return { fixture, requests, status: 201 };
  },
};

/**
 * Runs the same requests on this program and on that of another checkout, e.g. of the previous version:
 * `bun run bench against ../previous [list|create|submit|order]…`. Both write durably into files of their own.
 */
export async function against(checkout: string, names: string[]): Promise<void> {
  const folder = resolve(checkout, 'test/bench');
  const builders: Builders = {
    fixture: await import(resolve(folder, 'fixture.ts')),
    exchange: await import(resolve(folder, 'exchange.ts')),
  };
  for (const [name, build] of Object.entries(CASES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const { fixture, requests, status } = await build(builders);
    const own = fixture.copy(`against-${name}-own`);
    const before = await startServer(resolve(folder, 'ours.ts'), { env: fixture.env });
    const now = await startServer('ours.ts', { env: own.env });
    const variant = (label: string, server: Child) => ({ name: label, server, requests, status });
    const outcomes = await compare([variant('before', before), variant('now', now)], {
      clients: CLIENTS,
      rounds: ROUNDS,
    });
    table(`${name}, ${CLIENTS} clients, ${checkout} against this checkout`, outcomes);
    judge(outcomes);
    await Promise.all([before.stop(), now.stop()]);
    fixture.remove();
    own.remove();
  }
}

function judge([before, now]: Outcome[]): void {
  if (!before || !now) return;
  verdict('rate, of before', now.ratio, GOAL);
  verdict('requests per processor second, of before', before.cpuMicros / now.cpuMicros, GOAL);
}
