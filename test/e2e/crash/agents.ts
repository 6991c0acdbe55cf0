import { createNumbers } from '../../support/random.ts';
import { type Data, post, register } from '../calls.ts';
import type { StoredRows } from '../stored-rows.ts';
import { openInstallation } from './installation.ts';
import { createTraffic, persist } from './requests.ts';
import type { Workload } from './workload.ts';

/** Cents that each agent may spend in all, and without a person. */
const [BUDGET, LIMIT] = [5_000, 60];
const MAX_CENTS = 80;
/** Share of the actions that decide about a proposal. */
const DECISIONS = 0.2;
/** Codes of refusals that are normal for an agent, and for a decision that comes too late. */
const REFUSALS = ['BUDGET_EXHAUSTED', 'APPROVAL_REQUIRED', 'INVALID_TRANSITION'];

/**
 * Agents grant cashback beyond their budgets, and an owner decides about what waits. The acknowledged cashback, and no other,
 * must be stored with its charge, and no agent may spend a cent more than its budget.
 */
export const agents: Workload = {
  options: { kills: 10, actions: 10_000, clients: 20, seed: 1 },
  target: 'actions',
  isVerifiedOften: true,
  setup: async ({ kills, clients, seed = 1 }) => {
    const installation = await openInstallation(kills);
    const { url } = installation.server;
    const person = { role: 'business', businessName: 'Blue Cup' };
    const { accessToken: token } = await register(url, 'owner@shop.example', person);
    const program = await post(url, '/programs', { name: 'Regulars' }, token);
    await post(url, `/programs/${program.id}/members`, { memberId: 'ada' }, token);
    const keys: Data[] = [];
    for (let n = 0; n < clients; n++) keys.push(await post(url, '/api-keys', toAgent(n), token));
    const traffic = createTraffic();
    const nextUrl = () => url;
    const random = createNumbers(seed);
    const granted = new Set<string>();
    const waiting: string[] = [];
    let actions = 0;

    async function grant({ key }: Data): Promise<void> {
      const amount = (1 + Math.floor(random() * MAX_CENTS)) / 100;
      const path = `/programs/${program.id}/cashback`;
      const body = { memberId: 'ada', amount };
      const command = { path, body, token: String(key), key: `grant-${++actions}` };
      const answer = await persist(nextUrl, command, traffic, REFUSALS);
      if (!answer) return;
      if (answer.code) traffic.refused[answer.code] = (traffic.refused[answer.code] ?? 0) + 1;
      else granted.add(String(answer.data.id));
      if (answer.code === 'APPROVAL_REQUIRED') waiting.push(JSON.parse(answer.text).error.proposal.id);
    }

    async function decide(): Promise<void> {
      const [id] = waiting.splice(Math.floor(random() * waiting.length), 1);
      const action = random() < 0.7 ? 'approve' : 'reject';
      const path = `/proposals/${id}/decide`;
      const command = { path, body: { action }, token, key: `decide-${++actions}` };
      const answer = await persist(nextUrl, command, traffic, REFUSALS);
      const result = answer?.data?.result as { id: string } | null | undefined;
      if (result) granted.add(result.id);
    }

    return {
      installation,
      traffic,
      progress: () => actions,
      act: async client => {
        if (waiting.length > 0 && random() < DECISIONS) await decide();
        else await grant(keys[client] as Data);
      },
      verify: stored => compare(stored, granted),
      summary: () => `${actions} actions, ${granted.size} grants of cashback`,
    };
  },
};

function toAgent(n: number): object {
  const mandate = {
    tools: ['createCashback'],
    budget: { amount: BUDGET / 100, window: 'total' },
    approvalAbove: LIMIT / 100,
    expiresAt: '2035-01-01T00:00:00Z',
  };
  return { name: `Agent ${n}`, kind: 'agent', mandate };
}

/** @returns the differences */
async function compare(stored: StoredRows, granted: ReadonlySet<string>): Promise<string[]> {
  const rows = await stored.read('select id, amount_cents from cashbacks');
  const found = new Map(rows.map(row => [String(row.id), Number(row.amount_cents)]));
  const charged = await stored.read(
    'select key_id, sum(amount_cents) as cents from agent_charges group by key_id',
  );
  const causes = await stored.read(
    "select actor_id, resource_id from events where type = 'cashback.created'",
  );
  const caused = new Map<string, number>();
  for (const { actor_id, resource_id } of causes)
    caused.set(String(actor_id), (caused.get(String(actor_id)) ?? 0) + (found.get(String(resource_id)) ?? 0));
  return [
    ...[...granted].filter(id => !found.has(id)).map(id => `cashback ${id} is lost`),
    ...[...found.keys()].filter(id => !granted.has(id)).map(id => `cashback ${id} was never acknowledged`),
    ...charged.flatMap(({ key_id, cents }) => [
      ...(Number(cents) > BUDGET ? [`${key_id} spent ${cents} of ${BUDGET} cents`] : []),
      ...(caused.get(String(key_id)) === Number(cents)
        ? []
        : [`${key_id} is charged ${cents}, not ${caused.get(String(key_id))}`]),
    ]),
  ];
}
