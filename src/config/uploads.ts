import { parseInteger } from './env-parsers.ts';
import { setting } from './setting.ts';

const MIB = 1024 * 1024;
/** One pebibyte: larger than any disk, and small enough for exact sums. */
const MAX_BYTES = 2 ** 50;

/** Limits on uploads. */
export const UPLOAD_SETTINGS = {
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
