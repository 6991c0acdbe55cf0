import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { normalizeTag, toSlug } from '../../library/text.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Submission } from '../../submissions/model.ts';
import { isOnPlatform } from '../../submissions/rules/proof-url.ts';
import { BURST_LIMIT } from '../../submissions/rules/risk.ts';
import type { ReviewAdvice } from '../model.ts';

/** The weight of each check in the score: our judgment. */
const WEIGHTS = {
  duplicate: 30,
  platformHost: 25,
  verification: 20,
  postingDate: 15,
  hashtags: 15,
  followers: 15,
  ownBusiness: 15,
  disclosure: 10,
  burst: 10,
  accountAge: 10,
  orderValue: 10,
} as const;
type CheckName = keyof typeof WEIGHTS;

/** Checks whose failure rules out an approval. */
const CRITICAL_CHECKS: readonly CheckName[] = [
  'duplicate',
  'platformHost',
  'verification',
  'ownBusiness',
  'orderValue',
];
const APPROVE_SCORE = 80;
const REJECT_SCORE = 40;
const DUPLICATE_REJECT_SCORE = 60;
/** Minimum share of the total weight that must be known for an approval. */
const MIN_KNOWN_SHARE = 0.5;
const NEW_ACCOUNT_HOURS = 24;
const HUNDRED = 100;

const REJECTION_CODE: Record<CheckName, NonNullable<ReviewAdvice['suggestedRejectionCode']>> = {
  duplicate: 'duplicate',
  platformHost: 'invalidProof',
  verification: 'invalidProof',
  postingDate: 'outOfWindow',
  hashtags: 'criteriaNotMet',
  followers: 'criteriaNotMet',
  ownBusiness: 'fraud',
  disclosure: 'missingDisclosure',
  burst: 'fraud',
  accountAge: 'fraud',
  orderValue: 'other',
};

interface ReviewEvidence {
  submission: Submission;
  /** Null for a program submission without a campaign. */
  campaign: Pick<
    CampaignRow,
    'platform' | 'hashtags' | 'minFollowers' | 'disclosureRequired' | 'disclosureText'
  > | null;
  /** Creation time of the customer's account; undefined for a customer reference of the business's own. */
  accountCreatedAt: string | undefined;
  /** Hashtags that mark a post as advertising. */
  disclosureTags: readonly string[];
}

/** The result of one check; `passed` is undefined if nothing is known. */
interface Finding {
  name: CheckName;
  passed: boolean | undefined;
  detail: string;
}

export type Assessment = Pick<
  ReviewAdvice,
  'decision' | 'confidence' | 'score' | 'checks' | 'reasons' | 'suggestedRejectionCode'
>;

/** Assesses a submission from stored data only, without external requests. */
export function assessSubmission(evidence: ReviewEvidence): Assessment {
  const findings = runChecks(evidence);
  const known = findings.filter(({ passed }) => passed !== undefined);
  const failed = known.filter(({ passed }) => !passed);
  const knownWeight = sumWeights(known);
  const score = Math.round((HUNDRED * (knownWeight - sumWeights(failed))) / Math.max(1, knownWeight));
  const share = knownWeight / Math.max(1, sumWeights(findings));
  const decision = chooseDecision(score, share, failed);
  const worst = failed.toSorted((a, b) => WEIGHTS[b.name] - WEIGHTS[a.name])[0];
  return {
    decision,
    score,
    confidence: Math.round(share * Math.max(score, HUNDRED - score)) / HUNDRED,
    checks: known.map(({ name, passed, detail }) => ({
      name,
      passed: passed === true,
      weight: WEIGHTS[name],
      detail,
    })),
    reasons: listReasons(decision, findings, score),
    suggestedRejectionCode: decision === 'approve' || !worst ? null : REJECTION_CODE[worst.name],
  };
}

function sumWeights(findings: readonly Finding[]): number {
  return findings.reduce((sum, { name }) => sum + WEIGHTS[name], 0);
}

function chooseDecision(score: number, known: number, failed: readonly Finding[]): ReviewAdvice['decision'] {
  const fails = (name: CheckName) => failed.some(each => each.name === name);
  if (fails('verification') || score < REJECT_SCORE) return 'reject';
  if (fails('duplicate') && score < DUPLICATE_REJECT_SCORE) return 'reject';
  const isGrave = failed.some(({ name }) => CRITICAL_CHECKS.includes(name));
  return !isGrave && score >= APPROVE_SCORE && known >= MIN_KNOWN_SHARE ? 'approve' : 'needsHuman';
}

function listReasons(
  decision: ReviewAdvice['decision'],
  findings: readonly Finding[],
  score: number,
): string[] {
  const failed = findings.filter(({ passed }) => passed === false).map(({ detail }) => detail);
  const unknown = findings.filter(({ passed }) => passed === undefined).map(({ detail }) => detail);
  if (decision === 'approve') return [`Score ${score} of 100; no critical check failed`, ...failed];
  return decision === 'reject' ? failed : [...failed, ...unknown];
}

function runChecks(evidence: ReviewEvidence): Finding[] {
  return [
    checkDuplicate(evidence),
    checkPlatformHost(evidence),
    checkVerification(evidence),
    checkPostingDate(evidence),
    checkHashtags(evidence),
    checkFollowers(evidence),
    checkDisclosure(evidence),
    checkOwnBusiness(evidence),
    checkBurst(evidence),
    checkAccountAge(evidence),
    checkOrderValue(evidence),
  ].filter(finding => finding !== undefined);
}

