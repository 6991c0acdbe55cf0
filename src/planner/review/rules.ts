import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Submission } from '../../submissions/model.ts';
import { isOnPlatform } from '../../submissions/rules/proof-url.ts';
import { BURST_LIMIT } from '../../submissions/rules/submissions.ts';
import type { ReviewAdvice } from '../model.ts';

/** What a check counts out of all that apply: our judgement of how much it says. */
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

/** Where one of these fails nothing is waved through. */
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
/** With less of what matters known than this, a person has to look. */
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

export interface ReviewEvidence {
  submission: Submission;
  /** Null for a program submission without a campaign. */
  campaign: Pick<
    CampaignRow,
    'platform' | 'hashtags' | 'minFollowers' | 'disclosureRequired' | 'disclosureText'
  > | null;
  /** When the customer's account was made; undefined for a reference of the business's own. */
  accountCreatedAt: string | undefined;
  /** Tags that name a post as advertising. */
  disclosureTags: readonly string[];
}

/** What came of one check; `passed` is undefined where nothing is known. */
interface Finding {
  name: CheckName;
  passed: boolean | undefined;
  detail: string;
}

export type Assessment = Pick<
  ReviewAdvice,
  'decision' | 'confidence' | 'score' | 'checks' | 'reasons' | 'suggestedRejectionCode'
>;

/** Holds a proof against what is known of it, without asking anybody. */
export function assessSubmission(exhibit: ReviewEvidence): Assessment {
  const findings = runChecks(exhibit);
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
  if (decision === 'approve')
    return [`${score} of 100 by weight passed, and nothing grave failed`, ...failed];
  return decision === 'reject' ? failed : [...failed, ...unknown];
}

function runChecks(exhibit: ReviewEvidence): Finding[] {
  return [
    checkDuplicate(exhibit),
    checkPlatformHost(exhibit),
    checkVerification(exhibit),
    checkPostingDate(exhibit),
    checkHashtags(exhibit),
    checkFollowers(exhibit),
    checkDisclosure(exhibit),
    checkOwnBusiness(exhibit),
    checkBurst(exhibit),
    checkAccountAge(exhibit),
    checkOrderValue(exhibit),
  ].filter(finding => finding !== undefined);
}

function checkDuplicate({ submission: { risk } }: ReviewEvidence): Finding {
  const isKnown = risk.flags.includes('duplicateUrl') || risk.flags.includes('duplicateImage');
  const detail = isKnown
    ? 'The same link or picture was sent in before'
    : 'Nobody sent this link or picture before';
  return { name: 'duplicate', passed: !isKnown, detail };
}

function checkPlatformHost({ submission, campaign }: ReviewEvidence): Finding | undefined {
  if (submission.proofType !== 'url' || !campaign) return undefined;
  const passed = isOnPlatform(submission.proofUrl, campaign.platform);
  const detail = `The link ${passed ? 'leads' : 'does not lead'} to ${campaign.platform}`;
  return { name: 'platformHost', passed, detail };
}

function checkVerification({ submission: { verification: found } }: ReviewEvidence): Finding {
  const name = 'verification';
  if (found.status === 'passed') return { name, passed: true, detail: 'A provider verified it' };
  if (found.status === 'failed')
    return { name, passed: false, detail: 'A provider says that it does not hold' };
  return { name, passed: undefined, detail: 'No provider has settled it' };
}

/** What a provider's evidence said, where it said something. */
function findProviderCheck({ submission }: ReviewEvidence, check: string, says: RegExp) {
  return submission.verification.checks.find(({ name, detail }) => name === check && says.test(detail));
}

function checkPostingDate(exhibit: ReviewEvidence): Finding {
  const name = 'postingDate';
  const seen = findProviderCheck(exhibit, 'dates', /^Published/);
  if (!seen) return { name, passed: undefined, detail: 'It is not known when it was posted' };
  return { name, passed: seen.passed, detail: seen.detail };
}

function checkHashtags({ submission: { risk }, campaign }: ReviewEvidence): Finding | undefined {
  if (!campaign || campaign.hashtags.length === 0) return undefined;
  const passed = !risk.flags.includes('missingHashtags');
  const detail = `${campaign.hashtags.join(' ')} ${passed ? 'found' : 'not in the notes'}`;
  return { name: 'hashtags', passed, detail };
}

function checkFollowers(exhibit: ReviewEvidence): Finding | undefined {
  const { submission, campaign } = exhibit;
  const name = 'followers';
  if (!campaign || campaign.minFollowers === 0) return undefined;
  const seen = findProviderCheck(exhibit, 'followers', /^\d/);
  if (seen) return { name, passed: seen.passed, detail: seen.detail };
  const stated = submission.followers;
  if (stated === null)
    return { name, passed: undefined, detail: `Followers are not known, ${campaign.minFollowers} needed` };
  const detail = `${stated} followers by the customer's own word, ${campaign.minFollowers} needed`;
  return { name, passed: stated >= campaign.minFollowers, detail };
}

const DISCLOSURE_PATTERN = /\b(?:advertisement|sponsored|paid partnership|gifted|in exchange for)\b/i;

function checkDisclosure({ submission, campaign, disclosureTags }: ReviewEvidence): Finding | undefined {
  if (!campaign?.disclosureRequired) return undefined;
  const notes = submission.notes.toLowerCase();
  const tags = new Set((notes.match(/#[\p{L}\p{N}_]+/gu) ?? []).map(tag => tag.slice(1).replaceAll('_', '')));
  const wanted = campaign.disclosureText?.toLowerCase();
  const passed =
    disclosureTags.some(tag => tags.has(tag)) ||
    DISCLOSURE_PATTERN.test(notes) ||
    (wanted !== undefined && notes.includes(wanted));
  const detail = passed
    ? 'The notes name the reward'
    : 'The notes show no notice such as #ad: look whether the post has one';
  return { name: 'disclosure', passed, detail };
}

function checkOwnBusiness({ submission: { risk } }: ReviewEvidence): Finding {
  const passed = !risk.flags.includes('selfSubmission');
  return {
    name: 'ownBusiness',
    passed,
    detail: passed ? 'The customer is not of the business' : 'Somebody of the business sent it for itself',
  };
}

function checkBurst({ submission: { risk } }: ReviewEvidence): Finding {
  const passed = !risk.flags.includes('burst');
  const detail = passed
    ? 'No burst of submissions'
    : `More than ${BURST_LIMIT} submissions of one customer in ten minutes`;
  return { name: 'burst', passed, detail };
}

function checkAccountAge({ submission, accountCreatedAt }: ReviewEvidence): Finding {
  const name = 'accountAge';
  if (accountCreatedAt === undefined)
    return { name, passed: undefined, detail: 'The customer has no account of its own here' };
  const hours = Math.floor((Date.parse(submission.createdAt) - Date.parse(accountCreatedAt)) / HOUR_MS);
  const passed = hours >= NEW_ACCOUNT_HOURS;
  return { name, passed, detail: `The account was ${hours} hours old, ${NEW_ACCOUNT_HOURS} are usual` };
}

/** Only a person may vouch for an amount that an automatic approval would not credit. */
function checkOrderValue({ submission: { risk } }: ReviewEvidence): Finding | undefined {
  if (!risk.flags.includes('orderValueUnconfirmed')) return undefined;
  return { name: 'orderValue', passed: false, detail: 'The order value needs a person who confirms it' };
}
