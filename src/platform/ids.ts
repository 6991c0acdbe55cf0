import { fromUUIDBytes } from 'typeid-js';
import type { Clock } from './clock.ts';

/** The id prefix of each kind of record. */
export const ID_PREFIXES = {
  user: 'usr',
  business: 'biz',
  campaign: 'cmp',
  submission: 'sub',
  reward: 'rwd',
  program: 'prg',
  member: 'mem',
  cashback: 'cbk',
  perk: 'prk',
  order: 'ord',
  trade: 'trd',
  influencer: 'inf',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  apiKey: 'key',
  connection: 'con',
  invoice: 'inv',
  upload: 'upl',
  session: 'ses',
  request: 'req',
  transfer: 'tfr',
  trader: 'tdr',
  subscription: 'sbn',
  suggestion: 'sgn',
  monthPlan: 'pln',
  place: 'plc',
  device: 'dev',
  referenceBundle: 'rfb',
  counterAction: 'act',
  node: 'nod',
  visit: 'vis',
  shopOrder: 'sho',
  redemption: 'cbr',
  refund: 'rfd',
  adjustment: 'adj',
  merge: 'mrg',
  pass: 'pss',
  mail: 'mal',
  passkey: 'psk',
  integration: 'itg',
  inboundOrder: 'ibo',
  exportLink: 'exl',
  import: 'imp',
  referral: 'ref',
  testEnvironment: 'tst',
  agentCharge: 'chg',
  proposal: 'prp',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Crockford base32 characters after the prefix. */
const ID_LENGTH = 26;
const ID_PATTERN = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_[0-9a-hjkmnp-tv-z]{${ID_LENGTH}}$`);

/** Returns whether the text has the format of an id, regardless of whether the record exists. */
export function isWellFormedId(text: string): boolean {
  return ID_PATTERN.test(text);
}

export interface Ids {
  /**
   * Returns a TypeID: prefix, `_`, UUIDv7 in Crockford base32. Strictly increasing per process, so ids sort by time.
   */
  next(kind: IdKind): string;
}

export function createIds(clock: Clock): Ids {
  let latest = 0;
  return {
    next: kind => {
      // If the clock is set back, new records must not sort before old ones.
      latest = Math.max(latest, clock.now());
      return fromUUIDBytes(ID_PREFIXES[kind], Bun.randomUUIDv7('buffer', latest));
    },
  };
}

const UUID_BYTES = 16;
const TIME_BYTES = 6;

/** Returns the lower bound of the ids that are given to records from a time on. */
export function getFirstId(kind: IdKind, timeMs: number): string {
  const uuid = new Uint8Array(UUID_BYTES);
  // The first bytes are the time, the highest one first.
  for (let at = TIME_BYTES - 1, rest = timeMs; at >= 0; at--, rest = Math.floor(rest / 256))
    uuid[at] = rest % 256;
  return fromUUIDBytes(ID_PREFIXES[kind], uuid);
}
