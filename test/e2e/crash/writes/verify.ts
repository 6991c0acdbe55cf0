import type { Row, StoredRows } from '../../stored-rows.ts';
import type { Acknowledged, Kind } from './clients.ts';
import { TENANTS } from './setup.ts';

interface Verdict {
  lost: string[];
  /** Rows that no acknowledged write accounts for. */
  duplicated: string[];
  /** Changes without events, counters that don't match their rows, damaged pages. */
  broken: string[];
}

/** The rows and events that each kind of write creates. */
interface Trace {
  table: string;
  where: string;
  events: string;
  /** Rows of the businesses' own, whose events count too. */
  initial?: number;
  /** Returns the created or changed object in the data of a response. */
  find(data: Row): Row;
  matches(row: Row, object: Row): boolean;
}

const itself = (data: Row) => data;
const TRACES: Record<Kind, Trace> = {
  campaign: {
    table: 'campaigns',
    where: `name like 'client-%'`,
    events: `= 'campaign.created'`,
    initial: TENANTS,
    find: itself,
    matches: (row, object) => row.name === object.name && row.reward_value === object.reward.value * 100,
  },
  submission: {
    table: 'submissions',
    where: '1 = 1',
    events: `= 'submission.created'`,
    find: itself,
    matches: (row, object) => row.proof_url === object.proofUrl && row.user_id === object.userId,
  },
  review: {
    table: 'submissions',
    where: `status <> 'pending'`,
    events: `in ('submission.approved', 'submission.rejected')`,
    find: data => data.submission,
    matches: (row, object) => row.status === object.status && row.reward_id === object.rewardId,
  },
  redemption: {
    table: 'rewards',
    where: `status = 'redeemed'`,
    events: `= 'reward.redeemed'`,
    find: data => data.reward,
    matches: (row, object) => row.redeemed_at === object.redeemedAt && row.code === object.code,
  },
  program: {
    table: 'programs',
    where: `name like 'client-%'`,
    events: `= 'program.created'`,
    initial: TENANTS,
    find: itself,
    matches: (row, object) => row.name === object.name,
  },
  member: {
    table: 'members',
    where: '1 = 1',
    events: `= 'member.enrolled'`,
    find: itself,
    matches: (row, object) => row.member_id === object.memberId && row.program_id === object.programId,
  },
  cashback: {
    table: 'cashbacks',
    where: '1 = 1',
    events: `= 'cashback.created'`,
    find: itself,
    matches: (row, object) =>
      row.amount_cents === Math.round(object.amount * 100) && row.order_id === object.orderId,
  },
};

/** Compares the database with the responses that the clients received. @returns the differences */
export async function compareWrites(stored: StoredRows, acknowledged: Acknowledged[]): Promise<string[]> {
  const verdict: Verdict = { lost: [], duplicated: [], broken: [] };
  for (const kind of Object.keys(TRACES) as Kind[]) {
    const writes = acknowledged.filter(write => write.kind === kind);
    await checkKind(stored, TRACES[kind], kind, writes, verdict);
  }
  await checkKeys(stored, acknowledged.length, verdict);
  await checkRules(stored, verdict);
  return [
    ...verdict.lost.map(write => `lost: ${write}`),
    ...verdict.duplicated.map(write => `duplicated: ${write}`),
    ...verdict.broken.map(write => `half done: ${write}`),
  ];
}

