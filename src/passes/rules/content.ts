import type { Locale } from '../../platform/locales.ts';

/** The data of a pass, independent of the wallet. Amounts are in the shop's currency. */
export type PassContent = MemberPass | RewardPass;

/** The parts of a pass that all passes of a shop share. */
export interface PassShop {
  name: string;
  accentColor: string | null;
  /** Address of the shop's page. */
  url: string;
  /** Address of a square PNG. */
  iconUrl: string;
}

export interface MemberPass {
  kind: 'member';
  /** The language of the pass: the member's, or else the shop's. */
  locale: Locale;
  /** ID of the membership. */
  id: string;
  shop: PassShop;
  programId: string;
  programName: string;
  memberId: string;
  memberName: string | null;
  tier: string | null;
  points: number;
  visits: number;
  /** The first stamp card that is not full; null without one. */
  stamps: { name: string; current: number; target: number } | null;
  cashback: number;
  currency: string;
  /** The text of the QR code; null for a member who can't use a card now. */
  code: string | null;
  /** Counts the replacements of the card. Each has a pass of its own, so that a copied one does not get the next card. */
  cardVersion: number;
}

export interface RewardPass {
  kind: 'reward';
  locale: Locale;
  /** ID of the reward. */
  id: string;
  shop: PassShop;
  /** The offer in words, e.g. $5 off. */
  title: string;
  code: string;
  /** The text of the QR code: the address of the counter page with the code. */
  counterUrl: string;
  expiresAt: string;
  /** False for a reward that was redeemed, voided or has expired. */
  isOpen: boolean;
}

/** The ID of an account says nothing to people; a reference is what the business calls the member. */
const ACCOUNT_ID = /^usr_/;

/** Returns how a pass names the member; null for one without a name or reference. */
export function getMemberLabel({ memberName, memberId }: MemberPass): string | null {
  return memberName ?? (ACCOUNT_ID.test(memberId) ? null : memberId);
}

/** Returns whether a pass can be issued for it. */
export function canIssue(content: PassContent): boolean {
  return content.kind === 'member' ? content.code !== null : content.isOpen;
}

/** Returns the version of the card that a pass shows; 0 for a reward. */
export function getCardVersion(content: PassContent): number {
  return content.kind === 'member' ? content.cardVersion : 0;
}

/** The record of a pass as events name it. */
export function toSubject(record: { rewardId: string } | { programId: string; memberId: string }): string {
  return 'rewardId' in record ? `reward:${record.rewardId}` : `member:${record.programId}:${record.memberId}`;
}

/** The fields of an event's object that name a member. */
interface EventObject {
  id?: unknown;
  programId?: unknown;
  memberId?: unknown;
  userId?: unknown;
}

/** Families of events that change what a pass shows. */
const FAMILIES = new Set(['reward', 'member', 'cashback']);

/** Lists the passes that an event can change, as subjects. */
export function listSubjects(event: {
  family: string;
  resourceId: string;
  data: { object: unknown };
}): string[] {
  if (!FAMILIES.has(event.family)) return [];
  const { programId, memberId, userId } = event.data.object as EventObject;
  const member = memberId ?? userId;
  const subjects: string[] = [];
  if (event.family === 'reward') subjects.push(toSubject({ rewardId: event.resourceId }));
  // A reward of a program was bought with points or completes a stamp card.
  if (typeof programId === 'string' && typeof member === 'string')
    subjects.push(toSubject({ programId, memberId: member }));
  return subjects;
}
