import { iso } from '../../src/platform/clock.ts';
import { DEFAULT_TIME_ZONE } from '../../src/platform/intl.ts';
import { getEndOfLocalDay } from '../../src/platform/time-zone.ts';
import type { MigrationConnection } from '../migration.ts';

/** Rows per read, to limit memory use for large tables. */
const BATCH = 1_000;
/** The records that can still expire. */
const OPEN = [
  { table: 'rewards', condition: "status = 'issued'" },
  { table: 'cashbacks', condition: "status in ('pending', 'available') and expires_at is not null" },
] as const;

interface OpenRow {
  id: string;
  businessId: string;
  expiresAt: string;
}

/** Extends open rewards and cashback to the end of the day on which they expire in the business's time zone. */
export async function extendToEndOfDay(db: MigrationConnection): Promise<void> {
  for (const { table, condition } of OPEN) {
    for (let last = ''; ; ) {
      const rows = await db.all<OpenRow>(
        `select id, business_id as "businessId", expires_at as "expiresAt" from ${table}
        where id > ? and ${condition} order by id limit ${BATCH}`,
        [last],
      );
      for (const [expiresAt, ids] of await groupByEnd(db, rows))
        await db.run(`update ${table} set expires_at = ? where id in (${listMarks(ids)})`, [
          expiresAt,
          ...ids,
        ]);
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
}

/** Groups the rows that change by their new time, so that one statement updates all of a day. */
async function groupByEnd(db: MigrationConnection, rows: OpenRow[]): Promise<Map<string, string[]>> {
  const zones = await readZones(db, [...new Set(rows.map(({ businessId }) => businessId))]);
  const groups = new Map<string, string[]>();
  for (const { id, businessId, expiresAt } of rows) {
    const zone = zones.get(businessId) ?? DEFAULT_TIME_ZONE;
    const end = iso(getEndOfLocalDay(Date.parse(expiresAt), 0, zone));
    if (end === expiresAt) continue;
    const group = groups.get(end);
    if (group) group.push(id);
    else groups.set(end, [id]);
  }
  return groups;
}

async function readZones(db: MigrationConnection, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; timeZone: string }>(
    `select id, time_zone as "timeZone" from businesses where id in (${listMarks(ids)})`,
    ids,
  );
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]));
}

function listMarks(values: string[]): string {
  return values.map(() => '?').join(', ');
}
