import { listSlugCandidates } from '../../src/platform/slug.ts';
import type { MigrationConnection } from '../migration.ts';

/** Rows per read, to limit memory use for large tables. */
const BATCH = 1_000;
const KINDS = [
  { kind: 'business', table: 'businesses' },
  { kind: 'campaign', table: 'campaigns' },
] as const;

/** Names the pages of existing businesses and campaigns. */
export async function nameExistingPages(db: MigrationConnection): Promise<void> {
  for (const { kind, table } of KINDS) {
    for (let last = ''; ; ) {
      const rows = await db.all<{ id: string; name: string; createdAt: string }>(
        `select id, name, created_at as "createdAt" from ${table}
        where id > ? and slug is null order by id limit ${BATCH}`,
        [last],
      );
      for (const row of rows) await namePage(db, kind, table, row);
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
}

async function namePage(
  db: MigrationConnection,
  kind: 'business' | 'campaign',
  table: string,
  { id, name, createdAt }: { id: string; name: string; createdAt: string },
): Promise<void> {
  // The end of an ID is random, so one of the candidates is free.
  for (const slug of listSlugCandidates(kind, name, id.slice(-8))) {
    const taken = await db.all('select slug from slugs where kind = ? and slug = ?', [kind, slug]);
    if (taken.length > 0) continue;
    await db.run('insert into slugs (kind, slug, record_id, created_at) values (?, ?, ?, ?)', [
      kind,
      slug,
      id,
      createdAt,
    ]);
    await db.run(`update ${table} set slug = ? where id = ?`, [slug, id]);
    return;
  }
}
