import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import {
  addInstruction,
  countReviewed,
  type Facts,
  type Finding,
  joinSentences,
  MIN_DECIDED,
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

/** Finds a campaign with an unusually low approval rate, usually caused by unclear instructions. */
export function checkLowApprovalRate(facts: Facts, row: CampaignRow): Finding | undefined {
  const decided = countReviewed(row);
  if (decided < MIN_DECIDED) return undefined;
  const expected = facts.observedApprovalRate ?? EXPECTED_APPROVAL_RATE;
  const interval = wilsonInterval(row.approvedCount, decided);
  if (interval.high >= expected - TOLERANCE) return undefined;
  const rate = row.approvedCount / decided;
  const { texts, text, percent, note } = facts.wording;
  const t = texts.approvalRateLow;
  const reason = text(t.reason, {
    approved: row.approvedCount,
    decided,
    rate: percent(rate),
    most: percent(interval.high),
  });
  const origin = facts.observedApprovalRate === null ? t.assumed : t.observed;
  const hint = note(facts.library.match(row).actions[0]?.verificationHint) ?? t.wholePost;
  return {
    type: 'approvalRateLow',
    subject: row.id,
    campaignId: row.id,
    priority: 'medium',
    title: text(t.title, { name: row.name }),
    reason: joinSentences(reason, text(origin, { expected: percent(expected) })),
    impact: { metric: 'approvalRate', from: roundRate(rate), to: roundRate(expected) },
    apply: toUpdateRequest({ id: row.id, instructions: addInstruction(row, text(t.instruction, { hint })) }),
  };
}

/** Finds a campaign with an unusually high approval rate, which suggests that submissions are not checked. */
export function checkHighApprovalRate({ wording }: Facts, row: CampaignRow): Finding | undefined {
  const decided = countReviewed(row);
  if (decided < MIN_DECIDED) return undefined;
  const interval = wilsonInterval(row.approvedCount, decided);
  if (interval.low <= SUSPICIOUS_RATE) return undefined;
  const rate = row.approvedCount / decided;
  const { texts, text, percent } = wording;
  const t = texts.approvalRateHigh;
  return {
    type: 'approvalRateHigh',
    subject: row.id,
    campaignId: row.id,
    priority: 'low',
    title: text(t.title, { name: row.name }),
    reason: text(t.reason, { approved: row.approvedCount, decided, least: percent(interval.low) }),
    impact: { metric: 'approvalRate', from: roundRate(rate), to: SUSPICIOUS_RATE },
    apply: toUpdateRequest({ id: row.id, reviewPolicy: { mode: 'manual', onTimeout: 'none' } }),
  };
}

/** Finds submissions that are past their review deadline. */
export function checkReviewBacklog(facts: Facts): Finding[] {
  const { stats, nowMs, wording } = facts;
  const { overdue } = stats;
  const total = overdue.reduce((sum, { count }) => sum + count, 0);
  const worst = overdue.toSorted((a, b) => b.count - a.count)[0];
  if (!worst) return [];
  const oldest = Math.min(...overdue.map(({ dueSince }) => Date.parse(dueSince)));
  const hours = Math.floor((nowMs - oldest) / HOUR_MS);
  const row = requireCampaign(facts, worst.campaignId);
  const slaHours = Math.min(MAX_SLA_HOURS, 2 * (row.reviewSlaHours ?? 1));
  const isOpen = row.state === 'active';
  const { texts, text } = wording;
  const t = texts.reviewBacklog;
  const reason = text(t.reason, { count: total, hours });
  const remedy = text(isOpen ? t.pause : t.extend, { name: row.name, count: worst.count, hours: slaHours });
  return [
    {
      type: 'reviewBacklog',
      subject: 'all',
      campaignId: row.id,
      priority: total >= URGENT_OVERDUE ? 'high' : 'medium',
      title: text(t.title, { count: total }),
      reason: joinSentences(reason, remedy),
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
  const { texts, text, percent } = facts.wording;
  const t = texts.duplicateProofs;
  return [
    {
      type: 'duplicateProofs',
      subject: 'all',
      campaignId: row.id,
      priority: 'high',
      title: t.title,
      reason: text(t.reason, { duplicates, submissions, least: percent(interval.low), name: row.name }),
      impact: {
        metric: 'duplicateProofRate',
        from: roundRate(duplicates / submissions),
        to: MAX_DUPLICATE_RATE,
      },
      apply: toUpdateRequest({ id: row.id, instructions: addInstruction(row, t.instruction) }),
    },
  ];
}
