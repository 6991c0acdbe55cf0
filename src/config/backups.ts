import { parseDestinationUrl } from '../platform/destinations/open.ts';
import { type AgeKeys, parseAgeKeys } from '../platform/security/age.ts';
import { parseInteger, parseText } from './env-parsers.ts';
import { setting } from './setting.ts';

const MAX_KEPT = 3_650;

/** Backups on this machine, and the destination of those outside it. The URL is secret because it may hold a password. */
export const BACKUP_SETTINGS = {
  backupKeep: setting(
    'BACKUP_KEEP',
    7,
    parseInteger(1, MAX_KEPT),
    'Number of daily backups to keep; at BACKUP_URL, days of which every moment can be restored',
  ),
  backupUrl: setting(
    'BACKUP_URL',
    '',
    parseDestinationUrl,
    'Destination of backups outside this machine: `s3://bucket/path`, `sftp://user@host/path` or `file:///folder`; requires BACKUP_KEY_FILE',
    { secret: true },
  ),
  backupKey: setting<AgeKeys | null>(
    'BACKUP_KEY',
    null,
    parseAgeKeys,
    'age keys that encrypt backups at BACKUP_URL, one per line: age1… encrypts only, AGE-SECRET-KEY-1… also restores; see perkmint db keygen',
    { secret: true },
  ),
  backupSshKey: setting(
    'BACKUP_SSH_KEY',
    '',
    parseText,
    'Private SSH key for SFTP; without it, the password in the URL or the SSH agent',
    { secret: true },
  ),
  sshAgent: setting('SSH_AUTH_SOCK', '', parseText, 'Socket of the SSH agent for SFTP'),
  awsEndpoint: setting(
    'AWS_ENDPOINT_URL',
    '',
    // Not checked: other programs have the variable, too, and a server without backups at S3 must start.
    parseText,
    'URL of the S3-compatible service for backups; default S3_ENDPOINT, or Amazon S3',
  ),
  awsRegion: setting('AWS_REGION', '', parseText, 'Region of the bucket for backups; default S3_REGION'),
  awsAccessKeyId: setting(
    'AWS_ACCESS_KEY_ID',
    '',
    parseText,
    'Access key ID for backups in a bucket; default S3_ACCESS_KEY_ID',
    { secret: true },
  ),
  awsSecretAccessKey: setting(
    'AWS_SECRET_ACCESS_KEY',
    '',
    parseText,
    'Secret access key for backups in a bucket; default S3_SECRET_ACCESS_KEY',
    { secret: true },
  ),
};

/** Lists what is missing for backups outside this machine. */
export function listBackupProblems(values: Record<string, unknown>): string[] {
  const { backupUrl, backupKey, databaseUrl } = values;
  if (!backupUrl) return [];
  const problems: string[] = [];
  if (databaseUrl)
    problems.push(
      'BACKUP_URL is for SQLite: with DATABASE_URL, back up PostgreSQL with its own tools, such as pgBackRest or pg_dump',
    );
  if (!backupKey)
    problems.push('BACKUP_KEY_FILE is required with BACKUP_URL; perkmint db keygen <file> creates a key');
  return problems;
}
