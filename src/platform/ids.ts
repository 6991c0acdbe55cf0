import { fromUUIDBytes } from 'typeid-js';
import type { Clock } from './clock.ts';

/** The record kinds that have an id; the prefix says which at a glance. */
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
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Letters of Crockford base32 behind the prefix. */
const ID_LENGTH = 26;
const ID_PATTERN = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_[0-9a-hjkmnp-tv-z]{${ID_LENGTH}}$`);

/** Has the text the form of an id of ours, whether or not there is such a record? */
export function isWellFormedId(text: string): boolean {
  return ID_PATTERN.test(text);
}

export interface Ids {
  /** A TypeID: prefix, `_`, UUIDv7 in Crockford base32. Ids of one process rise strictly, so they sort by time. */
  next(kind: IdKind): string;
}

export function createIds(clock: Clock): Ids {
  let latest = 0;
  return {
    next: kind => {
      // A clock that is set back must not make new records sort before old ones.
      latest = Math.max(latest, clock.now());
      return fromUUIDBytes(ID_PREFIXES[kind], Bun.randomUUIDv7('buffer', latest));
    },
  };
}
