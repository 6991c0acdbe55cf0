import { CAMPAIGN, createFixture, type Fixture, readWarnings } from './fixture.ts';
import { type Child, compare, http, type Outcome, startServer, table, verdict } from './harness.ts';
import { assertSame, send } from './same.ts';

const CLIENTS = [32, 64, 128];
const PATH = '/api/v1/campaigns';
const GOAL = 0.65;
/** Times the rate of our own program with one commit per request. */
const GOAL_TIMES = 2.5;

interface Contender {
  name: string;
  server: Child;
  fixture: Fixture;
}

/**
 * Durable creates: each program writes a separate file that starts with the same rows. Raw with equal work writes
 * the rows that ours writes (campaign, event, number of the event) into the same tables with their indexes, checks,
 * keys and tallies, by prepared statements, under the same connection settings. It requires no credential,
 * limits nothing, validates four fields by hand, logs nothing, sends no headers and receives the policy warnings as input.
 * It also uses no savepoint per request, so one failure would fail the other requests of its transaction.
 */
export async function create(): Promise<void> {
  const base = await createFixture('create', () => {});
  const addRaw = (name: string, spec: object) =>
    contend(base, name, ({ file, businessId }) =>
      startServer('raw.ts', {
        kind: 'insert',
        file,
        businessId,
        warnings: readWarnings(base),
        work: 'equal',
        ...spec,
      }),
    );
  const addOurs = (name: string, spec: object) =>
    contend(base, name, ({ env }) => startServer('ours.ts', { env, ...spec }));
  const contenders = [
    await addRaw('raw: FULL, grouped, equal work', { synchronous: 'FULL', grouping: true }),
    await addOurs('ours: FULL, grouped', {}),
    await addOurs('ours: FULL, commit each', { grouping: false }),
    await addOurs('ours: NORMAL, commit each', { grouping: false, synchronous: 'NORMAL' }),
    await addRaw('raw: NORMAL, commit each, equal work', { synchronous: 'NORMAL', grouping: false }),
    await addRaw('raw: FULL, commit each, equal work', { synchronous: 'FULL', grouping: false }),
    await addRaw('raw: FULL, grouped, one row only', { synchronous: 'FULL', grouping: true, work: 'row' }),
  ];
  const requests = [http('POST', PATH, { Authorization: `Bearer ${base.token}` }, JSON.stringify(CAMPAIGN))];
  const [raw, ours] = await Promise.all(
    contenders.slice(0, 2).map(({ server }) => send(server.port, requests[0]!)),
  );
  assertSame(raw, ours, true);
  for (const clients of CLIENTS) {
    const variants = contenders.map(({ name, server }) => ({ name, server, requests, status: 201 }));
    const outcomes = await compare(variants, { clients, rounds: 3 });
    table(`Durable POST /campaigns, ${clients} clients`, outcomes, { 'ours: FULL, grouped': String(GOAL) });
    judge(outcomes);
  }
  for (const { server, fixture } of contenders) {
    await server.stop();
    fixture.remove();
  }
  base.remove();
}

async function contend(
  base: Fixture,
  name: string,
  start: (fixture: Fixture) => Promise<Child>,
): Promise<Contender> {
  const fixture = base.copy(`create-${name.replace(/\W+/g, '-')}`);
  return { name, fixture, server: await start(fixture) };
}

function judge([, grouped, each, normal]: Outcome[]): void {
  if (!grouped || !each || !normal) return;
  verdict('of raw group commit', grouped.ratio, GOAL);
  verdict('times our own without grouping', grouped.perSecond / each.perSecond, GOAL_TIMES);
  verdict('times our own NORMAL without grouping', grouped.perSecond / normal.perSecond, 1);
}
