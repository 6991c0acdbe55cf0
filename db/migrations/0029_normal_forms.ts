import { formatUrl, normalizeAccountEmail } from '../../src/platform/formats.ts';
import type { MigrationConnection } from '../migration.ts';

/** Rows per read, to limit memory use for large tables. */
const BATCH = 1_000;

type Normalize = (text: string) => string | undefined;

/** Columns without dependents. Proof hashes are the same for both forms of a URL. */
const PLAIN: [table: string, column: string, Normalize][] = [
  ['submissions', 'proof_url', normalizeUrl],
  ['webhooks', 'url', normalizeUrl],
  ['businesses', 'website', normalizeUrl],
  ['members', 'email', normalizeAccountEmail],
];

/**
 * Normalizes URLs and email addresses. Values without a normal form, or whose normal form another row has, are kept.
 */
export async function normalizeStoredFormats(db: MigrationConnection): Promise<void> {
  for (const [table, column, normalize] of PLAIN) {
    for await (const { row, normal } of listChanges(db, table, column, normalize))
      await db.run(`update ${table} set ${column} = ? where rowid = ?`, [normal, row]);
  }
  for await (const { row, text, normal } of listChanges(db, 'influencers', 'email', normalizeAccountEmail)) {
    await db.run(
      `update influencers set email = ?1, email_key = ?1, search_text = replace(search_text, ?2, ?1)
      where rowid = ?3 and not exists (
        select 1 from influencers as other
        where other.business_id = influencers.business_id and other.email_key = ?1 and other.rowid <> ?3
      )`,
      [normal, text.toLowerCase(), row],
    );
  }
  for await (const { row, normal } of listChanges(db, 'users', 'email', normalizeAccountEmail)) {
    await db.run(
      `update users set email = ?1 where rowid = ?2
      and not exists (select 1 from users as other where other.email = ?1 and other.rowid <> ?2)`,
      [normal, row],
    );
  }
}

/** Normalizes a stored URL, even one that validation rejects today for its length or a backslash. */
function normalizeUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url ? formatUrl(url) : undefined;
}

interface Change {
  row: number;
  text: string;
  normal: string;
}

async function* listChanges(
  db: MigrationConnection,
  table: string,
  column: string,
  normalize: Normalize,
): AsyncGenerator<Change> {
  for (let last = 0; ; ) {
    const rows = await db.all<{ row: number; text: string }>(
      `select rowid as row, ${column} as text from ${table}
      where rowid > ? and ${column} is not null order by rowid limit ${BATCH}`,
      [last],
    );
    for (const { row, text } of rows) {
      const normal = normalize(text);
      if (normal !== undefined && normal !== text) yield { row, text, normal };
    }
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.row ?? last;
  }
}
