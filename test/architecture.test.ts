import { describe, expect, test } from 'bun:test';
import { DOMAINS, LAYERS, MAX_LINES, RULES } from './support/architecture.ts';
import { cyclesOf, mutualImports } from './support/import-cycles.ts';
import { BUDGETS, countByFolder, readFiles } from './support/size.ts';
import { parse, readSources, type SourceFile } from './support/source-files.ts';

/** Modules that are not separate yet. The list only gets shorter. */
const KNOWN_MUTUAL_IMPORTS = [
  'src/dashboard/data and src/dashboard/ui',
  'src/exchange/market and src/exchange/orders',
  'src/exchange/market and src/exchange/wallet',
  'src/exchange/orders and src/exchange/wallet',
  'src/programs/cashback and src/programs/members',
  'src/programs/cashback and src/programs/refunds',
  'src/programs/integrations and src/programs/members',
  'src/programs/members and src/programs/referrals',
  'src/programs/members and src/programs/shop',
  'src/programs/members and src/programs/visits',
];

const ROOT = new URL('..', import.meta.url).pathname;
const SOURCES = ['src', 'db', 'cli', 'seed'];

/** Client libraries, whose exports integrators import. */
const SERVED = 'src/describe/typescript/runtime/';
const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

const files = await readSources(ROOT, SOURCES);
const tests = await readSources(ROOT, ['test']);
const violationsOf = (rule: (typeof RULES)[number], all: SourceFile[]) =>
  all.flatMap(file => rule.violations(file).map(violation => `${file.path} ${violation}`));

describe('source tree', () => {
  test('all source files are read', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter(file => file.imports.length > 0).length).toBeGreaterThan(350);
  });

  test.each(RULES.map(rule => [rule.name, rule] as const))('keeps the rule: %s', (_, rule) => {
    expect(violationsOf(rule, files)).toEqual([]);
  });

  test('no import cycles exist, including type imports', () => {
    expect(cyclesOf(files)).toEqual([]);
  });

  test('what a file exports is named in another one', () => {
    const names = [...files, ...tests].map(({ text }) => new Set(text.match(/\w+/g)));
    const unused = files.flatMap(({ path, text }, index) =>
      path.startsWith(SERVED)
        ? []
        : [...text.matchAll(EXPORT)]
            .map(([, name = '']) => name)
            .filter(name => !names.some((found, other) => other !== index && found.has(name)))
            .map(name => `${path} ${name}`),
    );
    expect(unused).toEqual([]);
  });

  test('no more modules import each other than the known ones', () => {
    expect(mutualImports(files.filter(({ path }) => path.startsWith('src/')))).toEqual(KNOWN_MUTUAL_IMPORTS);
  });

  test('the README names the layers and domains in the order that is enforced', async () => {
    const text = (await Bun.file(`${ROOT}src/README.md`).text()).replaceAll(/\s+/g, ' ');
    expect(text).toContain(LAYERS.map(({ name }) => name).join(' → '));
    expect(text).toContain(DOMAINS.join(' → '));
  });

  test('test files stay short, too, and spread no objects in pieces', () => {
    const shared = RULES.filter(({ name }) => /^(files stay|objects are)/.test(name));
    expect(shared.flatMap(rule => violationsOf(rule, tests))).toEqual([]);
  });

  test('no folder has more lines than its budget in test/support/size-budgets.json', async () => {
    const over = [...countByFolder(await readFiles())].filter(
      ([folder, lines]) => lines > (BUDGETS[folder] ?? 0),
    );
    expect(over).toEqual([]);
  });

  test('the root of src contains only the app, the context, due work, errors and tenancy', () => {
    const atRoot = files.map(({ path }) => path).filter(path => /^src\/[^/]+$/.test(path));
    expect(atRoot).toEqual([
      'src/app.ts',
      'src/context.ts',
      'src/due-work.ts',
      'src/errors.ts',
      'src/tenancy.ts',
    ]);
  });
});

