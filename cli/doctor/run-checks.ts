import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { hasUnfinishedRestore } from '../../db/sqlite/restore.ts';
import { SEED } from '../../seed/load.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { validateReference } from '../../src/library/validation/validate.ts';
import type { CommandContext } from '../command-context.ts';
import { checkData, checkDataFolder } from './data-checks.ts';
import { checkEnvironment } from './environment-checks.ts';
import { type Finding, failed, passed, warning } from './finding.ts';
import { checkPostgres } from './postgres-checks.ts';
import { checkService } from './record-checks.ts';
import { checkUploads } from './upload-checks.ts';

/** Runs all checks of an installation. Changes nothing, except that it writes and deletes a small file. */
export async function runChecks(context: CommandContext): Promise<Finding[]> {
  const { config, problems } = context.loadConfig();
  const settings = problems.map(problem =>
    failed('settings', problem, 'run perkmint config to see all settings'),
  );
  const findings = settings.length > 0 ? settings : [passed('settings', 'all valid')];
  findings.push(
    checkPublicAddress(config),
    checkRateLimit(config),
    checkReferenceData(),
    checkBilling(config),
  );
  if (isSharedDatabase(config)) return [...findings, ...(await checkServerNode(context, config))];
  if (!existsSync(config.dataDir)) {
    const fix = 'perkmint serve creates it; or choose another folder with --data-dir or DATA_DIR';
    return [...findings, failed('data folder', `${config.dataDir} does not exist`, fix)];
  }
  if (hasUnfinishedRestore(config.dataDir)) {
    const fix = 'start the server, or run perkmint db restore again';
    return [...findings, failed('restore', 'interrupted: only a part of the backup is in place', fix)];
  }
  const file = join(config.dataDir, DATABASE_FILE);
  const data = checkData(context, config, file);
  return [
    ...findings,
    ...data,
    ...(await checkContent(context, config, data)),
    ...(await checkEnvironment(context, config)),
  ];
}

/** Checks a server whose database is on another one. Its data folder may be created by its first start. */
async function checkServerNode(context: CommandContext, config: Config): Promise<Finding[]> {
  const folder = existsSync(config.dataDir) ? checkDataFolder(context, config) : [];
  const data = await checkPostgres(context, config);
  return [
    ...folder,
    ...data,
    ...(await checkContent(context, config, data)),
    ...(await checkEnvironment(context, config)),
  ];
}

/** Checks what the program reads from a database with all migrations. */
async function checkContent(context: CommandContext, config: Config, data: Finding[]): Promise<Finding[]> {
  if (!data.some(({ check, state }) => check === 'migrations' && state === 'ok')) return [];
  return [...(await checkUploads(context, config)), ...(await checkService(context, config))];
}

function checkPublicAddress({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isHere) return passed('public address', publicUrl);
  const fix = 'put a proxy with TLS in front and set PUBLIC_URL to its https address';
  return warning('public address', `${publicUrl} sends passwords unencrypted`, fix);
}

function checkRateLimit({ rateLimit: state, rateLimitScale }: Config): Finding {
  if (state === 'on')
    return passed('rate limit', rateLimitScale === 1 ? 'on' : `on, times ${rateLimitScale}`);
  return warning('rate limit', 'off', 'unset RATE_LIMIT unless every client is trusted');
}

function checkReferenceData(): Finding {
  const [first] = validateReference(SEED).problems;
  return first ? failed('reference data', first, 'reinstall Perkmint') : passed('reference data', 'sound');
}

function checkBilling({ stripeSecretKey, stripeWebhookSecret, billingDefaultPlan }: Config): Finding {
  if (stripeSecretKey === '')
    return passed('billing', `by bank transfer; default plan: ${billingDefaultPlan}`);
  if (stripeWebhookSecret !== '') return passed('billing', `by Stripe; default plan: ${billingDefaultPlan}`);
  const fix = 'set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint /api/v1/billing/webhook';
  return failed('billing', 'Stripe cannot report payments', fix);
}
