import { Database } from 'bun:sqlite';
import { cpSync, rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type App, createApp } from '../../src/app.ts';
import type { NewCampaign } from '../../src/campaigns/model.ts';
import { loadConfig } from '../../src/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { addSeededFile } from '../support/app-folder.ts';
import { tempDir } from './harness.ts';

/** A private installation with the access token of one business. */
export interface Fixture {
  dataDir: string;
  file: string;
  env: Record<string, string>;
  businessId: string;
  token: string;
  /** Copies the closed installation for another program. */
  copy(name: string): Fixture;
  remove(): void;
}

/** Rate limits are counted, but never reached. */
export const SETTINGS = { RATE_LIMIT_SCALE: '1000000', ACCESS_TOKEN_TTL: '86400' };
export const CHEAP_HASH = { memoryKib: 8, passes: 1 };

export const CAMPAIGN: NewCampaign = {
  name: 'Story of the week',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};
/** The campaign that all others are copies of. */
const TEMPLATE = {
  ...CAMPAIGN,
  description: 'Post a story from our place and tag us; the reward is valid on your next visit.',
  instructions: 'Keep it up for a day and send us the link.',
  requirements: { minFollowers: 50, hashtags: ['bluecup', 'coffee'] },
  budget: { total: 500 },
  limits: { perUser: 2 },
};

export async function createFixture(
  name: string,
  fill: (app: App, businessId: string, token: string) => void | Promise<void>,
) {
  const dataDir = tempDir(name);
  rmSync(dataDir, { recursive: true, force: true });
  await addSeededFile(dataDir, async folder => await (await open(folder)).close());
  const app = await open(dataDir);
  const registration = {
    action: 'register',
    role: 'business',
    businessName: 'Blue Cup',
    name: 'Owner',
    email: 'owner@blue-cup.example',
    password: 'correct horse battery',
  };
  const { accessToken: token, user } = await post(app, '/auth', registration);
  for (const campaign of [TEMPLATE, CAMPAIGN]) await post(app, '/campaigns', campaign, token);
  await fill(app, user.businessId, token);
  await app.close();
  return toFixture(dataDir, user.businessId, token);
}

function getEnv(dataDir: string): Record<string, string> {
  return { ...SETTINGS, DATA_DIR: dataDir };
}

function open(dataDir: string): Promise<App> {
  const { config, problems } = loadConfig({ env: getEnv(dataDir) });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return createApp(config, { log: silentLog, hashCost: CHEAP_HASH });
}

function toFixture(dataDir: string, businessId: string, token: string): Fixture {
  return {
    dataDir,
    file: `${dataDir}/perkmint.sqlite`,
    env: getEnv(dataDir),
    businessId,
    token,
    copy: name => {
      const target = tempDir(name);
      rmSync(target, { recursive: true, force: true });
      cpSync(dataDir, target, { recursive: true });
      return toFixture(target, businessId, token);
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Returns the warnings, as JSON, that Perkmint stores with CAMPAIGN. */
export function readWarnings({ file }: Fixture): string {
  const database = new Database(file, { readonly: true });
  const row = database.query("select warnings from campaigns where hashtags = '[]' limit 1").get() as {
    warnings: string;
  };
  database.close();
  return row.warnings;
}

// biome-ignore lint/suspicious/noExplicitAny: each caller reads the fields that it needs
export async function post(app: App, path: string, body: object, token?: string): Promise<any> {
  const request = new Request(`http://localhost/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const response = await app.handler.fetch(request, '127.0.0.1');
  const { data, error } = (await response.json()) as { data: unknown; error?: unknown };
  if (error) throw new Error(JSON.stringify(error));
  return data;
}

/** Adds businesses without users. */
export function addBusinesses(app: App, count: number): Promise<unknown> {
  return app.services.database.transaction(
    async tx =>
      await tx.run(sql`
      with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count})
      insert into businesses (id, name, created_at, updated_at)
      select printf('biz_%026d', n), 'Business ' || n, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
      from series`),
  );
}

/** Adds `count` copies of the template to each business; every fourth is active. */
export async function addCampaigns(app: App, businessIds: string[], count: number): Promise<void> {
  for (const [index, businessId] of businessIds.entries()) {
    await app.services.database.transaction(
      async tx =>
        await tx.run(sql`
        with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count})
        insert into campaigns (id, business_id, name, description, instructions, state, platform, action_type,
          reward_type, reward_value, reward_expires_in_days, min_followers, hashtags, budget_total_cents,
          per_user, review_mode, review_sla_hours, review_on_timeout, disclosure_required,
          disclosure_text, warnings, created_at, updated_at)
        select printf('cmp_%08d%018d', ${index}, n), ${businessId}, name || ' ' || n, description,
          instructions, case when n % 4 = 0 then 'active' else 'draft' end, platform, action_type,
          reward_type, reward_value, reward_expires_in_days, min_followers, hashtags,
          budget_total_cents, per_user, review_mode,
          review_sla_hours, review_on_timeout, disclosure_required, disclosure_text, warnings,
          strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch'),
          strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch')
        from series, (select * from campaigns where hashtags <> '[]' limit 1)`),
    );
  }
}
