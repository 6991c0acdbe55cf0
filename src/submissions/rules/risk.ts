import { type Account, isDifferentAccount } from '../../connections/rules.ts';
import type { RiskFlag, Submission } from '../model.ts';
import { isOnPlatform } from './proof-url.ts';

/** More submissions than this by one person to one business within the window suggest a script. */
export const BURST_LIMIT = 5;
/** Risk score of each flag: our estimate of how often it indicates fraud. The total is capped at 100. */
const WEIGHTS: Record<RiskFlag, number> = {
  duplicateUrl: 50,
  duplicateImage: 50,
  wrongPlatform: 40,
  wrongAccount: 40,
  sharedAccount: 40,
  selfSubmission: 30,
  burst: 30,
  belowMinFollowers: 25,
  missingHashtags: 15,
  orderValueUnconfirmed: 15,
};

export function riskScore(flags: readonly RiskFlag[]): number {
  return Math.min(
    100,
    flags.reduce((sum, flag) => sum + WEIGHTS[flag], 0),
  );
}

interface RiskEvidence {
  proofUrl: string;
  proofType: Submission['proofType'];
  notes: string | null;
  followers: number | null;
  handle: string | null;
  /** The submitter's connected account on the campaign's platform. */
  account: Account | undefined;
  /** Null for a program submission without a campaign. */
  campaign: { platform: string; minFollowers: number; hashtags: readonly string[] } | null;
  /** Whether another user submitted the same URL to the campaign. */
  isUrlKnown: boolean;
  /** Whether the same image was submitted as proof before. */
  isImageKnown: boolean;
  recentCount: number;
  isOwnCampaign: boolean;
}

/** Returns the risk flags of a submission. Flags inform the reviewer; none rejects automatically. */
export function riskFlags(evidence: RiskEvidence): RiskFlag[] {
  const { campaign, proofType, account } = evidence;
  // The platform's follower count takes precedence over the submitter's claim.
  const followers = account?.followers ?? evidence.followers;
  const isLink = proofType === 'url';
  const flags: [RiskFlag, boolean][] = [
    ['duplicateUrl', evidence.isUrlKnown],
    ['duplicateImage', evidence.isImageKnown],
    ['wrongPlatform', isLink && campaign !== null && !isOnPlatform(evidence.proofUrl, campaign.platform)],
    ['missingHashtags', campaign !== null && isHashtagMissing(campaign.hashtags, evidence.notes)],
    ['belowMinFollowers', campaign !== null && followers !== null && followers < campaign.minFollowers],
    ['burst', evidence.recentCount + 1 > BURST_LIMIT],
    ['selfSubmission', evidence.isOwnCampaign],
    ['wrongAccount', isDifferentAccount(account, evidence.handle)],
    ['sharedAccount', account?.isShared ?? false],
  ];
  return flags.filter(([, applies]) => applies).map(([flag]) => flag);
}

/**
 * Returns whether a required hashtag is missing from the notes; ignores case and a leading `#`, matches whole words
 * only.
 */
export function isHashtagMissing(required: readonly string[], notes: string | null): boolean {
  const text = normalizeText(notes ?? '');
  return required.some(tag => !containsTag(text, normalizeText(tag).replace(/^#+/, '')));
}

/** Folds case in any language: ß and SS, İ, ı and i, both forms of sigma. */
function normalizeText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll(DOTTED_I, 'i');
}

/** The lower case of İ. */
const DOTTED_I = 'i\u0307';

const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Returns whether the tag occurs in the text without an adjacent letter or digit. */
function containsTag(text: string, tag: string): boolean {
  if (tag === '') return true;
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' ';
    const after = text.at(at + tag.length) ?? ' ';
    if (!WORD.test(before) && !WORD.test(after)) return true;
  }
  return false;
}
