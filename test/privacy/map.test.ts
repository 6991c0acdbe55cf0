import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { ACCESS } from '../../db/personal-data/access.ts';
import { PERSONAL_DATA } from '../../db/personal-data/index.ts';
import type { TableData } from '../../db/personal-data/map.ts';

const FOLDER = join(import.meta.dir, '../../db/schema');

async function readSchema(): Promise<SQLiteTable[]> {
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.ts'));
  const modules = await Promise.all(files.map(name => import(join(FOLDER, name))));
  return modules.flatMap(module => Object.values(module).filter(value => is(value, SQLiteTable)));
}

function listNamed({ personal, facts, internal }: TableData): string[] {
  return [...Object.keys(personal), ...facts, ...internal];
}

test('the map of personal data names every column of every table exactly once', async () => {
  const byTable = new Map(PERSONAL_DATA.map(data => [getTableName(data.table), data]));
  const problems: string[] = [];
  for (const table of await readSchema()) {
    const data = byTable.get(getTableName(table));
    const named = data ? listNamed(data) : [];
    const columns = Object.keys(getTableColumns(table));
    for (const column of columns) {
      const times = named.filter(name => name === column).length;
      if (times !== 1) problems.push(`${getTableName(table)}.${column} is named ${times} times`);
    }
    for (const name of named)
      if (!columns.includes(name)) problems.push(`${getTableName(table)}.${name} is no column`);
  }
  expect(problems).toEqual([]);
});

test('each kind has its own file, and keys and hidden columns are columns of the table', () => {
  const files = PERSONAL_DATA.flatMap(({ file }) => file ?? []);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  for (const { table, rows } of PERSONAL_DATA)
    for (const [column] of rows) expect(Object.keys(getTableColumns(table))).toContain(column);
});

test('rows with columns to erase can be found', () => {
  const lost = PERSONAL_DATA.filter(({ rows, erasure, personal }) => {
    const isErased = Object.values(personal).some(({ erasing }) => erasing.do !== 'keep');
    return (isErased || erasure === 'delete') && rows.length === 0;
  });
  expect(lost.map(({ table }) => getTableName(table))).toEqual([]);
});

/** Columns with the ID of an account, or of the account or key that made the row. */
function listPersonColumns(table: SQLiteTable): string[] {
  const references = getTableConfig(table).foreignKeys.map(key => key.reference());
  const toUsers = references.filter(({ foreignTable }) => getTableName(foreignTable) === 'users');
  const columns = toUsers.flatMap(reference => reference.columns.map(({ name }) => name));
  return Object.entries(getTableColumns(table))
    .filter(([name, { name: column }]) => columns.includes(column) || PERSON_COLUMN.test(name))
    .map(([name]) => name);
}
/** Deliveries are claimed by a worker. */
const PERSON_COLUMN = /^(userId|actorId|ownerId|caller|(?!claimed)\w+By)$/;

test('each column for a person or creator has a decision at the first proof of the address and at logout everywhere', async () => {
  const decided = new Map(ACCESS.map(access => [getTableName(access.table), access.by]));
  const tables = (await readSchema()).filter(table => listPersonColumns(table).length > 0);
  for (const table of tables) {
    const name = getTableName(table);
    expect([name, decided.get(name)?.toSorted()]).toEqual([name, listPersonColumns(table).sort()]);
  }
  // The map above has the decision of each at an erasure. Two more tables belong to the business that a person registered.
  const others = [...decided].filter(([, by]) => by.includes('businessId')).map(([name]) => name);
  expect(others).toEqual(['webhooks', 'integrations']);
  expect(decided.size).toBe(tables.length + others.length);
});
