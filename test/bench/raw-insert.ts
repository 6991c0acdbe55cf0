import type { Database } from 'bun:sqlite';
import { present } from './raw-list.ts';
import { createRecord, grouped, nextId, openRaw } from './raw-writes.ts';

export interface InsertSpec {
  file: string;
  businessId: string;
  synchronous: 'FULL' | 'NORMAL';
  /** One COMMIT a turn of the event loop, or one a request. */
  grouping: boolean;
  /** `row`: one insert into a table without triggers; `equal`: what ours writes, campaign and event. */
  work: 'row' | 'equal';
  /** JSON that ours stores beside what was sent, from its policy data; the raw program is handed it. */
  warnings: string;
}

/** The disclosure of the benchmark's business, as ours stores it. */
export const DISCLOSURE = '#ad - Blue Cup gives me a discount for this post.';

interface Input {
  name: string;
  platform: string;
  actionType: string;
  reward: { type: string; value: number };
}

/** Durable inserts with prepared statements and our schema, including its indexes, checks and counters. */
export function createInsert(spec: InsertSpec) {
  const database = openRaw(spec.file, spec.synchronous);
  const write = spec.work === 'row' ? rowWriter(database, spec) : equalWriter(database, spec);
  const commit = spec.grouping
    ? grouped(database, write)
    : (input: Input) => database.transaction(write)(input);
  return async (request: Request): Promise<Response> => {
    const input = (await request.json()) as Input;
    if (!input.name || !input.platform || !input.actionType || !input.reward)
      return Response.json({ success: false }, { status: 422 });
    return Response.json({ success: true, data: await commit(input) }, { status: 201 });
  };
}

function rowWriter(database: Database, { businessId }: InsertSpec) {
  database.run(`create table if not exists raw_rows (id text primary key, business_id text not null,
    name text not null, platform text not null, action_type text not null, reward text not null,
    created_at text not null)`);
  database.run('create index if not exists raw_rows_by_business on raw_rows (business_id, created_at, id)');
  const insert = database.prepare('insert into raw_rows values (?, ?, ?, ?, ?, ?, ?) returning *');
  return ({ name, platform, actionType, reward }: Input) =>
    insert.get(
      Bun.randomUUIDv7('base64url'),
      businessId,
      name,
      platform,
      actionType,
      JSON.stringify(reward),
      new Date().toISOString(),
    );
}

function equalWriter(database: Database, { businessId, warnings }: InsertSpec) {
  const insert = database.prepare(`insert into campaigns (id, business_id, name, state, platform, action_type,
    reward_type, reward_value, reward_expires_in_days, min_followers, hashtags, per_user, review_mode,
    review_sla_hours, review_on_timeout, disclosure_required, disclosure_text, warnings, created_at, updated_at)
    values (?, ?, ?, 'draft', ?, ?, ?, ?, 90, 0, '[]', 1, 'manual', 72, 'none', 1, ?, ?, ?, ?) returning *`);
  const record = createRecord(database);
  return ({ name, platform, actionType, reward }: Input) => {
    const id = nextId('cmp');
    const now = new Date().toISOString();
    const cents = Math.round(reward.value * 100);
    const terms = [platform, actionType, reward.type, cents] as const;
    const row = insert.get(id, businessId, name, ...terms, DISCLOSURE, warnings, now, now);
    const campaign = present(row);
    record(businessId, 'campaign.created', campaign, now);
    return campaign;
  };
}
