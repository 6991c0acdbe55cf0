import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import { type Account, isDifferentAccount } from '../../connections/rules.ts';
import { findSubmitterAccount } from '../../connections/service/read.ts';
import { type AnyCtx, atomically, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import type { RiskFlag, Submission } from '../model.ts';
import { isHashtagMissing, riskScore } from '../rules/risk.ts';
import { toSubmission } from '../serialize.ts';
import * as store from '../store.ts';
import { flagUnconfirmed } from './order-value.ts';
import { decideSubmission } from './review.ts';

/** The result of verifying a submission. */
interface Verification {
  status: Exclude<Submission['verification']['status'], 'unverified'>;
  checks: Submission['verification']['checks'];
  /** The follower count seen by the provider, if it checked. */
  followers: number | null;
  hashtags: readonly string[];
  handle: string | null;
}

interface Verifiable {
  row: SubmissionRow;
  campaign: CampaignRow | null;
  /** The submitter's connected account on the campaign's platform. */
  account: Account | undefined;
}

/** Returns a submission with its campaign's requirements. @throws NOT_FOUND */
export async function requireVerifiable(tx: AnyCtx, id: string): Promise<Verifiable> {
  const row = await store.find(tx.db, id);
  if (!row) throw notFound({ kind: 'submission', field: 'submissionId' });
  const terms = row.campaignId === null ? null : await getCampaignRow(tx, row.campaignId);
  return {
    row,
    campaign: terms,
    account: terms ? await findSubmitterAccount(tx, row, terms.platform) : undefined,
  };
}

/**
 * Stores a verification on its submission and, if the campaign allows it and every check passed, approves it. If the
 * approval exceeds a limit or the budget, the submission stays pending.
 */
export async function applyVerification(
  tx: TxCtx,
  row: SubmissionRow,
  verification: Verification,
): Promise<Submission> {
  const campaign = row.campaignId === null ? null : await getCampaignRow(tx, row.campaignId);
  const riskFlags = campaign ? await updateRiskFlags(tx, row, campaign, verification) : row.riskFlags;
  const isTrusted = campaign?.reviewMode === 'autoVerified' && verification.status === 'passed';
  const isApprovable = isTrusted && row.status === 'pending';
  const before = toSubmission(tx, row);
  const verified = await store.update(tx.db, row.id, {
    verificationStatus: verification.status,
    verificationChecks: verification.checks,
    verifiedAt: nowIso(tx.clock),
    riskFlags,
    riskScore: riskScore(riskFlags),
    ...(isApprovable ? await flagUnconfirmed(tx, { ...row, riskFlags }) : {}),
  });
  const submission = toSubmission(tx, verified);
  await events.record(tx, 'submission.verified', {
    businessId: row.businessId,
    object: submission,
    previous: { verification: before.verification },
  });
  if (!isApprovable) return submission;
  return (await approve(tx, verified)) ?? submission;
}

/** Removes flags that the evidence clears and adds those it supports. */
async function updateRiskFlags(
  tx: TxCtx,
  row: SubmissionRow,
  { hashtags, minFollowers, platform }: CampaignRow,
  evidence: Verification,
): Promise<RiskFlag[]> {
  const flags = new Set(row.riskFlags);
  const set = (flag: RiskFlag, holds: boolean) => (holds ? flags.add(flag) : flags.delete(flag));
  set('missingHashtags', isHashtagMissing(hashtags, `${row.notes ?? ''} ${evidence.hashtags.join(' ')}`));
  if (evidence.followers !== null) set('belowMinFollowers', evidence.followers < minFollowers);
  if (evidence.handle !== null) {
    set('wrongAccount', isDifferentAccount(await findSubmitterAccount(tx, row, platform), evidence.handle));
  }
  return [...flags];
}

async function approve(tx: TxCtx, row: SubmissionRow): Promise<Submission | undefined> {
  try {
    const { submission } = await atomically(tx, nested =>
      decideSubmission(nested, row, { action: 'approve' }),
    );
    return submission;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    tx.log.info('Verified submission left pending', { submissionId: row.id, code: error.code });
    return undefined;
  }
}
