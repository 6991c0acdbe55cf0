import { type Random, randomText } from '../platform/crypto.ts';
import { foldCode } from '../platform/digits.ts';
import { isWellFormedId } from '../platform/ids.ts';

/** Omits characters that are easily misread: 0/O, 1/I/L, U/V, 2/Z, 5/S and 8/B. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
/** 23^12 ≈ 2 × 10^16 codes make guessing impractical. */
const LENGTH = 12;
const GROUP = 4;

/** A code may be printed on a receipt and used at home, to the end of the last day in the shop's time zone. */
export const CLAIM_VALID_DAYS = 7;
/** Codes that one account may try per hour. */
export const MAX_ATTEMPTS_PER_HOUR = 10;
/** The page that takes codes. The code is in the fragment, so that no log has it. */
export const CLAIM_PATH = '/claim';

export function generateClaimCode(random: Random): string {
  return randomText(random, ALPHABET, LENGTH);
}

/** Returns a typed code as it was generated. */
export function normalizeClaimCode(typed: string): string {
  return foldCode(typed)
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase();
}

/** Returns a code in groups of four, as people read it. */
export function formatClaimCode(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code;
}

/** Returns whether the business enrolled a member under its own reference, so that no account has the membership. */
export function isClaimable({ memberId, status }: { memberId: string; status: string }): boolean {
  return !isWellFormedId(memberId) && status !== 'left';
}
