import { Database } from 'bun:sqlite';
import { createApp } from '../../src/app.ts';
import { toCampaign } from '../../src/campaigns/serialize.ts';
import { getCampaign, listCampaigns } from '../../src/campaigns/service/read.ts';
import * as campaigns from '../../src/campaigns/store.ts';
import { loadConfig } from '../../src/config/index.ts';
import { ANONYMOUS, createCtx } from '../../src/context.ts';
import { identifyCaller } from '../../src/http/pipeline/authenticate.ts';
import { createLog, silentLog } from '../../src/platform/log.ts';
import { addCampaigns, createFixture, type Fixture } from './fixture.ts';
import { median, print } from './harness.ts';
import { createList } from './raw-list.ts';
import { sized } from './smoke.ts';

const ROUNDS = sized(9, 1);
const CALLS = sized(1_500, 2);
const PATH = 'http://127.0.0.1/api/v1/campaigns?state=active&page=1&perPage=20';

/** Measures each layer of the list in process: microseconds per call, relative to the raw program. */
export async function layers(): Promise<void> {
  const fixture = await createFixture('layers', (app, businessId) => addCampaigns(app, [businessId], 400));
  const parts = await partsOf(fixture);
  const times = parts.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { run }] of parts.entries()) {
      const micros = await time(run);
      if (round > 0) times[index]?.push(micros);
    }
  }
  const base = median(times[0] ?? []);
  const rows = parts.map(({ name }, index) => {
    const micros = median(times[index] ?? []);
    return [(micros / base).toFixed(3), micros.toFixed(2), name];
  });
  print('Layers of the list, in process', ['of raw', 'µs', 'layer'], rows);
  fixture.remove();
}

async function time(run: () => unknown): Promise<number> {
  const startedAt = performance.now();
  for (let call = 0; call < CALLS; call++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return ((performance.now() - startedAt) * 1000) / CALLS;
}

async function partsOf({ env, file, businessId, token }: Fixture) {
  const { config } = loadConfig({ env });
  const app = await createApp(config, { log: silentLog });
  const { services, handler } = app;
  const { clock, ids, database } = services;
  const logged = await createApp(config, { log: createLog({ level: 'info', clock, write: () => {} }) });
  const raw = createList(new Database(file, { readonly: true }), { file, businessId });
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const asked = new Request(PATH, { headers });
  const ctx = createCtx(services, await identifyCaller(createCtx(services, ANONYMOUS, null), asked), null);
  const query = { state: 'active' as const, page: 1, perPage: 20 };
  const route = handler.routes.find('GET', '/api/v1/campaigns');
  const filter = { businessId, state: query.state };
  const rows = (await campaigns.list(database.reader, filter, query)).items;
  const id = rows[0]?.id ?? '';
  const now = new Date().toISOString();
  const page = await listCampaigns(ctx, query);
  const ask = (path: string) => () =>
    handler.fetch(new Request(path, { headers: { authorization: `Bearer ${token}` } }), '127.0.0.1');
  return [
    { name: 'raw: everything, without the socket', run: async () => (await raw(new Request(PATH))).text() },
    { name: 'store: 20 rows and total', run: () => campaigns.list(database.reader, filter, query) },
    { name: 'present 20 rows', run: () => rows.map(row => toCampaign(services, row, now)) },
    { name: 'service: list', run: () => listCampaigns(ctx, query) },
    { name: 'service: get', run: () => getCampaign(ctx, id) },
    { name: 'JSON.stringify of the page', run: () => JSON.stringify(page) },
    { name: 'count against the limit', run: () => handler.limiter.count('127.0.0.1', route) },
    { name: 'token and session', run: () => identifyCaller(ctx, asked) },
    { name: 'a new id', run: () => ids.next('request') },
    { name: 'door: an unknown path', run: ask('http://127.0.0.1/api/v1/nothing') },
    { name: 'door: one campaign', run: ask(`http://127.0.0.1/api/v1/campaigns/${id}`) },
    { name: 'door: the list', run: async () => (await (await ask(PATH)()).text()).length },
    {
      name: 'door: the list, logged',
      run: async () => (await logged.handler.fetch(new Request(PATH, { headers }), '127.0.0.1')).text(),
    },
  ];
}
