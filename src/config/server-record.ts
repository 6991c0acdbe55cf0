import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundText, Origin } from './find-text.ts';

const FILE = 'server.json';
const OWNER_ONLY_FILE = 0o600;

/**
 * Settings of a server that change the results of commands: the addresses in links, the server that they ask, and what
 * they allow. None is secret, and none depends on another.
 */
const RECORDED_SETTINGS = [
  'port',
  'host',
  'publicUrl',
  'domains',
  'webhookAllow',
  'corsOrigins',
  'registration',
  'billingDefaultPlan',
  'mailFrom',
  'referenceKeys',
] as const;
type RecordedSetting = (typeof RECORDED_SETTINGS)[number];

/** The settings as texts, as in the environment; those with their defaults are missing. */
type RecordedSettings = Partial<Record<RecordedSetting, string>>;

/**
 * Stores the settings of a server beside its data. Systemd and containers give them to the server alone, and commands that
 * run beside it need the same. They say nothing about whether a server is running.
 */
export function writeServerRecord(dataDir: string, settings: RecordedSettings): void {
  const file = join(dataDir, FILE);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ settings }, null, 2)}\n`, { mode: OWNER_ONLY_FILE });
  renameSync(draft, file);
}

/** Returns the settings of the server that started last; empty without one, or for a file that cannot be read. */
export function readServerRecord(dataDir: string): RecordedSettings {
  try {
    const { settings } = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
    const known = RECORDED_SETTINGS.filter(name => typeof settings[name] === 'string');
    return Object.fromEntries(known.map(name => [name, settings[name]]));
  } catch {
    return {};
  }
}

/** Returns what the record says of a setting. @param env its environment variable, for messages */
export function findRecorded(recorded: RecordedSettings, name: string, env: string): FoundText | undefined {
  const text = recorded[name as RecordedSetting];
  return text === undefined ? undefined : { text, origin: 'server', name: env };
}

/** Returns the record of a server: its settings, with the port that it listens on. */
export function toServerRecord(
  origins: Readonly<Record<RecordedSetting, Origin>>,
  config: Readonly<Record<RecordedSetting, unknown>>,
): RecordedSettings {
  const set = RECORDED_SETTINGS.filter(name => name === 'port' || origins[name] !== 'default');
  return Object.fromEntries(set.map(name => [name, toText(config[name])]));
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
