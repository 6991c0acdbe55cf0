/**
 * `bun test/e2e/webhooks-crash.ts [--kills 20] [--events 10000] [--clients 16]`: clients cause events on the
 * real server while it is killed (SIGKILL) at random times. Every committed event must reach the endpoint, with the same
 * body in every attempt, and no uncommitted one. Each event belongs to a change, and each change has its event. Exits
 * with 1 otherwise.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signBody } from '../../src/platform/security/signatures.ts';
import { createStorage, openRows } from './stored-rows.ts';
import { CAMPAIGN, Installation } from './webhooks-process.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    events: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '16' },
  },
});
const [kills, wanted, clients] = [Number(values.kills), Number(values.events), Number(values.clients)];
const FIRST_ATTEMPT_FAILS_OF = 20;
const DRAIN_LIMIT_MS = 240_000;

const storage = await createStorage(mkdtempSync(join(tmpdir(), 'perkmint-webhooks-')));
const installation = new Installation(storage);
const bodies = new Map<string, Set<string>>();
let attempts = 0;
let forged = 0;
let secret = '';

/** Fails occasionally, so that retries are also interrupted by crashes. */
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async request => {
    const body = await request.text();
    const id = request.headers.get('x-webhook-id') ?? '';
    attempts += 1;
    if (request.headers.get('x-webhook-signature') !== signBody(secret, body)) forged += 1;
    const known = bodies.get(id);
    if (known) known.add(body);
    else bodies.set(id, new Set([body]));
    const isFlaky = !known && attempts % FIRST_ATTEMPT_FAILS_OF === 0;
    return new Response(isFlaky ? 'later' : 'ok', { status: isFlaky ? 503 : 200 });
  },
});

let caused = 0;
/** Each campaign records two events: created and activated. */
async function client(): Promise<void> {
  while (caused < wanted) {
    try {
      await installation.call('POST', '/campaigns', { ...CAMPAIGN, launch: true });
      caused += 2;
    } catch {
      await Bun.sleep(20);
    }
  }
}

async function killer(): Promise<number> {
  for (let done = 0; done < kills; done++) {
    const goal = ((done + 1) * wanted) / (kills + 1);
    while (caused < goal) await Bun.sleep(5);
    await installation.kill();
    await installation.start();
  }
  return kills;
}

interface Stored {
  events: number;
  campaigns: number;
  without: number;
  ids: Set<string>;
  pending: number;
}

async function readStored(): Promise<Stored> {
  const { read, readNumber, close } = openRows(storage);
  const ids = new Set((await read('select id from events')).map(({ id }) => id as string));
  const result = {
    events: ids.size,
    campaigns: await readNumber('select count(*) from campaigns'),
    without: await readNumber(`select count(*) from campaigns c where (select count(*) from events e
      where e.resource_id = c.id and e.type in ('campaign.created', 'campaign.activated')) <> 2`),
    ids,
    pending: await readNumber("select count(*) from deliveries where status = 'pending'"),
  };
  await close();
  return result;
}

const startedAt = performance.now();
await installation.start();
await installation.register();
secret = (await installation.call('POST', '/webhooks', { url: `http://127.0.0.1:${receiver.port}/` })).secret;
await Promise.all([killer(), ...Array.from({ length: clients }, client)]);
for (let waited = 0; (await readStored()).pending > 0 && waited < DRAIN_LIMIT_MS; waited += 500)
  await Bun.sleep(500);

const state = await readStored();
const missing = [...state.ids].filter(id => !bodies.has(id)).length;
const invented = [...bodies.keys()].filter(id => !state.ids.has(id)).length;
const unequal = [...bodies.values()].filter(each => each.size !== 1).length;
console.log(
  `${kills} kills, ${state.campaigns} changes, ${state.events} events committed, ${attempts} attempts, ` +
    `${attempts - state.events} of them repeats, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
console.log(
  `missing ${missing}, without a change ${invented}, changes without their events ${state.without}, ` +
    `unequal bodies ${unequal}, wrong signatures ${forged}, still pending ${state.pending}`,
);
await installation.close();
await receiver.stop(true);
const isFine = missing + invented + state.without + unequal + forged + state.pending === 0;
process.exit(isFine && state.events >= wanted ? 0 : 1);
