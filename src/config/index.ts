import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import plans from '../../seed/plans.json';
import { AI_SETTINGS, aiProblems } from './assistant.ts';
import {
  parseAllowList,
  parseEmail,
  parseInteger,
  parseNetworks,
  parseOneOf,
  parseOrigins,
  parsePassword,
  parsePositive,
  parsePrices,
  parseSecret,
  parseText,
  parseUrl,
  parseUrls,
} from './env-parsers.ts';
import { oauthSettings } from './oauth.ts';
import { type Setting, setting } from './setting.ts';
import { UPLOAD_SETTINGS } from './uploads.ts';

const MAX_PORT = 65_535;
const MAX_TTL_SECONDS = 366 * 24 * 3600;
const MIB = 1024 * 1024;

/**
 * All settings in one table. The settings guide, `perkmint config` and the validation at start are generated from
 * it. Precedence: flags > environment > `<NAME>_FILE` (secrets only) > default.
 */
export const SETTINGS = {
  port: setting('PORT', 3000, parseInteger(0, MAX_PORT), 'TCP port to listen on; 0 picks a free one', {
    flag: 'port',
  }),
  host: setting('HOST', '127.0.0.1', parseText, 'Address to listen on; 0.0.0.0 for all', { flag: 'host' }),
  dataDir: setting(
    'DATA_DIR',
    './data',
    parseText,
    'Folder of the database, uploads, backups and secrets.json',
    {
      flag: 'data-dir',
    },
  ),
  publicUrl: setting<string>(
    'PUBLIC_URL',
    '',
    parseUrl('http:', 'https:'),
    'Address under which users reach the server; default http://HOST:PORT',
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
    'Addresses and CIDRs of proxies whose X-Forwarded-For is believed',
  ),
  registration: setting<'open' | 'customers' | 'closed'>(
    'REGISTRATION',
    'open',
    parseOneOf('open', 'customers', 'closed'),
    'Who may register: open (customers and businesses), customers or closed',
  ),
  bodyLimit: setting('BODY_LIMIT', MIB, parseInteger(1024, 64 * MIB), 'Largest JSON body in bytes'),
  ...UPLOAD_SETTINGS,
  rateLimit: setting<'on' | 'off'>(
    'RATE_LIMIT',
    'on',
    parseOneOf('on', 'off'),
    'off for load tests and trusted networks only',
  ),
  rateLimitScale: setting('RATE_LIMIT_SCALE', 1, parsePositive, 'Multiplies every rate limit'),
  accessTokenTtl: setting(
    'ACCESS_TOKEN_TTL',
    900,
    parseInteger(1, MAX_TTL_SECONDS),
    'Life of an access token in seconds',
  ),
  refreshTokenTtl: setting(
    'REFRESH_TOKEN_TTL',
    30 * 24 * 3600,
    parseInteger(1, MAX_TTL_SECONDS),
    'Life of a refresh token in seconds',
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    '',
    parseSecret,
    'Key of access tokens; made and kept in secrets.json when unset',
    {
      secret: true,
    },
  ),
  jwtSecretPrevious: setting(
    'JWT_SECRET_PREVIOUS',
    '',
    parseSecret,
    'The key before it, accepted while tokens signed with it live',
    { secret: true },
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    parseUrl('smtp:', 'smtps:'),
    'Mail server for reset links, e.g. smtps://user:pass@host',
    {
      secret: true,
    },
  ),
  mailFrom: setting('MAIL_FROM', 'Perkmint <no-reply@localhost>', parseText, 'Sender of mail'),
  webhookAllow: setting<string[]>(
    'WEBHOOK_ALLOW',
    [],
    parseAllowList,
    'Hosts, addresses and CIDRs that webhooks may reach although they are not public, comma-separated',
  ),
  verificationWebhookSecret: setting(
    'VERIFICATION_WEBHOOK_SECRET',
    '',
    parseText,
    'Signs POST /verification/webhook; made and kept in secrets.json when unset',
    { secret: true },
  ),
  billingDefaultPlan: setting(
    'BILLING_DEFAULT_PLAN',
    'selfHosted',
    parseOneOf(...plans.map(({ id }) => id)),
    'Plan of a business that pays for none; selfHosted has no limits',
  ),
  billingWebhookSecret: setting(
    'BILLING_WEBHOOK_SECRET',
    '',
    parseText,
    'Signs POST /billing/webhook; made and kept in secrets.json when unset',
    { secret: true },
  ),
  stripeSecretKey: setting('STRIPE_SECRET_KEY', '', parseText, 'Makes Stripe the provider of billing', {
    secret: true,
  }),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    '',
    parseText,
    'With which Stripe signs POST /billing/webhook (whsec_…)',
    { secret: true },
  ),
  stripePrices: setting<string[]>(
    'STRIPE_PRICES',
    [],
    parsePrices,
    'Prices of your own at Stripe, such as starter.month=price_1,starter.year=price_2; default made inline',
  ),
  stripeApiBase: setting(
    'STRIPE_API_BASE',
    'https://api.stripe.com',
    parseUrl('http:', 'https:'),
    'Address of the API of Stripe, for tests',
  ),
  adminEmail: setting(
    'ADMIN_EMAIL',
    '',
    parseEmail,
    'With ADMIN_PASSWORD: makes the first admin while there is none',
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
    'Addresses outside PUBLIC_URL that a platform may send people back to, comma-separated',
  ),
  oauthMock: setting<'on' | 'off'>(
    'OAUTH_MOCK',
    'off',
    parseOneOf('on', 'off'),
    'on adds the platform mock, which connects without a network: for demos and tests',
  ),
  backupKeep: setting('BACKUP_KEEP', 7, parseInteger(1, 3650), 'How many daily backups are kept'),
};

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;
export type Config = Readonly<{ [K in SettingName]: Settings[K]['fallback'] }>;

