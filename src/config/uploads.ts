import { FILE_STORAGES } from '../../db/enums.ts';
import { parseInteger, parseOneOf, parseText, parseUrl } from './env-parsers.ts';
import { setting } from './setting.ts';

const MIB = 1024 * 1024;
/** One pebibyte: larger than any disk, and small enough for exact sums. */
const MAX_BYTES = 2 ** 50;
const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;
const PREFIX = /^([\w.-]+\/){1,8}$/;

/** The place and limits of uploads. */
export const UPLOAD_SETTINGS = {
  uploads: setting<(typeof FILE_STORAGES)[number]>(
    'UPLOADS',
    'folder',
    parseOneOf(...FILE_STORAGES),
    'Storage of new uploads: folder (in DATA_DIR), database or s3; with DATABASE_URL, the default is database',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    '',
    parseUrl('http:', 'https:'),
    'URL of an S3-compatible service; without it, Amazon S3 in S3_REGION',
  ),
  s3Region: setting('S3_REGION', 'us-east-1', parseText, 'Region of the bucket'),
  s3Bucket: setting('S3_BUCKET', '', parseBucket, 'Name of the bucket for uploads; it should not be public'),
  s3Prefix: setting(
    'S3_PREFIX',
    'uploads/',
    parsePrefix,
    'Beginning of all object keys; installations that share a bucket each need their own',
  ),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', '', parseText, 'Access key ID for the bucket', { secret: true }),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', '', parseText, 'Secret access key for the bucket', {
    secret: true,
  }),
  uploadDailyBytesPerson: setting(
    'UPLOAD_DAILY_BYTES_PERSON',
    100 * MIB,
    parseInteger(0, MAX_BYTES),
    'Maximum bytes a user can upload in 24 hours',
  ),
  uploadDailyBytesBusiness: setting(
    'UPLOAD_DAILY_BYTES_BUSINESS',
    1024 * MIB,
    parseInteger(0, MAX_BYTES),
    'Maximum bytes a business, including all its users and API keys, can upload in 24 hours',
  ),
  uploadMinFreeSpace: setting(
    'UPLOAD_MIN_FREE_SPACE',
    512 * MIB,
    parseInteger(0, MAX_BYTES),
    'Minimum free disk space in bytes; below it, only uploads are rejected. 0 disables the check',
  ),
};

/** The settings without which no bucket can be used. */
const REQUIRED_FOR_S3 = {
  s3Bucket: 'S3_BUCKET',
  s3AccessKeyId: 'S3_ACCESS_KEY_ID',
  s3SecretAccessKey: 'S3_SECRET_ACCESS_KEY',
} as const;

/** Returns whether uploads can be stored in a bucket, or read from it if they are stored elsewhere now. */
export function isS3Configured(values: Record<keyof typeof REQUIRED_FOR_S3, unknown>): boolean {
  return listMissing(values).length === 0;
}

/** Lists missing settings: all of a bucket's must be set together, and with UPLOADS=s3. */
export function listUploadProblems(values: Record<string, unknown>): string[] {
  const missing = listMissing(values);
  const isPartial = missing.length > 0 && missing.length < Object.keys(REQUIRED_FOR_S3).length;
  if (values.uploads !== 's3' && !isPartial) return [];
  const reason = values.uploads === 's3' ? 'with UPLOADS=s3' : 'when another S3 credential is set';
  return missing.map(name => `${name} is required ${reason}`);
}

function listMissing(values: Record<string, unknown>): string[] {
  return Object.entries(REQUIRED_FOR_S3).flatMap(([key, env]) => (values[key] ? [] : [env]));
}

function parseBucket(text: string): string {
  if (!BUCKET.test(text))
    throw new Error('must be a bucket name of 3 to 63 letters, digits, dots and hyphens');
  return text;
}

function parsePrefix(text: string): string {
  if (!PREFIX.test(text)) throw new Error('must be a path that ends with a slash, such as perkmint/uploads/');
  return text;
}
