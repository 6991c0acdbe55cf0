import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { reviewDueAt } from '../../campaigns/rules.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { expireDue } from '../../campaigns/service/expire.ts';
import { requireSubmittable } from '../../campaigns/service/read.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toCents } from '../../platform/money.ts';
import * as uploads from '../../uploads/service.ts';
import type { NewSubmission, Submission } from '../model.ts';
import { normalizeProofUrl } from '../proof.ts';
import { nextRevision, present, riskFlags, riskScore } from '../rules.ts';
import * as store from '../store.ts';

const BURST_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Takes proof for a campaign: reserves its reward and leaves it pending.
 * @throws NOT_FOUND, CAMPAIGN_NOT_ACTIVE, LIMIT_REACHED, BUDGET_EXHAUSTED, DUPLICATE_SUBMISSION, CONFLICT
 */
export async function submit(ctx: Ctx, input: NewSubmission): Promise<Submission> {
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const campaign = requireOpen(tx, input.campaignId);
    const userId = submitterOf(tx, input);
    const previous =
      input.resubmitOf === undefined ? undefined : requirePrevious(tx, input.resubmitOf, userId, campaign.id);
    const revision = previous ? nextRevision(previous) : 1;
    if (previous && store.hasSuccessor(tx.db, previous.id)) {
      throw new AppError('CONFLICT', 'This submission was sent again already');
    }
    const proofHash = sha256(normalizeProofUrl(input.proofUrl));
    assertNotRepeated(tx, { campaignId: campaign.id, proofHash, userId }, previous);
    if (store.countHeld(tx.db, { userId, campaignId: campaign.id }) >= campaign.perUser) {
      throw new AppError('LIMIT_REACHED', `One person may submit ${campaign.perUser} times at most`);
    }
    const budgetCents = budget.reserve(tx, campaign);
    const imageHash = uploads.hashOfProof(tx, input.proofUrl);
    const row = store.insert(tx.db, {
      ...risk(tx, input, { campaign, userId, proofHash, imageHash }),
      id: tx.ids.next('submission'),
      businessId: campaign.businessId,
      campaignId: campaign.id,
      actionId: campaign.actionId,
      userId,
      proofUrl: input.proofUrl,
      proofType: input.proofType ?? 'url',
      proofHash,
      imageHash,
      status: 'pending',
      notes: input.notes ?? null,
      handle: input.handle ?? null,
      followers: input.followers ?? null,
      orderValueCents: input.orderValue === undefined ? null : toCents(input.orderValue, 'orderValue'),
      budgetCents,
      reviewDueAt: reviewDueAt(campaign.reviewSlaHours, tx.clock.now()),
      revision,
      resubmitOf: previous?.id ?? null,
      verificationChecks: [],
      createdAt: nowIso(tx.clock),
    });
    const submission = present(row);
    const type = previous ? 'submission.resubmitted' : 'submission.created';
    events.record(tx, type, { businessId: row.businessId, object: submission });
    return submission;
  });
}

/** A campaign that takes submissions now. A customer or its owner hears why not; to others it is absent. */
function requireOpen(tx: TxCtx, id: string): CampaignRow {
  const campaign = requireSubmittable(tx, id);
  budget.assertOpen(tx, campaign);
  return campaign;
}

/** The caller itself, or whom a business names by a reference of its own. */
function submitterOf({ actor }: TxCtx, { userId }: NewSubmission): string {
  return actor.role === 'customer' ? actor.id : (userId ?? actor.id);
}

function requirePrevious(tx: TxCtx, id: string, userId: string, campaignId: string): SubmissionRow {
  const previous = store.find(tx.db, id);
  if (!previous || previous.userId !== userId || previous.campaignId !== campaignId) throw notFound();
  return previous;
}

/** The same proof by the same person is refused, unless it is sent again on purpose after a rejection. */
function assertNotRepeated(
  tx: TxCtx,
  where: { campaignId: string; proofHash: string; userId: string },
  previous: SubmissionRow | undefined,
): void {
  if (previous?.proofHash === where.proofHash || !store.hasSameProofOfUser(tx.db, where)) return;
  throw new AppError('DUPLICATE_SUBMISSION', 'The same proof was submitted to this campaign before');
}

interface Circumstances {
  campaign: CampaignRow;
  userId: string;
  proofHash: string;
  imageHash: string | null;
}

const ENOUGH_TO_FIND_ANOTHER = 20;

function risk(tx: TxCtx, input: NewSubmission, { campaign, userId, proofHash, imageHash }: Circumstances) {
  const { businessId } = campaign;
  const same = store.listSameProof(tx.db, { campaignId: campaign.id, proofHash }, ENOUGH_TO_FIND_ANOTHER);
  const since = iso(tx.clock.now() - BURST_WINDOW_MS);
  const flags = riskFlags({
    proofUrl: input.proofUrl,
    proofType: input.proofType ?? 'url',
    notes: input.notes ?? null,
    followers: input.followers ?? null,
    campaign,
    isUrlKnown: same.some(other => other.userId !== userId),
    isImageKnown: imageHash !== null && store.hasImage(tx.db, businessId, imageHash),
    recentCount: store.countRecent(tx.db, { userId, businessId, since }),
    isOwnCampaign: tx.actor.businessId === businessId && userId === tx.actor.id,
  });
  return { riskFlags: flags, riskScore: riskScore(flags) };
}
