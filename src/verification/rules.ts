import { type Account, isDifferentAccount } from '../connections/rules.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { isHashtagMissing } from '../submissions/rules/risk.ts';
import type { Evidence, VerificationResult } from './model.ts';

interface Check {
  name: string;
  passed: boolean;
  detail: string;
}

/** The requirements of a campaign; submissions to a program without a campaign have none. */
interface CampaignRequirements {
  minFollowers: number;
  hashtags: readonly string[];
  startsAt: string | null;
  endsAt: string | null;
}

const NO_REQUIREMENTS: CampaignRequirements = { minFollowers: 0, hashtags: [], startsAt: null, endsAt: null };
/** Tolerance for clocks of platforms that are ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** The data that evidence is checked against. */
interface VerificationSubject {
  terms: CampaignRequirements | null;
  account: Account | undefined;
  notes: string | null;
}

/**
 * Checks a provider's evidence against the campaign's requirements. A requirement without evidence fails. If the
 * evidence has no follower count, the connected account's is used; its handle must match the evidence.
 */
export function runChecks(
  { terms, account, notes }: VerificationSubject,
  evidence: Evidence,
  nowMs: number,
): Check[] {
  const asked = terms ?? NO_REQUIREMENTS;
  const followers = evidence.followers ?? account?.followers;
  return [
    checkFollowers(asked, { ...evidence, followers }),
    checkHashtags(asked, evidence, notes),
    checkDates(asked, evidence, nowMs),
    ...checkAccount(account, evidence),
  ];
}

/** Compares the handles of the connected account and the evidence; skipped if either is missing. */
function checkAccount(account: Account | undefined, { handle }: Evidence): Check[] {
  if (!account?.handle || handle == null) return [];
  const passed = !isDifferentAccount(account, handle);
  const detail = passed ? `${handle} is connected` : `${handle} posted, ${account.handle} is connected`;
  return [{ name: 'account', passed, detail }];
}

function checkFollowers({ minFollowers }: CampaignRequirements, { followers }: Evidence): Check {
  const name = 'followers';
  if (minFollowers === 0) return { name, passed: true, detail: 'No minimum required' };
  if (followers == null) return { name, passed: false, detail: `Not provided, ${minFollowers} required` };
  return {
    name,
    passed: followers >= minFollowers,
    detail: `${followers} followers, ${minFollowers} required`,
  };
}

/** Checks the hashtags of the evidence, or those in the customer's notes if the evidence has none. */
function checkHashtags({ hashtags }: CampaignRequirements, evidence: Evidence, notes: string | null): Check {
  const name = 'hashtags';
  if (hashtags.length === 0) return { name, passed: true, detail: 'None required' };
  const seen = evidence.hashtags ? evidence.hashtags.join(' ') : notes;
  const missing = hashtags.filter(tag => isHashtagMissing([tag], seen));
  if (missing.length === 0) return { name, passed: true, detail: `${hashtags.join(' ')} found` };
  return { name, passed: false, detail: `${missing.join(' ')} missing` };
}

function checkDates(
  { startsAt, endsAt }: CampaignRequirements,
  { publishedAt }: Evidence,
  nowMs: number,
): Check {
  const name = 'dates';
  if (publishedAt == null) {
    const isAsked = startsAt !== null || endsAt !== null;
    return isAsked
      ? { name, passed: false, detail: 'The publication time is not provided' }
      : { name, passed: true, detail: 'The campaign has no dates' };
  }
  const at = Date.parse(publishedAt);
  const isEarly = startsAt !== null && at < Date.parse(startsAt);
  const isLate = (endsAt !== null && at >= Date.parse(endsAt)) || at > nowMs + CLOCK_SKEW_MS;
  if (isEarly)
    return { name, passed: false, detail: `Published ${publishedAt}, before the campaign started` };
  if (isLate)
    return { name, passed: false, detail: `Published ${publishedAt}, after the campaign or in the future` };
  return { name, passed: true, detail: `Published ${publishedAt}` };
}

/** Returns the verification status: `verified` by the provider counts only if all our checks pass, too. */
export function toVerificationStatus(
  result: VerificationResult['result'],
  checks: readonly Check[],
): 'passed' | 'failed' | 'inconclusive' {
  if (result === 'failed') return 'failed';
  return result === 'verified' && checks.every(check => check.passed) ? 'passed' : 'inconclusive';
}
