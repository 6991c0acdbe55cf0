import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { sqliteTable } from 'drizzle-orm/sqlite-core';
import { id, sharedJson } from '../../db/columns.ts';
import { createTableDecoder } from '../../db/rows.ts';

const notes = sqliteTable('notes', {
  id: id(),
  words: sharedJson<readonly { readonly text: string }[]>('words'),
});

function stored(texts: (string | null)[]) {
  const client = new Database(':memory:');
  client.run('create table notes (id text primary key, words text)');
  const insert = client.prepare('insert into notes values (?, ?)');
  for (const [index, text] of texts.entries()) insert.run(String(index), text);
  const rows = createTableDecoder(notes)(
    client.prepare('select * from notes order by rowid').values() as unknown[][],
  );
  return { client, rows };
}

test('rows with equal JSON texts share one parsed value', () => {
  const { rows } = stored(['[{"text":"a"}]', '[{"text":"a"}]', '[{"text":"b"}]', null, '[]']);
  expect(rows.map(row => row.words)).toEqual([[{ text: 'a' }], [{ text: 'a' }], [{ text: 'b' }], null, []]);
  expect(rows[0]?.words).toBe(rows[1]?.words ?? []);
});

test('texts beyond the cache limits are parsed correctly', () => {
  const long = 'x'.repeat(5_000);
  const texts = Array.from({ length: 1_100 }, (_, i) =>
    JSON.stringify([{ text: `${i % 2 ? '' : long}${i}` }]),
  );
  expect(stored(texts).rows.map(row => JSON.stringify(row.words))).toEqual(texts);
});

test('Drizzle can write and read a sharedJson column', () => {
  const { client } = stored([]);
  const db = drizzle({ client });
  db.insert(notes)
    .values({ id: 'a', words: [{ text: 'é"' }] })
    .run();
  expect(db.select().from(notes).all()).toEqual([{ id: 'a', words: [{ text: 'é"' }] }]);
});
