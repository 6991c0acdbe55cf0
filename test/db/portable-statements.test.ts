import { beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { toPostgres } from '../../db/postgres/dialect.ts';
import type { OrderRow } from '../../db/schema/exchange.ts';
import { LARGE_BATCH_ROWS } from '../../db/statements.ts';
import { CLI } from '../../src/context.ts';
import { amendFills } from '../../src/exchange/orders/store.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { checkFiles, moveUploads } from '../../src/uploads/move.ts';
import { hasPostgres } from '../support/postgres.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createTestDatabaseUrl } from '../support/test-database.ts';
import { captureStatements } from './usage/capture.ts';
import { useEverything } from './usage/everything.ts';
import { useEveryRoute } from './usage/routes.ts';

/**
 * Checks the text of every statement that requests, jobs and the integrity check prepare, without its engine's own
 * statements: one set of statements serves all engines.
 */

/** The columns that are stored as 0 or 1, which only SQLite takes as conditions. */
const FLAGS =
  'is_own|is_approval|submitted_by_person|enrolled_by_person|order_value_confirmed|' +
  'cancel_at_period_end|allows_negative|disclosure_required';

interface Construct {
  name: string;
  pattern: RegExp;
  instead: string;
  example: string;
}

/** Syntax that only SQLite understands, or that other engines understand differently. */
const SQLITE_ONLY: Construct[] = [
  { name: 'row IDs', pattern: /\browid\b/i, instead: 'a column', example: 'order by rowid' },
  {
    name: 'JSON operators or functions',
    pattern: /->|\bjson_\w+\(/i,
    instead: 'a column',
    example: "select data ->> '$.id'",
  },
  { name: 'glob', pattern: /\bglob\b/i, instead: 'like', example: "where name glob 'a*'" },
  { name: 'iif', pattern: /\biif\(/i, instead: 'case when', example: 'select iif(a, 1, 0)' },
  {
    name: 'is not with a value',
    pattern: /\bis not (?!null\b|distinct\b)/i,
    instead: 'is distinct from',
    example: 'where status is not ?',
  },
  {
    name: "SQLite's functions",
    pattern: /\b(format|printf|instr|group_concat|total|typeof)\(/i,
    instead: 'standard operators',
    example: "select format('%d', a)",
  },
  {
    name: 'date functions',
    pattern: /\b(date|time|datetime|julianday|unixepoch|strftime)\(/i,
    instead: 'parts of the ISO time',
    example: 'select unixepoch(created_at)',
  },
  {
    name: 'max or min of several values',
    pattern: /\b(max|min)\([^()]*,/i,
    instead: 'case when',
    example: 'set low = min(low, ?)',
  },
  {
    name: 'collations',
    pattern: /\bcollate\b/i,
    instead: 'a normalized column',
    example: 'where email = ? collate nocase',
  },
  {
    name: 'conflict clauses',
    pattern: /\binsert or\b|\breplace into\b/i,
    instead: 'on conflict',
    example: 'insert or ignore into notes values (?)',
  },
  {
    name: 'aliases that are folded to lower case',
    pattern: /\bas [a-z_]+[A-Z]/,
    instead: 'the alias in quotes',
    example: 'select id as campaignId',
  },
  {
    name: 'flags as conditions',
    pattern: new RegExp(`\\b(where|and|or|not|when) [("a-z_.]*(${FLAGS})"?(?! *[=<,"])`, 'i'),
    instead: '= 1',
    example: 'where ("subscriptions"."is_own" and ended_at is null)',
  },
  {
    name: 'sums of conditions',
    pattern: /\bsum\((?!case\b)[^()]*[=<>]/i,
    instead: 'count(*) filter',
    example: "select sum(status = 'open')",
  },
  {
    name: 'identity columns to insert',
    pattern: /insert into "(ledger_entries|admin_actions)" \("id"/i,
    instead: 'no identity column',
    example: 'insert into "ledger_entries" ("id", "amount") values (null, 1)',
  },
  {
    name: 'rows of values without types',
    pattern: /\(values \(\?/i,
    instead: 'cast(? as type) in the first row',
    example: 'with change (id) as (values (?), (?)) select 1',
  },
];

/** The engine's own statements: schema, migrations, transactions, maintenance. */
const OF_THE_ENGINE =
  /pragma|sqlite_schema|sqlite_version|dbstat|"?_migrations|^(begin|commit|rollback|savepoint|release|create|drop|alter|vacuum)\b|^select 1$/i;

const IS_ENGINE = /^db\/(sqlite|postgres|migrations)\//;

// Both engines prepare the same statements, so one of them tells all.
describe.skipIf(isOnPostgres)('the statements of the application', () => {
  let texts: string[];

  beforeAll(async () => {
    const captured = await captureStatements(async () => {
      const ctx = await createTestApp({ OAUTH_MOCK: 'on' });
      await useEverything(ctx);
      await checkIntegrity(ctx.app.as(CLI));
      await updateManyOrders(ctx);
      await moveUploads(ctx.app.as(CLI), 'database', () => {});
      await checkFiles(ctx.app.as(CLI), () => {});
      await ctx.close();
      await useEveryRoute();
    });
    texts = [...captured].filter(sql => !OF_THE_ENGINE.test(sql.trim()));
  });

  test('those of requests, jobs and the integrity check are captured', () => {
    expect(texts.length).toBeGreaterThan(500);
  });

  test.each(SQLITE_ONLY)('none contains $name', ({ pattern, instead }) => {
    const found = texts.filter(sql => pattern.test(sql)).map(sql => `${sql}: write ${instead}`);
    expect(found).toEqual([]);
  });

  test.skipIf(!hasPostgres())('PostgreSQL prepares each of them, where this machine has one', async () => {
    const database = await createTestDatabaseUrl();
    const connection = new SQL(database.url, { max: 1 });
    const rejected: string[] = [];
    for (const [index, text] of texts.entries()) {
      const prepared = connection.unsafe(`prepare statement_${index} as ${toPostgres(text)}`);
      await prepared.simple().catch((error: Error) => rejected.push(`${error.message}: ${text}`));
    }
    await connection.close();
    await database.drop();
    expect(rejected).toEqual([]);
  });
});

test('no SQL in the source contains any of it, whether or not a test reaches it', async () => {
  const templates = await readTemplates();
  expect(templates.length).toBeGreaterThan(200);
  const found = templates.flatMap(({ path, text }) =>
    SQLITE_ONLY.filter(({ pattern }) => pattern.test(text)).map(
      ({ name, instead }) => `${path} contains ${name}: write ${instead} in ${text}`,
    ),
  );
  expect(found).toEqual([]);
});

test.each(SQLITE_ONLY)('the pattern for $name finds its example', ({ pattern, example }) => {
  expect(example).toMatch(pattern);
});

/** Fills 100 orders at once, which no request above does. Only the statement matters, so the orders do not exist. */
async function updateManyOrders({ app }: TestApp): Promise<void> {
  const missing = Array.from({ length: LARGE_BATCH_ROWS }, () => ({ id: 'ord_missing' }) as OrderRow);
  const update = app.services.database.transaction(tx => amendFills(tx, missing, missing));
  await expect(update).rejects.toThrow('0 of 100 rows found');
}

/** Reads the SQL of each tagged template outside of the engines. */
async function readTemplates(): Promise<{ path: string; text: string }[]> {
  const root = new URL('../..', import.meta.url).pathname;
  const paths = [...new Bun.Glob('{src,db}/**/*.ts').scanSync(root)].filter(path => !IS_ENGINE.test(path));
  const sources = await Promise.all(paths.map(path => Bun.file(root + path).text()));
  return sources.flatMap((source, index) =>
    [...source.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map(match => ({
      path: paths[index] as string,
      text: readTemplate(source, match.index + match[0].length),
    })),
  );
}

/** Returns the text of a template that starts at a position, with a placeholder for each interpolation. */
function readTemplate(source: string, start: number): string {
  let text = '';
  for (let at = start; source[at] !== '`'; ) {
    if (!source.startsWith('${', at)) {
      text += source[at];
      at += 1;
      continue;
    }
    text += '?';
    let depth = 1;
    for (at += 2; depth > 0; at++) depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0;
  }
  return text;
}
