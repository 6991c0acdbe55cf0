import { expect, test } from 'bun:test';
import { toPostgres } from '../../../db/postgres/dialect.ts';

test('parameters are numbered in order, without the unary plus that SQLite needs', () => {
  expect(toPostgres('select * from "notes" where "id" = ? and "at" < +? limit +?')).toBe(
    'select * from "notes" where "id" = $1 and "at" < $2 limit $3',
  );
});

test('question marks in texts and names are no parameters', () => {
  expect(toPostgres(`select 'it''s +?', "odd ""?""" from "t" where "a" = "a" + ?`)).toBe(
    `select 'it''s +?', "odd ""?""" from "t" where "a" = "a" + $1`,
  );
});

test('the columns of a conflict target lose the name of their table', () => {
  expect(
    toPostgres('insert into "t" values (?) on conflict ("t"."a", "b") do update set "a" = "t"."a"'),
  ).toBe('insert into "t" values ($1) on conflict ("a", "b") do update set "a" = "t"."a"');
});
