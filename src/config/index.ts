import { resolve } from 'node:path';
import { REGISTRATIONS, type Registration } from '../../db/enums.ts';
import plans from '../../seed/plans.json';
import { AI_SETTINGS, listAiProblems } from './assistant.ts';
import { BACKUP_SETTINGS, listBackupProblems } from './backups.ts';
import { BANK_DETAILS } from './billing.ts';
import { CERTIFICATE_SETTINGS } from './certificates.ts';
import { DATABASE_SETTINGS } from './database.ts';
import {
  parseAllowList,
  parseEmail,
  parseInteger,
  parseNetworks,
  parseOneOf,
  parseOrigin,
  parseOrigins,
  parsePassword,
  parsePort,
  parsePositive,
  parsePrices,
  parsePublicKeys,
  parseText,
  parseUrl,
  parseUrls,
} from './env-parsers.ts';
import { readEnvironment } from './environment.ts';
import { findText, type Origin } from './find-text.ts';
import { getDefaultUrl } from './local-url.ts';
import { MAIL_SETTINGS } from './mail.ts';
import { oauthSettings } from './oauth.ts';
import { RETENTION_SETTINGS } from './retention.ts';
import { listSecretProblems, SECRET_SETTINGS } from './secrets.ts';
import { findRecorded, readServerRecord } from './server-record.ts';
import { type Setting, setting } from './setting.ts';
import { listUploadProblems, UPLOAD_SETTINGS } from './uploads.ts';

const MAX_TTL_SECONDS = 366 * 24 * 3600;
const MAX_SHUTDOWN_DELAY_SECONDS = 600;
const MIB = 1024 * 1024;

/**
 * All settings in one table. The settings guide, `perkmint config` and the validation at start are generated from
 * it. Precedence: flags > environment > `<NAME>_FILE` (secrets only) > the server beside a command > default.
 */