/** Checks that each write has its row and its event, which match the response, and that there are no others. */
async function checkKind(
  { read }: StoredRows,
  { table, where, events, initial = 0, find, matches }: Trace,
  kind: Kind,
  writes: Acknowledged[],
  { lost, duplicated, broken }: Verdict,
): Promise<void> {
  const rows = new Map((await read(`select * from ${table} where ${where}`)).map(row => [row.id, row]));
  const recorded = new Map<string, unknown[]>();
  const found = await read(`select resource_id, data from events where type ${events}`);
  for (const { resource_id: id, data } of found)
    recorded.set(id, [...(recorded.get(id) ?? []), JSON.parse(data).object]);
  for (const { key, data } of writes) {
    const object = find(data);
    const row = rows.get(object.id);
    if (!row || !matches(row, object)) lost.push(`${kind} ${key} ${object.id}`);
    const told = recorded.get(object.id) ?? [];
    if (told.length !== 1 || !Bun.deepEquals(told[0], object))
      broken.push(`${kind} ${key}: ${told.length} events, or one that tells otherwise`);
  }
  if (rows.size > writes.length)
    duplicated.push(`${rows.size - writes.length} more ${kind} rows than acknowledged`);
  if (rows.size < writes.length)
    lost.push(`${writes.length - rows.size} fewer ${kind} rows than acknowledged`);
  if (found.length !== writes.length + initial)
    duplicated.push(`${found.length} ${kind} events for ${writes.length + initial} changes`);
}

/** Checks that there is one stored response per key. The workload checks its content by repeating each request. */
async function checkKeys(
  { readNumber }: StoredRows,
  expected: number,
  { lost, duplicated }: Verdict,
): Promise<void> {
  const stored = await readNumber(`select count(*) from idempotency_keys where key like 'client-%'`);
  if (stored < expected) lost.push(`${expected - stored} stored responses`);
  if (stored > expected) duplicated.push(`${stored - expected} stored responses that no client received`);
}

/** Invariants of every database; each query returns the rows that violate one. */
const RULES: Record<string, string> = {
  'counts and budget of a campaign are those of its submissions': `
    select c.id from campaigns c left join (select campaign_id,
        count(*) filter (where status = 'pending') as p, count(*) filter (where status = 'approved') as a,
        count(*) filter (where status = 'rejected') as r,
        sum(case status when 'pending' then budget_cents else 0 end) as held,
        sum(case status when 'approved' then budget_cents else 0 end) as spent
      from submissions group by campaign_id) s on s.campaign_id = c.id
    where c.pending_count <> coalesce(p, 0) or c.approved_count <> coalesce(a, 0)
      or c.rejected_count <> coalesce(r, 0) or c.budget_reserved_cents <> coalesce(held, 0)
      or c.budget_spent_cents <> coalesce(spent, 0)`,
  'an approval has one reward, a rejection none': `
    select s.id from submissions s left join rewards r on r.submission_id = s.id
    group by s.id having count(r.id) <> case when s.status = 'approved' then 1 else 0 end`,
  'a reward has the event of its issue': `
    select r.id from rewards r left join events e on e.resource_id = r.id and e.type = 'reward.issued'
    group by r.id having count(e.id) <> 1`,
  'the sequence of a business has no gap': `
    select b.id from businesses b left join events e on e.business_id = b.id
    group by b.id having count(e.id) <> b.event_sequence or coalesce(max(e.sequence), 0) <> b.event_sequence`,
  'the tallies of events are their counts': `
    select facet, sum(total) from installation_counters t where list = 'events'
    group by facet having sum(total) <> (select count(*) from events e where e.type = t.facet)`,
};
/** SQLite's own checks, which return no rows, or one that says ok. */
const SQLITE_CHECKS = ['integrity_check', 'foreign_key_check'];

async function checkRules({ engine, read }: StoredRows, { broken }: Verdict): Promise<void> {
  for (const [rule, query] of Object.entries(RULES)) {
    const rows = await read(query);
    if (rows.length > 0) broken.push(`${rule}: ${rows.length} break it, first ${JSON.stringify(rows[0])}`);
  }
  if (engine !== 'sqlite') return;
  for (const check of SQLITE_CHECKS) {
    const rows = (await read(`pragma ${check}`)).filter(row => row.integrity_check !== 'ok');
    if (rows.length > 0) broken.push(`${check}: ${rows.length} rows, first ${JSON.stringify(rows[0])}`);
  }
}
