import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  asAllowList,
  asEmail,
  asInteger,
  asNetworks,
  asOneOf,
  asOrigins,
  asPassword,
  asPositive,
  asSecret,
  asText,
  asUpTo,
  asUrl,
} from './platform/setting-values.ts';

/**
 * Every setting of an installation in one table. The README's table, `perkmint config` and the check at start
 * are made from it. Precedence: flags > environment > `<NAME>_FILE` (secrets only) > default.
 */
interface Setting<T> {
  env: string;
  /** The command-line flag that overrides it, where there is one. */
  flag?: string;
  fallback: T;
  doc: string;
  secret?: boolean;
  /** Turns the text into a value, or throws with a sentence that continues "NAME …". */
  parse(text: string): T;
}

const MAX_PORT = 65_535;
const MAX_TTL_SECONDS = 366 * 24 * 3600;
const MIB = 1024 * 1024;
const MAX_AI_SECONDS = 20;
const DEFAULT_AI_REQUESTS = 200;
const MAX_AI_REQUESTS = 1_000_000;

export const SETTINGS = {
  port: setting('PORT', 3000, asInteger(0, MAX_PORT), 'TCP port to listen on; 0 picks a free one', {
    flag: 'port',
  }),
  host: setting('HOST', '127.0.0.1', asText, 'Address to listen on; 0.0.0.0 for all', { flag: 'host' }),
  dataDir: setting(
    'DATA_DIR',
    './data',
    asText,
    'Folder of the database, uploads, backups and secrets.json',
    {
      flag: 'data-dir',
    },
  ),
  publicUrl: setting<string>(
    'PUBLIC_URL',
    '',
    asUrl('http:', 'https:'),
    'Address under which users reach the server; default http://HOST:PORT',
  ),
  logLevel: setting<'debug' | 'info' | 'warn' | 'error' | 'silent'>(
    'LOG_LEVEL',
    'info',
    asOneOf('debug', 'info', 'warn', 'error', 'silent'),
    'Least level that is logged: debug, info, warn, error or silent',
  ),
  corsOrigins: setting<string[]>(
    'CORS_ORIGINS',
    [],
    asOrigins,
    'Browser origins that may call the API, comma-separated',
  ),
  trustedProxies: setting<string[]>(
    'TRUSTED_PROXIES',
    [],
    asNetworks,
    'Addresses and CIDRs of proxies whose X-Forwarded-For is believed',
  ),
  registration: setting<'open' | 'customers' | 'closed'>(
    'REGISTRATION',
    'open',
    asOneOf('open', 'customers', 'closed'),
    'Who may register: open (customers and businesses), customers or closed',
  ),
  bodyLimit: setting('BODY_LIMIT', MIB, asInteger(1024, 64 * MIB), 'Largest JSON body in bytes'),
  rateLimit: setting<'on' | 'off'>(
    'RATE_LIMIT',
    'on',
    asOneOf('on', 'off'),
    'off for load tests and trusted networks only',
  ),
  rateLimitScale: setting('RATE_LIMIT_SCALE', 1, asPositive, 'Multiplies every rate limit'),
  accessTokenTtl: setting(
    'ACCESS_TOKEN_TTL',
    900,
    asInteger(1, MAX_TTL_SECONDS),
    'Life of an access token in seconds',
  ),
  refreshTokenTtl: setting(
    'REFRESH_TOKEN_TTL',
    30 * 24 * 3600,
    asInteger(1, MAX_TTL_SECONDS),
    'Life of a refresh token in seconds',
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    '',
    asSecret,
    'Key of access tokens; made and kept in secrets.json when unset',
    {
      secret: true,
    },
  ),
  jwtSecretPrevious: setting(
    'JWT_SECRET_PREVIOUS',
    '',
    asSecret,
    'The key before it, accepted while tokens signed with it live',
    { secret: true },
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    asUrl('smtp:', 'smtps:'),
    'Mail server for reset links, e.g. smtps://user:pass@host',
    {
      secret: true,
    },
  ),
  mailFrom: setting('MAIL_FROM', 'Perkmint <no-reply@localhost>', asText, 'Sender of mail'),
  webhookAllow: setting<string[]>(
    'WEBHOOK_ALLOW',
    [],
    asAllowList,
    'Hosts, addresses and CIDRs that webhooks may reach although they are not public, comma-separated',
  ),
  verificationWebhookSecret: setting(
    'VERIFICATION_WEBHOOK_SECRET',
    '',
    asText,
    'Signs POST /verification/webhook; made and kept in secrets.json when unset',
    { secret: true },
  ),
  adminEmail: setting(
    'ADMIN_EMAIL',
    '',
    asEmail,
    'With ADMIN_PASSWORD: makes the first admin while there is none',
  ),
  adminPassword: setting(
    'ADMIN_PASSWORD',
    '',
    asPassword,
    'Password of the first admin (10 to 200 characters)',
    {
      secret: true,
    },
  ),
  aiBaseUrl: setting<string>(
    'AI_BASE_URL',
    '',
    asUrl('http:', 'https:'),
    'With AI_MODEL: an OpenAI-compatible server that words plans, e.g. http://127.0.0.1:11434/v1',
  ),
  aiApiKey: setting('AI_API_KEY', '', asText, 'Key of that server, where it wants one', { secret: true }),
  aiModel: setting('AI_MODEL', '', asText, 'Name of the model that it is asked for'),
  aiTimeout: setting(
    'AI_TIMEOUT',
    MAX_AI_SECONDS,
    asUpTo(MAX_AI_SECONDS),
    'Seconds that an answer may wait for the model, 20 at most; then the planner answers alone',
  ),
  aiDailyBudget: setting(
    'AI_DAILY_BUDGET',
    DEFAULT_AI_REQUESTS,
    asInteger(0, MAX_AI_REQUESTS),
    'Requests to the model a day (UTC); then the planner answers alone',
  ),
  backupKeep: setting('BACKUP_KEEP', 7, asInteger(1, 3650), 'How many daily backups are kept'),
};

function setting<T>(
  env: string,
  fallback: T,
  parse: (text: string) => T,
  doc: string,
  more: { flag?: string; secret?: boolean } = {},
): Setting<T> {
  return { env, fallback, parse, doc, ...more };
}

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
  if (values.aiBaseUrl && !values.aiModel) problems.push('AI_MODEL is needed beside AI_BASE_URL');
  if (values.aiModel && !values.aiBaseUrl) problems.push('AI_BASE_URL is needed beside AI_MODEL');
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
