import { describe, expect, test } from 'bun:test';
import { cyclesOf, MAX_LINES, parse, RULES, type SourceFile } from './support/architecture.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const OURS = ['src', 'db', 'cli', 'seed'];

async function filesIn(folders: string[]): Promise<SourceFile[]> {
  const glob = new Bun.Glob(`{${folders.join(',')}}/**/*.{ts,tsx}`);
  const paths = [...glob.scanSync(ROOT)].filter(path => !path.endsWith('.d.ts')).sort();
  return Promise.all(paths.map(async path => parse(path, await Bun.file(ROOT + path).text())));
}

const files = await filesIn(OURS);
const tests = await filesIn(['test']);
const breachesOf = (rule: (typeof RULES)[number], all: SourceFile[]) =>
  all.flatMap(file => rule.breaches(file).map(breach => `${file.path} ${breach}`));

describe('the architecture', () => {
  test('is looked at whole', () => {
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter(file => file.imports.length > 0).length).toBeGreaterThan(60);
  });

  test.each(RULES.map(rule => [rule.name, rule] as const))('%s', (_, rule) => {
    expect(breachesOf(rule, files)).toEqual([]);
  });

  test('domains know each other in no circle', () => {
    expect(cyclesOf(files)).toEqual([]);
  });

  test('tests stay short too', () => {
    expect(tests.filter(file => file.lines >= MAX_LINES).map(file => file.path)).toEqual([]);
  });
});

/** A rule that cannot fail keeps nothing: each is shown what it must refuse. */
const REFUSED: [rule: string, path: string, source: string][] = [
  ['packages', 'src/campaigns/service.ts', "import { Elysia } from 'elysia'; new Elysia();"],
  ['packages', 'src/describe/openapi.ts', "import { swagger } from '@elysiajs/swagger'; swagger();"],
  ['packages', 'src/campaigns/service.ts', "import { eq } from 'drizzle-orm'; eq();"],
  ['packages', 'src/campaigns/rules.ts', "import { sql } from 'drizzle-orm/sqlite-core'; sql();"],
  ['packages', 'src/app.ts', "import { Command } from 'commander'; new Command();"],
  ['packages', 'src/pages/shell.ts', "import { h } from 'preact'; h();"],
  ['settings', 'src/dashboard/ui/bits.tsx', 'export const Load = () => <a onClick={() => fetch(url)} />;'],
  ['layers', 'src/dashboard/ui/bits.tsx', "import { get } from '../../campaigns/service/read.ts'; get();"],
  ['layers', 'src/pages/shell.ts', "import { api } from '../dashboard/data/api.ts'; api();"],
  ['settings', 'src/http/door.ts', 'export const port = process.env.PORT;'],
  ['settings', 'src/http/door.ts', 'export const port = Bun.env.PORT;'],
  ['settings', 'src/auth/rules.ts', 'export const now = () => Date.now();'],
  ['settings', 'src/auth/rules.ts', 'export const now = () => new Date().toISOString();'],
  ['settings', 'src/auth/rules.ts', 'export const dice = () => Math.random();'],
  ['settings', 'src/auth/service.ts', 'export const id = () => crypto.randomUUID();'],
  ['settings', 'src/auth/service.ts', 'export const id = () => Bun.randomUUIDv7();'],
  ['settings', 'src/webhooks/service.ts', 'export const call = url => fetch(url);'],
  ['settings', 'src/webhooks/service.ts', 'export const call = url => globalThis.fetch(url);'],
  ['layers', 'src/platform/log.ts', "import { get } from '../campaigns/service.ts'; get();"],
  ['layers', 'db/client.ts', "import { door } from '../src/http/door.ts'; door();"],
  ['layers', 'src/campaigns/model.ts', "import { list } from './store.ts'; list();"],
  ['layers', 'src/campaigns/rules.ts', "import { list } from './store.ts'; list();"],
  ['layers', 'src/campaigns/service/read.ts', "import { ok } from '../../http/envelope.ts'; ok();"],
  ['layers', 'src/http/door.ts', "import { createApp } from '../app.ts'; createApp();"],
  [
    'a domain never',
    'src/rewards/service.ts',
    "import * as store from '../campaigns/store.ts'; store.list();",
  ],
  ['a domain never', 'src/rewards/service.ts', "import * as keys from '../auth/keys-store.ts'; keys.list();"],
  ['domains know', 'src/events/service.ts', "import { get } from '../campaigns/service.ts'; get();"],
  ['domains know', 'src/campaigns/rules.ts', "import { a } from '../submissions/model.ts'; a();"],
  ['domains know', 'src/campaigns/rules.ts', "import { a } from '../planner/model.ts'; a();"],
  ['rules are pure', 'src/campaigns/rules.ts', 'export const next = async () => await 1;'],
  ['rules are pure', 'src/campaigns/rules.ts', 'export const next = ctx => ctx.clock.now();'],
  ['files stay', 'src/campaigns/store.ts', '// one more\n'.repeat(MAX_LINES)],
];

const ALLOWED: [path: string, source: string][] = [
  ['src/campaigns/routes.ts', "import { Elysia } from 'elysia'; new Elysia();"],
  ['src/campaigns/routes.ts', "import { all } from '../submissions/service/review.ts'; all();"],
  ['src/campaigns/store.ts', "import { eq } from 'drizzle-orm'; eq();"],
  ['src/auth/keys-store.ts', "import { eq } from 'drizzle-orm'; eq();"],
  ['src/context.ts', "import type { AnyElysia } from 'elysia'; export let app: AnyElysia;"],
  ['src/events/service.ts', "import type { Campaign } from '../campaigns/model.ts'; export let c: Campaign;"],
  ['src/events/service.ts', "import { type Campaign } from '../campaigns/model.ts'; export let c: Campaign;"],
  ['src/http/door.ts', 'export async function fetch(request) { return app.fetch(request); }'],
  ['src/auth/service.ts', '/** Date.now() is not used. */\nexport const at = (ms: number) => new Date(ms);'],
  ['src/auth/service.ts', "export const text = 'process.env, Date.now() and fetch(url)';"],
  ['src/pages/assets.ts', 'export const script = `fetch("/api/v1/auth")`;'],
  ['src/platform/clock.ts', 'export const now = () => Date.now();'],
  ['src/platform/outbound.ts', 'export const call = url => fetch(url);'],
  ['src/submissions/service.ts', "import { get } from '../campaigns/service/read.ts'; get();"],
];

describe('a rule of the architecture', () => {
  test.each(REFUSED)('%s… refuses in %s', (start, path, source) => {
    const rule = RULES.find(({ name }) => name.startsWith(start));
    expect(rule?.breaches(parse(path, source))).not.toEqual([]);
  });

  test.each(ALLOWED)('none refuses in %s: %s', (path, source) => {
    expect(RULES.flatMap(rule => rule.breaches(parse(path, source)))).toEqual([]);
  });

  test('is shown something to refuse, whichever it is', () => {
    const shown = REFUSED.map(([start]) => start);
    expect(RULES.filter(({ name }) => !shown.some(start => name.startsWith(start)))).toEqual([]);
  });

  test('finds a circle of domains', () => {
    const circle = [
      parse('src/planner/service.ts', "import { a } from '../billing/service.ts'; a();"),
      parse('src/billing/service.ts', "import { b } from '../planner/service.ts'; b();"),
    ];
    expect(cyclesOf(circle)).toContain('planner → billing → planner');
  });
});
