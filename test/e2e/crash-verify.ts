import { Database } from 'bun:sqlite';
import type { Acknowledged, Kind, Ledger } from './crash-clients.ts';

export interface Verdict {
  lost: string[];
  /** Rows that no acknowledged write accounts for. */
  duplicated: string[];
  /** Changes without events, counters that don't match their rows, damaged pages. */
  broken: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a row straight from SQLite
type Row = any;

/** The rows and events that each kind of write creates. */
const TRACES: Record<Kind, { table: string; where: string; events: string }> = {
  campaign: { table: 'campaigns', where: `name like 'client-%'`, events: `= 'campaign.created'` },
  submission: { table: 'submissions', where: 'true', events: `= 'submission.created'` },
  review: {
    table: 'submissions',
    where: `status <> 'pending'`,
    events: `in ('submission.approved', 'submission.rejected')`,
  },
  redemption: { table: 'rewards', where: `status = 'redeemed'`, events: `= 'reward.redeemed'` },
};

/** Compares the database after the kills with the responses that the clients received. */
export function verify(file: string, { acknowledged }: Ledger, setup: { campaigns: number }): Verdict {
  const database = new Database(file, { readonly: true });
  const verdict: Verdict = { lost: [], duplicated: [], broken: [] };
  for (const write of acknowledged) checkWrite(database, write, verdict);
  for (const kind of Object.keys(TRACES) as Kind[]) checkCount(database, kind, acknowledged, setup, verdict);
  checkKeys(database, acknowledged, verdict);
  checkRules(database, verdict);
  database.close();
  return verdict;
}

/** Checks that the row and its event exist and match the response. */
function checkWrite(database: Database, { kind, key, data }: Acknowledged, { lost, broken }: Verdict): void {
  const object = kind === 'review' ? data.submission : kind === 'redemption' ? data.reward : data;
  const row = database.query(`select * from ${TRACES[kind].table} where id = ?`).get(object.id) as Row;
  if (!row || !matchesResponse(kind, row, object)) lost.push(`${kind} ${key} ${object.id}`);
  const found = database
    .query(`select data from events where resource_id = ? and type ${TRACES[kind].events}`)
    .all(object.id) as { data: string }[];
  const recorded = found.map(event => JSON.stringify(JSON.parse(event.data).object));
  if (recorded.length !== 1 || !Bun.deepEquals(JSON.parse(recorded[0] as string), object))
    broken.push(`${kind} ${key}: ${found.length} events, or one that tells otherwise`);
}

function matchesResponse(kind: Kind, row: Row, object: Row): boolean {
  if (kind === 'campaign') return row.name === object.name && row.reward_value === object.reward.value * 100;
  if (kind === 'submission') return row.proof_url === object.proofUrl && row.user_id === object.userId;
  if (kind === 'review') return row.status === object.status && row.reward_id === object.rewardId;
  return row.status === 'redeemed' && row.redeemed_at === object.redeemedAt && row.code === object.code;
}

function checkCount(
  database: Database,
  kind: Kind,
  acknowledged: Acknowledged[],
  setup: { campaigns: number },
  { duplicated, lost }: Verdict,
): void {
  const expected = acknowledged.filter(write => write.kind === kind).length;
  const { table, where, events } = TRACES[kind];
  const rows = count(database, `select count(*) as n from ${table} where ${where}`);
  const eventCount = count(database, `select count(*) as n from events where type ${events}`);
  const extra = kind === 'campaign' ? setup.campaigns : 0;
  if (rows > expected) duplicated.push(`${rows - expected} more ${kind} rows than acknowledged`);
  if (rows < expected) lost.push(`${expected - rows} fewer ${kind} rows than acknowledged`);
  if (eventCount !== expected + extra)
    duplicated.push(`${eventCount} ${kind} events for ${expected + extra} changes`);
}

/** Checks that there is one stored response per key. crash-clients.ts checks its content by repeating each request. */
function checkKeys(database: Database, acknowledged: Acknowledged[], { lost, duplicated }: Verdict): void {
  const stored = count(database, 'select count(*) as n from idempotency_keys');
  if (stored < acknowledged.length) lost.push(`${acknowledged.length - stored} stored responses`);
  if (stored > acknowledged.length)
    duplicated.push(`${stored - acknowledged.length} stored responses that no client received`);
}

/** Invariants of every database; each query returns the rows that violate one. */
const RULES: Record<string, string> = {
  'counts and budget of a campaign are those of its submissions': `
    select c.id from campaigns c left join (select campaign_id,
        sum(status = 'pending') as p, sum(status = 'approved') as a, sum(status = 'rejected') as r,
        sum(case status when 'pending' then budget_cents else 0 end) as held,
        sum(case status when 'approved' then budget_cents else 0 end) as spent
      from submissions group by campaign_id) s on s.campaign_id = c.id
    where c.pending_count <> coalesce(p, 0) or c.approved_count <> coalesce(a, 0)
      or c.rejected_count <> coalesce(r, 0) or c.budget_reserved_cents <> coalesce(held, 0)
      or c.budget_spent_cents <> coalesce(spent, 0)`,
  'an approval has one reward, a rejection none': `
    select s.id from submissions s left join rewards r on r.submission_id = s.id
    group by s.id having count(r.id) <> (s.status = 'approved')`,
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

function checkRules(database: Database, { broken }: Verdict): void {
  for (const [rule, query] of Object.entries(RULES)) {
    const rows = database.query(query).all();
    if (rows.length > 0) broken.push(`${rule}: ${rows.length} break it, first ${JSON.stringify(rows[0])}`);
  }
  const integrity = database.query('pragma integrity_check').all() as { integrity_check: string }[];
  if (integrity[0]?.integrity_check !== 'ok') broken.push(`integrity_check: ${JSON.stringify(integrity[0])}`);
  const foreign = database.query('pragma foreign_key_check').all();
  if (foreign.length > 0) broken.push(`foreign_key_check: ${foreign.length} rows`);
}

function count(database: Database, query: string): number {
  return (database.query(query).get() as { n: number }).n;
}
