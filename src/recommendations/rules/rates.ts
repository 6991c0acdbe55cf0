import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import {
  addInstruction,
  countReviewed,
  type Facts,
  type Finding,
  formatPercent,
  MIN_DECIDED,
  roundRate,
  toUpdateRequest,
} from './finding.ts';
import { wilsonInterval } from './wilson.ts';

/** Nobody publishes an approval rate: this is our own expectation where the installation has no figure yet. */
const EXPECTED_APPROVAL_RATE = 0.7;
/** So far below the expectation, at its best, a rate is low. */
const TOLERANCE = 0.1;
/** A rate that is above this at its worst looks as if nobody checked. */
const SUSPICIOUS_RATE = 0.95;
/** A share of doubled proofs above this, at its best, is worth a look: our judgement. */
const MAX_DUPLICATE_RATE = 0.05;
const URGENT_OVERDUE = 10;
const MAX_SLA_HOURS = 8_760;
const OWN_POST_RULE =
  'Only a new post of your own counts: a link or picture that was sent in before is rejected.';

/** Far fewer approvals than elsewhere: mostly the instructions do not say what counts. */
export function checkLowApprovalRate(facts: Facts, row: CampaignRow): Finding | undefined {
  const decided = countReviewed(row);
  if (decided < MIN_DECIDED) return undefined;
  const expected = facts.observedApprovalRate ?? EXPECTED_APPROVAL_RATE;
  const interval = wilsonInterval(row.approvedCount, decided);
  if (interval.high >= expected - TOLERANCE) return undefined;
  const rate = row.approvedCount / decided;
  const origin = facts.observedApprovalRate === null ? 'our assumption' : 'observed on this installation';
  const hint = facts.library.match(row).actions[0]?.verificationHint ?? 'The proof must show the whole post.';
  return {
    type: 'approvalRateLow',
    subject: row.id,
    campaignId: row.id,
    priority: 'medium',
    title: `Say more clearly in "${row.name}" what counts as proof`,
    reason:
      `${row.approvedCount} of ${decided} reviewed submissions were approved: ${formatPercent(rate)}, and with 95 % ` +
      `certainty at most ${formatPercent(interval.high)}. Expected are ${formatPercent(expected)} (${origin}).`,
    impact: { metric: 'approvalRate', from: roundRate(rate), to: roundRate(expected) },
    apply: toUpdateRequest({ id: row.id, instructions: addInstruction(row, `How we check: ${hint}`) }),
  };
}

/** Hardly a rejection in many reviews: perhaps nobody looks. */
export function checkHighApprovalRate(_facts: Facts, row: CampaignRow): Finding | undefined {
  const decided = countReviewed(row);
  if (decided < MIN_DECIDED) return undefined;
  const interval = wilsonInterval(row.approvedCount, decided);
  if (interval.low <= SUSPICIOUS_RATE) return undefined;
  const rate = row.approvedCount / decided;
  return {
    type: 'approvalRateHigh',
    subject: row.id,
    campaignId: row.id,
    priority: 'low',
    title: `Look closer at the proofs of "${row.name}"`,
    reason:
      `${row.approvedCount} of ${decided} reviewed submissions were approved, with 95 % certainty at least ` +
      `${formatPercent(interval.low)}. So few rejections are unusual where each proof is looked at.`,
    impact: { metric: 'approvalRate', from: roundRate(rate), to: SUSPICIOUS_RATE },
    apply: toUpdateRequest({ id: row.id, reviewPolicy: { mode: 'manual', onTimeout: 'none' } }),
  };
}

/** Reviews that wait longer than promised. */
export function checkReviewBacklog({ stats, nowMs, findCampaign }: Facts): Finding[] {
  const { overdue } = stats;
  const total = overdue.reduce((sum, { count }) => sum + count, 0);
  const worst = overdue.toSorted((a, b) => b.count - a.count)[0];
  if (!worst) return [];
  const oldest = Math.min(...overdue.map(({ dueSince }) => Date.parse(dueSince)));
  const hours = Math.floor((nowMs - oldest) / HOUR_MS);
  const row = findCampaign(worst.campaignId);
  const slaHours = Math.min(MAX_SLA_HOURS, 2 * (row.reviewSlaHours ?? 1));
  const isOpen = row.state === 'active';
  const remedy = isOpen
    ? `Pausing "${row.name}", which has ${worst.count} of them, stops new ones until they are reviewed.`
    : `"${row.name}", which has ${worst.count} of them, could promise ${slaHours} hours instead.`;
  return [
    {
      type: 'reviewBacklog',
      subject: 'all',
      campaignId: row.id,
      priority: total >= URGENT_OVERDUE ? 'high' : 'medium',
      title: `Review the ${total} submissions that wait too long`,
      reason: `${total} wait longer than promised, the oldest ${hours} hours beyond. ${remedy}`,
      impact: { metric: 'overdueReviews', from: total, to: 0 },
      apply: toUpdateRequest(
        isOpen ? { id: row.id, state: 'paused' } : { id: row.id, reviewPolicy: { slaHours } },
      ),
    },
  ];
}

/** Too many proofs that somebody sent before. */
export function checkDuplicateProofs({ stats, findCampaign }: Facts): Finding[] {
  const { recent } = stats;
  const submissions = recent.reduce((sum, each) => sum + each.submissions, 0);
  const duplicates = recent.reduce((sum, each) => sum + each.duplicates, 0);
  const interval = wilsonInterval(duplicates, submissions);
  const worst = recent.toSorted((a, b) => b.duplicates - a.duplicates)[0];
  if (submissions < MIN_DECIDED || interval.low <= MAX_DUPLICATE_RATE || !worst) return [];
  const row = findCampaign(worst.campaignId);
  return [
    {
      type: 'duplicateProofs',
      subject: 'all',
      campaignId: row.id,
      priority: 'high',
      title: 'Say that a proof counts once',
      reason:
        `${duplicates} of the last ${submissions} submissions show a link or picture that was sent in before, ` +
        `with 95 % certainty at least ${formatPercent(interval.low)}; most of them in "${row.name}".`,
      impact: {
        metric: 'duplicateProofRate',
        from: roundRate(duplicates / submissions),
        to: MAX_DUPLICATE_RATE,
      },
      apply: toUpdateRequest({ id: row.id, instructions: addInstruction(row, OWN_POST_RULE) }),
    },
  ];
}