export const SETTINGS = {
  port: setting('PORT', 3000, parsePort(0), 'TCP port to listen on; 0 picks a free port', {
    flag: 'port',
  }),
  host: setting('HOST', '127.0.0.1', parseText, 'Address to listen on; 0.0.0.0 listens on all interfaces', {
    flag: 'host',
  }),
  dataDir: setting('DATA_DIR', './data', parseText, 'Folder for database, uploads, backups, secrets.json', {
    flag: 'data-dir',
  }),
  ...DATABASE_SETTINGS,
  publicUrl: setting<string>(
    'PUBLIC_URL',
    '',
    parseOrigin,
    'URL at which users reach the server, without a path; default https:// with the first of DOMAINS, or http://HOST:PORT',
  ),
  ...CERTIFICATE_SETTINGS,
  updateUrl: setting(
    'UPDATE_URL',
    '',
    parseUrl('http:', 'https:', 'file:'),
    'URL of the signed list of releases that perkmint update reads; default the one of this build',
  ),
  updateKeys: setting<string[]>(
    'UPDATE_KEYS',
    [],
    parsePublicKeys,
    'Public keys, besides those of this build, that releases may be signed with, comma-separated',
  ),
  applePushUrl: setting(
    'APPLE_PUSH_URL',
    'https://api.push.apple.com',
    parseOrigin,
    "URL of Apple's push service for passes in Apple Wallet; the default with port 2197 where a firewall blocks port 443",
  ),
  logLevel: setting<'debug' | 'info' | 'warn' | 'error' | 'silent'>(
    'LOG_LEVEL',
    'info',
    parseOneOf('debug', 'info', 'warn', 'error', 'silent'),
    'Minimum log level: debug, info, warn, error or silent',
  ),
  corsOrigins: setting<string[]>(
    'CORS_ORIGINS',
    [],
    parseOrigins,
    'Browser origins that may call the API, comma-separated',
  ),
  trustedProxies: setting<string[]>(
    'TRUSTED_PROXIES',
    [],
    parseNetworks,
    'IP addresses and CIDR ranges of proxies whose X-Forwarded-For header is trusted, comma-separated',
  ),
  registration: setting<Registration>(
    'REGISTRATION',
    'open',
    parseOneOf(...REGISTRATIONS),
    'Who can register: open (customers and businesses), customers or closed; it takes precedence over what was chosen at set-up',
  ),
  requireSecondFactor: setting<'on' | 'off'>(
    'REQUIRE_SECOND_FACTOR',
    'off',
    parseOneOf('on', 'off'),
    'Whether owners and admins must set up an authenticator app before they can do anything else',
  ),
  bodyLimit: setting(
    'BODY_LIMIT',
    MIB,
    parseInteger(1024, 64 * MIB),
    'Maximum size of a JSON request body, in bytes',
  ),
  ...UPLOAD_SETTINGS,
  ...RETENTION_SETTINGS,
  linkPreviews: setting<'on' | 'off'>(
    'LINK_PREVIEWS',
    'on',
    parseOneOf('on', 'off'),
    'Whether the server asks the platform of a link for its title and picture when a reviewer opens it',
  ),
  rateLimit: setting<'on' | 'off'>(
    'RATE_LIMIT',
    'on',
    parseOneOf('on', 'off'),
    'Rate limiting; turn off only for load tests and on trusted networks',
  ),
  rateLimitScale: setting(
    'RATE_LIMIT_SCALE',
    1,
    parsePositive,
    'Factor by which every rate limit is multiplied',
  ),
  accessTokenTtl: setting(
    'ACCESS_TOKEN_TTL',
    900,
    parseInteger(1, MAX_TTL_SECONDS),
    'Lifetime of an access token, in seconds',
  ),
  refreshTokenTtl: setting(
    'REFRESH_TOKEN_TTL',
    30 * 24 * 3600,
    parseInteger(1, MAX_TTL_SECONDS),
    'Lifetime of a refresh token, in seconds',
  ),
  sessionMaxAge: setting(
    'SESSION_MAX_AGE',
    180 * 24 * 3600,
    parseInteger(60, MAX_TTL_SECONDS),
    'Time after a login at which a session ends even if it is in use, in seconds',
  ),
  ...SECRET_SETTINGS,
  ...MAIL_SETTINGS,
  webhookAllow: setting<string[]>(
    'WEBHOOK_ALLOW',
    [],
    parseAllowList,
    'Private hosts, IP addresses and CIDR ranges that webhooks may reach, comma-separated',
  ),
  referenceKeys: setting<string[]>(
    'REFERENCE_KEYS',
    [],
    parsePublicKeys,
    'Public keys, besides the built-in one, that bundles of reference data may be signed with, comma-separated',
  ),
  billingDefaultPlan: setting(
    'BILLING_DEFAULT_PLAN',
    'selfHosted',
    parseOneOf(...plans.map(({ id }) => id)),
    'Plan for businesses without a paid plan; selfHosted has no limits',
  ),
  billingBankDetails: BANK_DETAILS,
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    '',
    parseText,
    'Stripe secret key; setting it enables billing through Stripe',
    {
      secret: true,
    },
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    '',
    parseText,
    "Stripe's signing secret for POST /billing/webhook (whsec_…)",
    { secret: true },
  ),
  stripePrices: setting<string[]>(
    'STRIPE_PRICES',
    [],
    parsePrices,
    'Stripe price IDs by plan and interval, such as starter.month=price_1,starter.year=price_2; by default, prices are created inline',
  ),
  stripeApiBase: setting(
    'STRIPE_API_BASE',
    'https://api.stripe.com',
    parseUrl('http:', 'https:'),
    'Base URL of the Stripe API, for tests',
  ),
  adminEmail: setting(
    'ADMIN_EMAIL',
    '',
    parseEmail,
    'Email address of the first admin, created at startup if there is none; requires ADMIN_PASSWORD',
  ),
  adminPassword: setting(
    'ADMIN_PASSWORD',
    '',
    parsePassword,
    'Password of the first admin (10 to 200 characters)',
    {
      secret: true,
    },
  ),
  ...AI_SETTINGS,
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    parseText,
    'Bearer token for GET /metrics; metrics are disabled when unset',
    { secret: true },
  ),
  ...oauthSettings(),
  oauthRedirects: setting<string[]>(
    'OAUTH_REDIRECTS',
    [],
    parseUrls,
    'Redirect URLs outside PUBLIC_URL that the OAuth flow may use, comma-separated',
  ),
  oauthMock: setting<'on' | 'off'>(
    'OAUTH_MOCK',
    'off',
    parseOneOf('on', 'off'),
    'Adds a mock platform that connects without network access, for demos and tests',
  ),
  shutdownDelay: setting(
    'SHUTDOWN_DELAY',
    0,
    parseInteger(0, MAX_SHUTDOWN_DELAY_SECONDS),
    'Seconds to keep handling requests after SIGTERM while GET /ready fails, so that a load balancer can react',
  ),
  ...BACKUP_SETTINGS,
};

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;
export type Config = Readonly<{ [K in SettingName]: Settings[K]['fallback'] }> & {
  /** Whether REGISTRATION is set, and takes precedence over what was chosen at set-up. */
  readonly isRegistrationSet: boolean;
};

