import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../db/backups.ts';
import { quickCheck } from '../db/maintenance.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { SEED } from '../seed/load.ts';
import { hasAdmin } from '../src/auth/service/register.ts';
import type { Config } from '../src/config.ts';
import { CLI } from '../src/context.ts';
import { DAY_MS } from '../src/platform/clock.ts';
import { validateReference } from '../src/reference/validate.ts';
import { localUrl, probe } from './probe.ts';
import type { Session } from './session.ts';

/** Backups are made each day; two days without one means that they fail. */
const OLDEST_BACKUP_MS = 2 * DAY_MS;
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const OTHERS_MAY = 0o077;

export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  /** What to do about it. */
  fix?: string;
}

/** Everything worth a look at an installation. Changes nothing. */
export async function examine(session: Session): Promise<Finding[]> {
  const { config, problems } = session.loadConfig();
  const settings = problems.map(problem => wrong('settings', problem, 'perkmint config shows all of them'));
  const findings = settings.length > 0 ? settings : [ok('settings', 'all are valid')];
  findings.push(address(config), rateLimit(config), referenceData(), billing(config));
  if (!existsSync(config.dataDir)) {
    const fix = 'perkmint serve makes it; or name another with --data-dir or DATA_DIR';
    return [...findings, wrong('data folder', `${config.dataDir} is not there`, fix)];
  }
  findings.push(folder(config), space(config), secrets(config));
  const file = join(config.dataDir, 'perkmint.sqlite');
  findings.push(...(existsSync(file) ? await database(session, config, file) : [noDatabase(file)]));
  return [...findings, backups(session, config, file), await server(config)];
}

const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found });
const warning = (check: string, found: string, fix: string): Finding => ({
  check,
  state: 'warning',
  found,
  fix,
});
const wrong = (check: string, found: string, fix: string): Finding => ({ check, state: 'wrong', found, fix });

function address({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isHere) return ok('public address', publicUrl);
  const fix = 'put a proxy with TLS in front and set PUBLIC_URL to its https address';
  return warning('public address', `${publicUrl} sends passwords in the clear`, fix);
}

function rateLimit({ rateLimit: state, rateLimitScale }: Config): Finding {
  if (state === 'on') return ok('rate limit', rateLimitScale === 1 ? 'on' : `on, times ${rateLimitScale}`);
  return warning('rate limit', 'off', 'unset RATE_LIMIT unless every client is trusted');
}

function referenceData(): Finding {
  const [first] = validateReference(SEED).problems;
  return first ? wrong('reference data', first, 'install the program again') : ok('reference data', 'sound');
}

function billing({ stripeSecretKey, stripeWebhookSecret, billingDefaultPlan }: Config): Finding {
  if (stripeSecretKey === '') return ok('billing', `by bank transfer; without a plan: ${billingDefaultPlan}`);
  if (stripeWebhookSecret !== '') return ok('billing', `by Stripe; without a plan: ${billingDefaultPlan}`);
  const fix = 'set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint /api/v1/billing/webhook';
  return wrong('billing', 'Stripe cannot tell what was paid', fix);
}

function folder({ dataDir }: Config): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok('data folder', dataDir);
  } catch {
    return wrong('data folder', `${dataDir} cannot be written`, `chown it to the user who runs the server`);
  }
}

function space({ dataDir }: Config): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const found = `${Math.round(free / 1024 / 1024)} MiB free`;
  if (free >= LEAST_FREE_BYTES) return ok('disk', found);
  return warning('disk', found, 'make room, or lower BACKUP_KEEP: a full disk answers 503 to every change');
}

function secrets({ dataDir }: Config): Finding {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) return ok('secrets', 'not made yet');
  const mode = statSync(file).mode;
  if ((mode & OTHERS_MAY) === 0) return ok('secrets', 'readable by the owner only');
  return wrong('secrets', `${file} can be read by others`, `chmod 600 ${file}`);
}

function noDatabase(file: string): Finding {
  return wrong('database', `${file} is not there`, 'perkmint init makes it');
}

async function database(session: Session, config: Config, file: string): Promise<Finding[]> {
  const [damage] = quickCheck(file);
  if (damage) {
    const backup = listBackups(config.dataDir)[0]?.file ?? '<backup file>';
    return [wrong('database', damage, `stop the server, then: perkmint db restore ${backup}`)];
  }
  const pending = pendingMigrations(file, migrations);
  if (pending.length > 0) {
    return [ok('database', 'sound'), wrong('migrations', `${pending.length} pending`, 'perkmint db migrate')];
  }
  const app = await session.open(config);
  const admin = hasAdmin(app.as(CLI))
    ? ok('admin', 'there is one')
    : wrong('admin', 'there is none', 'perkmint init makes the first one');
  return [ok('database', 'sound'), ok('migrations', 'all applied'), admin];
}

function backups({ clock }: Session, { dataDir }: Config, file: string): Finding {
  const now = clock.now();
  const [newest] = listBackups(dataDir);
  if (newest && newest.modifiedMs > now - OLDEST_BACKUP_MS) return ok('backups', newest.file);
  const isYoung = !existsSync(file) || statSync(file).birthtimeMs > now - OLDEST_BACKUP_MS;
  if (isYoung) return ok('backups', 'none yet; the server makes one each day');
  const found = newest ? `the newest is ${newest.file}` : 'there is none';
  return warning('backups', found, 'perkmint db backup, and look into the log for why the daily one fails');
}

async function server(config: Config): Promise<Finding> {
  const url = localUrl(config);
  try {
    const { status, body } = await probe(url);
    if (status === 200 && body.data?.status === 'ok') return ok('server', `answers at ${url}`);
    return wrong('server', `${url} answers ${status}`, 'look into its log');
  } catch {
    return ok('server', `none runs at ${url}`);
  }
}
