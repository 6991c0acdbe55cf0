import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import {
  addInstruction,
  countReviewed,
  type Facts,
  type Finding,
  formatPercent,
  MIN_DECIDED,
  pluralize,
  requireCampaign,
  roundRate,
  toUpdateRequest,
} from './finding.ts';
import { wilsonInterval } from './wilson.ts';

/** Our assumption if the installation has no figure yet, because no approval rates are published. */
const EXPECTED_APPROVAL_RATE = 0.7;
/** A rate is low if its upper confidence bound is this far below the expected rate. */
const TOLERANCE = 0.1;
/** A lower confidence bound above this suggests that submissions are approved without being checked. */
const SUSPICIOUS_RATE = 0.95;
/** A share of duplicate proofs is high if its lower confidence bound is above this: our judgment. */
const MAX_DUPLICATE_RATE = 0.05;
const URGENT_OVERDUE = 10;
const MAX_SLA_HOURS = 8_760;
const OWN_POST_RULE =
  'Only a new post of your own counts: links and images that have been submitted before are rejected.';

/** Finds a campaign with an unusually low approval rate, usually caused by unclear instructions. */
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
    title: `Clarify what counts as proof in "${row.name}"`,
    reason:
      `${row.approvedCount} of ${decided} reviewed submissions were approved: ${formatPercent(rate)}, and with 95% ` +
      `confidence at most ${formatPercent(interval.high)}. The expected rate is ${formatPercent(expected)} (${origin}).`,
    impact: { metric: 'approvalRate', from: roundRate(rate), to: roundRate(expected) },
    apply: toUpdateRequest({ id: row.id, instructions: addInstruction(row, `How we check: ${hint}`) }),
  };
}

/** Finds a campaign with an unusually high approval rate, which suggests that submissions are not checked. */
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
    title: `Review submissions to "${row.name}" more carefully`,
    reason:
      `${row.approvedCount} of ${decided} reviewed submissions were approved, with 95% confidence at least ` +
      `${formatPercent(interval.low)}. This few rejections are unusual if each proof is checked.`,
    impact: { metric: 'approvalRate', from: roundRate(rate), to: SUSPICIOUS_RATE },
    apply: toUpdateRequest({ id: row.id, reviewPolicy: { mode: 'manual', onTimeout: 'none' } }),
  };
}

/** Finds submissions that are past their review deadline. */
export function checkReviewBacklog(facts: Facts): Finding[] {
  const { stats, nowMs } = facts;
  const { overdue } = stats;
  const total = overdue.reduce((sum, { count }) => sum + count, 0);
  const worst = overdue.toSorted((a, b) => b.count - a.count)[0];
  if (!worst) return [];
  const oldest = Math.min(...overdue.map(({ dueSince }) => Date.parse(dueSince)));
  const hours = Math.floor((nowMs - oldest) / HOUR_MS);
  const row = requireCampaign(facts, worst.campaignId);
  const slaHours = Math.min(MAX_SLA_HOURS, 2 * (row.reviewSlaHours ?? 1));
  const isOpen = row.state === 'active';
  const remedy = isOpen
    ? `Pause "${row.name}", which has ${worst.count} of them, to stop new submissions until these are reviewed.`
    : `Extend the review time of "${row.name}", which has ${worst.count} of them, to ${slaHours} hours.`;
  return [
    {
      type: 'reviewBacklog',
      subject: 'all',
      campaignId: row.id,
      priority: total >= URGENT_OVERDUE ? 'high' : 'medium',
      title: `Review ${pluralize(total, 'overdue submission')}`,
      reason: `Past the review deadline: ${pluralize(total, 'submission')}, the oldest by ${pluralize(hours, 'hour')}. ${remedy}`,
      impact: { metric: 'overdueReviews', from: total, to: 0 },
      apply: toUpdateRequest(
        isOpen ? { id: row.id, state: 'paused' } : { id: row.id, reviewPolicy: { slaHours } },
      ),
    },
  ];
}

/** Finds an unusually high share of proofs that had been submitted before. */
export function checkDuplicateProofs(facts: Facts): Finding[] {
  const { recent } = facts.stats;
  const submissions = recent.reduce((sum, each) => sum + each.submissions, 0);
  const duplicates = recent.reduce((sum, each) => sum + each.duplicates, 0);
  const interval = wilsonInterval(duplicates, submissions);
  const worst = recent.toSorted((a, b) => b.duplicates - a.duplicates)[0];
  if (submissions < MIN_DECIDED || interval.low <= MAX_DUPLICATE_RATE || !worst) return [];
  const row = requireCampaign(facts, worst.campaignId);
  return [
    {
      type: 'duplicateProofs',
      subject: 'all',
      campaignId: row.id,
      priority: 'high',
      title: 'State that each proof counts only once',
      reason:
        `${duplicates} of the last ${submissions} submissions contain a link or image that had been submitted before ` +
        `(with 95% confidence at least ${formatPercent(interval.low)}), most of them in "${row.name}".`,
      impact: {
        metric: 'duplicateProofRate',
        from: roundRate(duplicates / submissions),
        to: MAX_DUPLICATE_RATE,
      },
      apply: toUpdateRequest({ id: row.id, instructions: addInstruction(row, OWN_POST_RULE) }),
    },
  ];
}