function checkDuplicate({ submission: { risk } }: ReviewEvidence): Finding {
  const isKnown = risk.flags.includes('duplicateUrl') || risk.flags.includes('duplicateImage');
  const detail = isKnown
    ? 'The same link or image has been submitted before'
    : 'This link or image has not been submitted before';
  return { name: 'duplicate', passed: !isKnown, detail };
}

function checkPlatformHost({ submission, campaign }: ReviewEvidence): Finding | undefined {
  if (submission.proofType !== 'url' || !campaign) return undefined;
  const passed = isOnPlatform(submission.proofUrl, campaign.platform);
  const detail = `The link ${passed ? 'points' : 'does not point'} to ${campaign.platform}`;
  return { name: 'platformHost', passed, detail };
}

function checkVerification({ submission: { verification: found } }: ReviewEvidence): Finding {
  const name = 'verification';
  if (found.status === 'passed') return { name, passed: true, detail: 'Verified by a provider' };
  if (found.status === 'failed')
    return { name, passed: false, detail: 'Rejected by a verification provider' };
  return { name, passed: undefined, detail: 'Not verified by a provider' };
}

/** Finds a check by a verification provider whose detail matches `says`. */
function findProviderCheck({ submission }: ReviewEvidence, check: string, says: RegExp) {
  return submission.verification.checks.find(({ name, detail }) => name === check && says.test(detail));
}

function checkPostingDate(evidence: ReviewEvidence): Finding {
  const name = 'postingDate';
  const seen = findProviderCheck(evidence, 'dates', /^Published/);
  if (!seen) return { name, passed: undefined, detail: 'The posting date is unknown' };
  return { name, passed: seen.passed, detail: seen.detail };
}

function checkHashtags({ submission: { risk }, campaign }: ReviewEvidence): Finding | undefined {
  if (!campaign || campaign.hashtags.length === 0) return undefined;
  const passed = !risk.flags.includes('missingHashtags');
  const detail = `${campaign.hashtags.join(' ')} ${passed ? 'found' : 'not in the notes'}`;
  return { name: 'hashtags', passed, detail };
}

function checkFollowers(evidence: ReviewEvidence): Finding | undefined {
  const { submission, campaign } = evidence;
  const name = 'followers';
  if (!campaign || campaign.minFollowers === 0) return undefined;
  const seen = findProviderCheck(evidence, 'followers', /^\d/);
  if (seen) return { name, passed: seen.passed, detail: seen.detail };
  const stated = submission.followers;
  if (stated === null)
    return { name, passed: undefined, detail: `Follower count unknown, ${campaign.minFollowers} required` };
  const detail = `${stated} followers as stated by the customer, ${campaign.minFollowers} required`;
  return { name, passed: stated >= campaign.minFollowers, detail };
}

/** Labels in the languages of the pages, which disclose a reward without #, too; as slugs. */
const LABELS =
  'werbung|anzeige|publicite|collaboration-commerciale|publicidad|publicidade|pubblicita|advertentie|reclame|reklama|' +
  'materiał-reklamowy|wspołpraca-reklamowa|reklam|isbirligi|is-birligi|اعلان';
const DISCLOSURE_PATTERN = new RegExp(
  `(?:^|-)(?:advertisement|sponsored|paid-partnership|gifted|in-exchange-for|${LABELS})(?:-|$)`,
);

function checkDisclosure({ submission, campaign, disclosureTags }: ReviewEvidence): Finding | undefined {
  if (!campaign?.disclosureRequired) return undefined;
  const notes = submission.notes.toLowerCase();
  const tags = new Set((notes.match(/#[\p{L}\p{M}\p{N}_]+/gu) ?? []).map(normalizeTag));
  const wanted = campaign.disclosureText?.toLowerCase();
  const passed =
    disclosureTags.some(tag => tags.has(tag)) ||
    DISCLOSURE_PATTERN.test(toSlug(notes)) ||
    (wanted !== undefined && notes.includes(wanted));
  const detail = passed
    ? 'The notes disclose the reward'
    : 'The notes contain no disclosure such as #ad; check whether the post has one';
  return { name: 'disclosure', passed, detail };
}

function checkOwnBusiness({ submission: { risk } }: ReviewEvidence): Finding {
  const passed = !risk.flags.includes('selfSubmission');
  return {
    name: 'ownBusiness',
    passed,
    detail: passed
      ? 'The customer does not belong to the business'
      : 'Submitted by someone from the business',
  };
}

function checkBurst({ submission: { risk } }: ReviewEvidence): Finding {
  const passed = !risk.flags.includes('burst');
  const detail = passed
    ? 'No burst of submissions'
    : `More than ${BURST_LIMIT} submissions by one customer in 10 minutes`;
  return { name: 'burst', passed, detail };
}

function checkAccountAge({ submission, accountCreatedAt }: ReviewEvidence): Finding {
  const name = 'accountAge';
  if (accountCreatedAt === undefined)
    return { name, passed: undefined, detail: 'The customer has no account' };
  const hours = Math.floor((Date.parse(submission.createdAt) - Date.parse(accountCreatedAt)) / HOUR_MS);
  const passed = hours >= NEW_ACCOUNT_HOURS;
  return {
    name,
    passed,
    detail: `Account age at submission: ${hours} h (at least ${NEW_ACCOUNT_HOURS} h expected)`,
  };
}

/** Fails if the order value needs manual confirmation, because an automatic approval would not credit it. */
function checkOrderValue({ submission: { risk } }: ReviewEvidence): Finding | undefined {
  if (!risk.flags.includes('orderValueUnconfirmed')) return undefined;
  return { name: 'orderValue', passed: false, detail: 'The order value must be confirmed manually' };
}