/** A rule that cannot fail guards nothing: each is shown code that it must refuse. */
const REFUSED: [rule: string, path: string, source: string][] = [
  ['packages', 'src/campaigns/service.ts', "import { Elysia } from 'elysia'; new Elysia();"],
  ['packages', 'src/context.ts', "import type { AnyElysia } from 'elysia'; export let app: AnyElysia;"],
  ['packages', 'src/describe/openapi.ts', "import { swagger } from '@elysiajs/swagger'; swagger();"],
  ['packages', 'src/campaigns/service.ts', "import { eq } from 'drizzle-orm'; eq();"],
  ['packages', 'src/campaigns/rules.ts', "import { sql } from 'drizzle-orm/sqlite-core'; sql();"],
  ['packages', 'src/app.ts', "import { Command } from 'commander'; new Command();"],
  ['packages', 'src/pages/shell.ts', "import { h } from 'preact'; h();"],
  ['settings', 'src/dashboard/ui/components.tsx', 'export const A = () => <a onClick={() => fetch(url)} />;'],
  ['settings', 'src/http/server.ts', 'export const port = process.env.PORT;'],
  ['settings', 'src/http/server.ts', 'export const port = Bun.env.PORT;'],
  ['settings', 'src/auth/rules.ts', 'export const now = () => Date.now();'],
  ['settings', 'src/auth/rules.ts', 'export const now = () => new Date().toISOString();'],
  ['settings', 'src/auth/rules.ts', 'export const dice = () => Math.random();'],
  ['settings', 'src/auth/service.ts', 'export const id = () => crypto.randomUUID();'],
  ['settings', 'src/auth/service.ts', 'export const id = () => Bun.randomUUIDv7();'],
  ['settings', 'db/sqlite/stats.ts', 'export const open = file => new Sqlite(file);'],
  ['settings', 'src/webhooks/service.ts', 'export const call = url => fetch(url);'],
  ['settings', 'src/webhooks/service.ts', 'export const call = url => globalThis.fetch(url);'],
  ['settings', 'src/auth/service/users.ts', 'export const hash = ctx => ctx.passwords.hash(text);'],
  ['no import runs up', 'src/platform/log.ts', "import { get } from '../campaigns/service.ts'; get();"],
  ['no import runs up', 'src/context.ts', "import type { Key } from './auth/model.ts'; export let k: Key;"],
  ['no import runs up', 'db/client.ts', "import { handle } from '../src/http/server.ts'; handle();"],
  [
    'no import runs up',
    'src/campaigns/service/read.ts',
    "import { ok } from '../../http/envelope.ts'; ok();",
  ],
  ['no import runs up', 'src/http/server.ts', "import { createApp } from '../app.ts'; createApp();"],
  ['no import runs up', 'src/http/api.ts', "import { routes } from '../routes/campaigns.ts'; routes();"],
  ['no import runs up', 'src/pages/shell.ts', "import { api } from '../dashboard/data/api.ts'; api();"],
  ['roles', 'src/campaigns/model.ts', "import { list } from './store.ts'; list();"],
  ['roles', 'src/campaigns/rules.ts', "import { list } from './store.ts'; list();"],
  ['roles', 'src/planner/rules/solve.ts', "import type { Ctx } from '../../context.ts'; export let c: Ctx;"],
  ['roles', 'src/dashboard/ui/table.tsx', "import { get } from '../../campaigns/service/read.ts'; get();"],
  ['pages', 'src/dashboard/ui/table.tsx', "import { Campaign } from '../../campaigns/model.ts'; Campaign();"],
  [
    'a domain never',
    'src/rewards/service.ts',
    "import * as store from '../campaigns/store.ts'; store.list();",
  ],
  ['a domain never', 'src/rewards/service.ts', "import * as keys from '../auth/keys-store.ts'; keys.list();"],
  ['domains', 'src/events/service.ts', "import { get } from '../campaigns/service.ts'; get();"],
  ['domains', 'src/events/service.ts', "import type { A } from '../campaigns/model.ts'; export let a: A;"],
  ['domains', 'src/campaigns/rules.ts', "import { a } from '../submissions/model.ts'; a();"],
  ['rules are pure', 'src/campaigns/rules.ts', 'export const next = async () => await 1;'],
  ['rules are pure', 'src/planner/rules/solve.ts', 'export const next = ctx => ctx.clock.now();'],
  ['formats take', 'src/mailings/service.ts', 'export const a = tag => new Intl.NumberFormat(tag);'],
  ['formats take', 'src/mailings/service.ts', 'export const a = (n, tag) => n.toLocaleString(tag);'],
  ['formats take', 'src/mailings/service.ts', 'export const a = n => n.toLocaleString();'],
  [
    'formats take',
    'src/dashboard/data/day.ts',
    "export const a = timeZone => Intl.DateTimeFormat('en', { timeZone });",
  ],
  [
    'formats take',
    'src/dashboard/data/day.ts',
    'export const a = z => new Intl.DateTimeFormat(toUsableLocale(x), { ...STYLE, timeZone: z });',
  ],
  ['formats take', 'src/mailings/rules.ts', 'export const a = (at, zone) => at.toZonedDateTimeISO(zone);'],
  ['objects are not', 'src/campaigns/store.ts', `export const both = { one: 1, ${'...'}{ two: 2 } };`],
  ['files stay', 'src/campaigns/store.ts', '// one more\n'.repeat(MAX_LINES)],
];

