import { parseInteger } from './env-parsers.ts';
import { setting } from './setting.ts';

const MIB = 1024 * 1024;
/** A pebibyte: no disk is larger, and sums stay exact. */
const MAX_BYTES = 2 ** 50;

/** What uploads may take of the disk. */
export const UPLOAD_SETTINGS = {
  uploadDailyBytesPerson: setting(
    'UPLOAD_DAILY_BYTES_PERSON',
    100 * MIB,
    parseInteger(0, MAX_BYTES),
    'Bytes that a person may upload in 24 hours',
  ),
  uploadDailyBytesBusiness: setting(
    'UPLOAD_DAILY_BYTES_BUSINESS',
    1024 * MIB,
    parseInteger(0, MAX_BYTES),
    'Bytes that a business, with all its people and keys, may upload in 24 hours',
  ),
  uploadMinFreeSpace: setting(
    'UPLOAD_MIN_FREE_SPACE',
    512 * MIB,
    parseInteger(0, MAX_BYTES),
    'Free bytes on disk below which uploads, and nothing else, are refused; 0 for no limit',
  ),
};
