import { addBusinesses, addCampaigns, createFixture } from './fixture.ts';
import { compare, http, startServer, table } from './harness.ts';
import { assertSame, send } from './same.ts';
import { sized } from './smoke.ts';

export const LIST_BUSINESSES = sized(49, 1);
export const LIST_CAMPAIGNS_EACH = sized(400, 120);
export const LIST_PATH = '/api/v1/campaigns?state=active&page=1&perPage=20';
const GOAL = '0.80';

/** A list of 20 of 100 campaigns among 20,000, by their owner through the full request pipeline, beside raw. */
export async function list(): Promise<void> {
  const fixture = await createFixture('list', async (app, businessId) => {
    await addBusinesses(app, LIST_BUSINESSES);
    const others = Array.from(
      { length: LIST_BUSINESSES },
      (_, n) => `biz_${String(n + 1).padStart(26, '0')}`,
    );
    await addCampaigns(app, [businessId, ...others], LIST_CAMPAIGNS_EACH);
  });
  const { env, file, businessId, token } = fixture;
  const raw = await startServer('raw.ts', { kind: 'list', file, businessId });
  const hello = await startServer('raw.ts', { kind: 'hello' });
  const ours = await startServer('ours.ts', { env });
  const unlogged = await startServer('ours.ts', { env: { ...env, LOG_LEVEL: 'warn' } });
  const unlimited = await startServer('ours.ts', { env: { ...env, LOG_LEVEL: 'warn', RATE_LIMIT: 'off' } });
  const request = http('GET', LIST_PATH, { Authorization: `Bearer ${token}` });
  const asOwner = [request];
  assertSame(await send(raw.port, request), await send(ours.port, request));
  const outcomes = await compare([
    { name: 'raw: select, count, envelope', server: raw, requests: asOwner },
    { name: 'ours: full request pipeline, log on', server: ours, requests: asOwner },
    { name: 'ours: log off', server: unlogged, requests: asOwner },
    { name: 'ours: log off, limits off', server: unlimited, requests: asOwner },
    { name: 'ours: GET /health (pipeline alone)', server: ours, requests: [http('GET', '/api/v1/health')] },
    { name: 'raw: hello (ceiling of the load)', server: hello, requests: [http('GET', '/')] },
  ]);
  table('List of 20 campaigns with filter and total', outcomes, {
    'ours: full request pipeline, log on': GOAL,
  });
  await Promise.all([raw, hello, ours, unlogged, unlimited].map(server => server.stop()));
  fixture.remove();
}