const ALLOWED: [path: string, source: string][] = [
  ['src/routes/campaigns.ts', "import { Elysia } from 'elysia'; new Elysia();"],
  ['src/routes/campaigns.ts', "import { all } from '../submissions/service/review.ts'; all();"],
  ['src/campaigns/store.ts', "import { eq } from 'drizzle-orm'; eq();"],
  ['src/auth/keys-store.ts', "import { eq } from 'drizzle-orm'; eq();"],
  ['src/http/server.ts', 'export async function fetch(request) { return app.fetch(request); }'],
  ['src/auth/service.ts', '/** Date.now() is not used. */\nexport const at = (ms: number) => new Date(ms);'],
  ['src/auth/service.ts', "export const text = 'process.env, Date.now() and fetch(url)';"],
  ['src/pages/assets.ts', 'export const script = `fetch("/api/v1/auth")`;'],
  ['src/mailings/service.ts', "export const a = n => n.toLocaleString('en-US');"],
  [
    'src/mailings/service.ts',
    "export const a = z => Intl.DateTimeFormat(toUsableLocale(x), { timeZone: toUsableTimeZone(z), hour: '2-digit' });",
  ],
  [
    'src/mailings/service.ts',
    'const timeZone = toUsableTimeZone(zone); export const a = new Intl.DateTimeFormat(LOCALE, { timeZone });',
  ],
  ['src/dashboard/data/day.ts', 'export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;'],
  ['src/platform/clock.ts', 'export const now = () => Date.now();'],
  ['src/platform/outbound/client.ts', 'export const call = url => fetch(url);'],
  ['src/submissions/service.ts', "import { get } from '../campaigns/service/read.ts'; get();"],
];

describe('architecture rules', () => {
  test.each(REFUSED)('the rule "%s…" rejects the example in %s', (start, path, source) => {
    const rule = RULES.find(({ name }) => name.startsWith(start));
    expect(rule?.violations(parse(path, source))).not.toEqual([]);
  });

  test.each(ALLOWED)('all rules accept in %s: %s', (path, source) => {
    expect(RULES.flatMap(rule => rule.violations(parse(path, source)))).toEqual([]);
  });

  test('every rule has at least one rejected example', () => {
    const covered = REFUSED.map(([start]) => start);
    expect(RULES.filter(({ name }) => !covered.some(start => name.startsWith(start)))).toEqual([]);
  });

  test('cyclesOf finds an import cycle', () => {
    const cycle = [
      parse('src/planner/service.ts', "import { a } from '../billing/service.ts'; a();"),
      parse('src/billing/service.ts', "import type { B } from '../planner/service.ts'; export let b: B;"),
    ];
    expect(cyclesOf(cycle)).toEqual([['src/billing/service.ts', 'src/planner/service.ts']]);
  });
});
