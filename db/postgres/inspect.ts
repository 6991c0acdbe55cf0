import type { SQL } from 'bun';
import type { Inspection } from '../client.ts';
import { toAppError } from './errors.ts';
import { createPool, TIMEOUTS } from './open.ts';

/** Facts about a PostgreSQL server that decide whether it is safe to use. */
export interface ServerInspection {
  version: number;
  /** Whether the server is a standby, which accepts no writes. */
  isStandby: boolean;
  encoding: string;
  locale: string;
  synchronousCommit: string;
  synchronousStandbyNames: string;
  /** Standbys that commits wait for; null if the role may not see them. */
  synchronousStandbys: number | null;
  /** How far the server's clock is ahead of this one's, in milliseconds, give or take half a round trip. */
  clockAheadMs: number;
  /** Whether a pooler drops the settings of a connection, or runs its statements on several connections. */
  isPooled: boolean;
  /** Whether the server archives its log, from which a moment is restored. */
  isArchiving: boolean;
  /** When archiving failed, if it has not worked since, as an ISO time. */
  archivingFailedAt: string | null;
}

const SERVER_SQL = `
select current_setting('server_version_num')::int / 10000 as "version", pg_is_in_recovery() as "isStandby",
  pg_encoding_to_char(encoding) as "encoding",
  case when to_jsonb(d) ->> 'datlocprovider' = 'c' then datcollate
    else coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) end as "locale",
  current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('synchronous_standby_names') as "synchronousStandbyNames",
  current_setting('archive_mode') <> 'off' as "isArchiving",
  (select to_char(last_failed_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')) as "archivingFailedAt"
from pg_database d where datname = current_database()`;
/** A role without pg_monitor sees the rows of pg_stat_replication, but not their state. */
const STANDBYS_SQL = `
select case when bool_or(state is null) then null
  else count(*) filter (where sync_state in ('sync', 'quorum')) end::int as "count"
from pg_stat_replication`;
const NEWEST_TIME_SQL = `
select max(at) as "at" from (
  select max(created_at) as at from sessions
  union all select max(applied_at) from _migrations
  union all select created_at from (select created_at from events order by id desc limit 1) as event
) as times`;

/** @throws AppError UNAVAILABLE if the server cannot be reached */
export function inspectServer(url: string, now: () => number): Promise<ServerInspection> {
  return withConnection(url, async sql => {
    const [server] = await sql.unsafe(SERVER_SQL);
    const [standbys] = await sql.unsafe(STANDBYS_SQL);
    return {
      ...server,
      synchronousStandbys: standbys.count,
      clockAheadMs: await compareClocks(sql, now),
      isPooled: await isPooled(sql),
    };
  });
}

/** Reads a migrated database. */
export function inspectDatabase(url: string): Promise<Inspection> {
  return withConnection(url, async sql => {
    const facts: { name: string; value: string }[] = await sql`select name, value from facts`;
    const inCharge = await sql`select 1 from users where role = 'admin' or position = 'owner' limit 1`;
    const [newest] = await sql.unsafe(NEWEST_TIME_SQL);
    const findFact = (wanted: string) => facts.find(({ name }) => name === wanted)?.value;
    return {
      seedHash: findFact('seedHash'),
      publicUrl: findFact('publicUrl'),
      secretFingerprints: findFact('secretFingerprints'),
      isSetUp: inCharge.length > 0,
      newestTime: newest.at ?? undefined,
      clockHistory: findFact('clock'),
    };
  });
}

async function compareClocks(sql: SQL, now: () => number): Promise<number> {
  const sentAt = now();
  const [{ ms }] = await sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
  return ms - (sentAt + now()) / 2;
}

/** A pooler in session mode passes for a direct connection, which is as good. */
async function isPooled(sql: SQL): Promise<boolean> {
  const read = () =>
    sql`select pg_backend_pid() as pid, setting::int as timeout from pg_settings where name = 'statement_timeout'`;
  const [[before], [after]] = [await read(), await read()];
  return before.pid !== after.pid || before.timeout !== TIMEOUTS.statement_timeout;
}

async function withConnection<T>(url: string, work: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = createPool(url, 1);
  try {
    return await work(sql);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await sql.close();
  }
}
