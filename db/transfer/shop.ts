import type { Database as Sqlite } from 'bun:sqlite';
import { listTables, quoteAll, type Table } from '../copy/tables.ts';
import { migrations } from '../migrations/index.ts';
import { withFile } from '../sqlite/file.ts';
import { checkDatabase, DamagedDatabaseError } from '../sqlite/maintenance.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SHOP_TABLES } from './shop-rows.ts';

interface Extracted {
  /** The IDs of its uploads, whose files the database does not contain. */
  uploads: string[];
  /** Perks of the shop that can still be redeemed, and stay on the exchange. */
  openPerks: number;
  /** Whether there is money in the wallet of the shop, which stays there too. */
  hasMoney: boolean;
}

/**
 * Copies the rows of one shop from the database of an installation into a new one, in which the first owner of the shop is
 * the person who set it up. Ledger entries keep their IDs, times and balances.
 * @param whole a copy of the database, of this version
 * @throws DamagedDatabaseError if a row refers to one that does not belong to the shop
 */
export async function extractShop(
  whole: string,
  file: string,
  shop: string,
  options: { now: string; version: string },
): Promise<Extracted> {
  await migrate(file, migrations, options);
  const extracted = withFile(file, db => {
    db.run('PRAGMA foreign_keys = OFF');
    db.run('ATTACH ? AS source', [whole]);
    db.transaction(() => {
      for (const table of listTables(db)) copyRows(db, table, shop);
      db.run(
        'insert into mail_cursors (business_id, event_sequence) select id, event_sequence from main.businesses',
      );
      db.query(
        `insert into facts (name, value)
         select 'founder', id from users where position = 'owner' order by created_at, id limit 1`,
      ).run();
      // As the set-up proposes: others may register as customers only.
      db.run("insert into facts (name, value) values ('registration', 'customers')");
    })();
    const { openPerks, wallets } = db
      .query<{ openPerks: number; wallets: number }, [string, string]>(
        `select (select count(*) from source.perks
            where business_id = ? and status <> 'expired' and redeemed < supply) as openPerks,
          (select count(*) from source.ledger_accounts
            where owner_id = ? and id like 'exchange:%/cash%' and balance > 0) as wallets`,
      )
      .get(shop, shop)!;
    const uploads = db.query<{ id: string }, []>('select id from main.uploads order by id').all();
    return { openPerks, hasMoney: wallets > 0, uploads: uploads.map(({ id }) => id) };
  });
  const problems = checkDatabase(file);
  if (problems.length > 0) throw new DamagedDatabaseError(file, problems);
  return extracted;
}

/**
 * Removes the facts that opening the database has added, such as its signing keys: the new installation generates them where
 * the operator of the former one does not know them.
 */
export function dropOpenedFacts(file: string): void {
  withFile(file, db => db.run("delete from facts where name not in ('founder', 'registration')"));
}

/** Copies the rows of a table that belong to the shop, in the order of its key. Triggers count them. */
function copyRows(db: Sqlite, { name, columns, key }: Table, shop: string): void {
  const rows = SHOP_TABLES[name];
  if (!rows) throw new Error(`The table ${name} is not among those of a shop`);
  if (!('where' in rows)) return;
  const names = columns.map(column => column.name);
  const values = names.map(column => rows.set?.[column] ?? `"${column}"`).join(', ');
  db.query(
    `insert into main."${name}" (${quoteAll(names)})
     select ${values} from source."${name}" where ${rows.where} order by ${quoteAll(key)}`,
  ).run({ $shop: shop });
}