/** Where a value came from, for `perkmint config`. */
export type Origin = 'flag' | 'environment' | 'file' | 'default';

export interface LoadedConfig {
  config: Config;
  origins: Record<SettingName, Origin>;
  /** Every problem found, each naming its setting; empty when all is well. */
  problems: string[];
}

export interface ConfigSources {
  env?: Record<string, string | undefined>;
  /** Values of command-line flags by flag name. */
  flags?: Record<string, string | undefined>;
}

/** Reads and checks all settings at once; never throws, so that every problem is reported together. */
export function loadConfig({ env = environment(), flags = {} }: ConfigSources = {}): LoadedConfig {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const origins = {} as Record<SettingName, Origin>;
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    const found = findText(setting, env, flags, problems);
    origins[name] = found?.origin ?? 'default';
    values[name] = setting.fallback;
    if (!found) continue;
    try {
      values[name] = setting.parse(found.text);
    } catch (error) {
      problems.push(`${found.name} ${(error as Error).message}`);
    }
  }
  if (values.adminEmail && !values.adminPassword && origins.adminPassword === 'default')
    problems.push('ADMIN_PASSWORD is needed beside ADMIN_EMAIL');
  if (values.adminPassword && !values.adminEmail && origins.adminEmail === 'default')
    problems.push('ADMIN_EMAIL is needed beside ADMIN_PASSWORD');
  problems.push(...aiProblems(values));
  const dataDir = resolve(String(values.dataDir));
  const publicUrl = values.publicUrl || urlOf(String(values.host), Number(values.port));
  return { config: Object.freeze({ ...values, dataDir, publicUrl }) as Config, origins, problems };
}

/** The settings of a server that listens on `port`: with PORT=0 the address is known only then. */
export function atPort({ config, origins }: LoadedConfig, port: number): Config {
  const publicUrl = origins.publicUrl === 'default' ? urlOf(config.host, port) : config.publicUrl;
  return Object.freeze({ ...config, port, publicUrl });
}

/** Where a browser on this machine finds a server that listens on `host`. */
export function urlOf(host: string, port: number): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** The environment of this process: the one place that reads it. */
export function environment(): Record<string, string | undefined> {
  return process.env;
}

function findText(
  setting: Setting<unknown>,
  env: Record<string, string | undefined>,
  flags: Record<string, string | undefined>,
  problems: string[],
): { text: string; origin: Origin; name: string } | undefined {
  const flag = setting.flag && flags[setting.flag];
  if (flag) return { text: flag, origin: 'flag', name: `--${setting.flag}` };
  const text = env[setting.env];
  if (text) return { text, origin: 'environment', name: setting.env };
  const file = setting.secret && env[`${setting.env}_FILE`];
  if (!file) return undefined;
  try {
    return {
      text: readFileSync(file, 'utf8').replace(/\r?\n$/, ''),
      origin: 'file',
      name: `${setting.env}_FILE`,
    };
  } catch {
    problems.push(`${setting.env}_FILE cannot be read: ${file}`);
    return undefined;
  }
}