export interface LoadedConfig {
  config: Config;
  origins: Record<SettingName, Origin>;
  /** All problems, each naming its setting; empty if there are none. */
  problems: string[];
}

interface ConfigSources {
  env?: Record<string, string | undefined>;
  /** Values of command-line flags by flag name. */
  flags?: Record<string, string | undefined>;
  /** Whether settings that are not given are those of the server that last used the data folder. */
  asServer?: boolean;
}

/** Reads and checks all settings at once; never throws, so that every problem is reported together. */
export function loadConfig({
  env = readEnvironment(),
  flags = {},
  asServer = false,
}: ConfigSources = {}): LoadedConfig {
  const recorded = asServer ? readServerRecord(findDataDir(env, flags)) : {};
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const origins = {} as Record<SettingName, Origin>;
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    const found = findText(setting, env, flags, problems) ?? findRecorded(recorded, name, setting.env);
    origins[name] = found?.origin ?? 'default';
    values[name] = setting.fallback;
    if (!found) continue;
    try {
      values[name] = setting.parse(found.text);
    } catch (error) {
      // A server of another version may have recorded what this one doesn't know.
      if (found.origin === 'server') origins[name] = 'default';
      else problems.push(`${found.name} ${(error as Error).message}`);
    }
  }
  if (values.adminEmail && !values.adminPassword && origins.adminPassword === 'default')
    problems.push('ADMIN_PASSWORD is required when ADMIN_EMAIL is set');
  if (values.adminPassword && !values.adminEmail && origins.adminEmail === 'default')
    problems.push('ADMIN_EMAIL is required when ADMIN_PASSWORD is set');
  problems.push(...listAiProblems(values), ...listUploadProblems(values), ...listBackupProblems(values));
  const dataDir = resolve(String(values.dataDir));
  const publicUrl = values.publicUrl || getDefaultUrl(values as Config, Number(values.port));
  const uploads = origins.uploads === 'default' && values.databaseUrl ? 'database' : values.uploads;
  const isRegistrationSet = origins.registration !== 'default';
  const config = Object.freeze({ ...values, dataDir, publicUrl, uploads, isRegistrationSet }) as Config;
  problems.push(...listSecretProblems(config));
  return { config, origins, problems };
}

/** Returns the folder of the data, which must be known before the settings of the server that used it last. */
function findDataDir(env: ConfigSources['env'] = {}, flags: ConfigSources['flags'] = {}): string {
  return resolve(findText(SETTINGS.dataDir, env, flags, [])?.text ?? SETTINGS.dataDir.fallback);
}

/** Returns the settings of a server that listens on `port`; with PORT=0, the port is known only then. */
export function withPort({ config, origins }: LoadedConfig, port: number): Config {
  const publicUrl = origins.publicUrl === 'default' ? getDefaultUrl(config, port) : config.publicUrl;
  return Object.freeze({ ...config, port, publicUrl });
}
