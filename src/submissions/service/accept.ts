import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { MemberRow } from '../../../db/schema/programs.ts';
import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { DEFAULT_SLA_HOURS } from '../../campaigns/model.ts';
import { reviewDueAt } from '../../campaigns/rules.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { findSubmitterAccount } from '../../connections/service/read.ts';
import type { TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { isSelf } from '../../people/service.ts';
import { consumeQuota } from '../../plans/service/quotas.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toCents } from '../../platform/money.ts';
import { formatCount } from '../../platform/plural.ts';
import { calculateReservedCashback, countSubmission } from '../../programs/service/submissions.ts';
import * as uploads from '../../uploads/service.ts';
import type { NewSubmission, Submission } from '../model.ts';
import { normalizeProofUrl } from '../rules/proof-url.ts';
import { nextRevision } from '../rules/review.ts';
import { riskFlags, riskScore } from '../rules/risk.ts';
import { toSubmission } from '../serialize.ts';
import * as store from '../store.ts';

const BURST_WINDOW_MS = 10 * MINUTE_MS;

/** The campaign or program that a submission is for; a campaign of a program sets both. */
interface SubmissionTarget {
  businessId: string;
  /** The currency of the campaign or program. */
  currency: string;
  campaign: CampaignRow | null;
  /** The program member who earns from the submission. */
  member: MemberRow | null;
  programId: string | null;
  actionId: string | null;
  userId: string;
}

/** The submitted fields, from any endpoint. */
type SubmissionInput = Omit<NewSubmission, 'campaignId' | 'userId'>;

/**
 * Accepts a submission in the caller's transaction: reserves what it may earn and leaves it pending.
 * @throws NOT_FOUND, LIMIT_REACHED, BUDGET_EXHAUSTED, DUPLICATE_SUBMISSION, CONFLICT, PLAN_LIMIT
 */
export async function acceptSubmission(
  tx: TxCtx,
  input: SubmissionInput,
  target: SubmissionTarget,
): Promise<Submission> {
  const { campaign, member, userId } = target;
  const previous =
    input.resubmitOf === undefined ? undefined : await requirePrevious(tx, input.resubmitOf, target);
  const revision = previous ? nextRevision(previous) : 1;
  if (previous && (await store.hasSuccessor(tx.db, previous.id))) {
    throw new AppError('CONFLICT', 'This submission has already been resubmitted');
  }
  const upload = await uploads.attach(tx, input.proofUrl);
  const proofUrl = upload?.url ?? input.proofUrl;
  const proofHash = sha256(normalizeProofUrl(proofUrl));
  const history = await store.readHistory(tx.db, toProofScope(target), {
    proofHash,
    userId,
    businessId: target.businessId,
    campaignId: campaign?.id ?? null,
    since: iso(tx.clock.now() - BURST_WINDOW_MS),
  });
  assertNotDuplicate(target, proofHash, { previous, history });
  const orderValueCents =
    input.orderValue === undefined ? null : toCents(input.orderValue, target.currency, 'orderValue');
  const budgetCents = campaign ? await reserve(tx, campaign, { ...target, orderValueCents, history }) : 0;
  await consumeQuota(tx, target.businessId, 'submissions');
  const imageHash = upload?.hash ?? null;
  const row = await store.insert(tx.db, {
    ...(await assessRisk(tx, input, target, { history, imageHash })),
    id: tx.ids.next('submission'),
    businessId: target.businessId,
    currency: target.currency,
    campaignId: campaign?.id,
    programId: target.programId,
    memberId: member?.memberId,
    actionId: target.actionId,
    userId,
    submittedByPerson: isSelf(tx.actor, userId),
    proofUrl,
    proofType: input.proofType ?? 'url',
    proofHash,
    imageHash,
    uploadId: upload?.id,
    uploadMediaType: upload?.mediaType,
    status: 'pending',
    notes: input.notes ?? null,
    handle: input.handle ?? null,
    followers: input.followers ?? null,
    orderValueCents,
    budgetCents,
    reviewDueAt: reviewDueAt(campaign ? campaign.reviewSlaHours : DEFAULT_SLA_HOURS, tx.clock.now()),
    revision,
    resubmitOf: previous?.id ?? null,
    verificationChecks: [],
    createdAt: nowIso(tx.clock),
  });
  if (member) await countSubmission(tx, member);
  const submission = toSubmission(tx, row);
  const type = previous ? 'submission.resubmitted' : 'submission.created';
  await events.record(tx, type, { businessId: row.businessId, object: submission });
  return submission;
}

interface Reservation extends SubmissionTarget {
  orderValueCents: number | null;
  history: store.SubmissionHistory;
}

/** @returns the cents of budget reserved @throws LIMIT_REACHED, BUDGET_EXHAUSTED */
async function reserve(
  tx: TxCtx,
  campaign: CampaignRow,
  { programId, member, orderValueCents, history }: Reservation,
): Promise<number> {
  if (history.acceptedCount >= campaign.perUser) {
    const limit = formatCount(campaign.perUser, 'submission');
    throw new AppError('LIMIT_REACHED', `Limit of ${limit} per customer reached`);
  }
  const memberId = member?.memberId ?? null;
  return await budget.reserve(
    tx,
    campaign,
    await calculateReservedCashback(tx, { programId, memberId, orderValueCents }),
  );
}

async function requirePrevious(
  tx: TxCtx,
  id: string,
  { userId, campaign, programId }: SubmissionTarget,
): Promise<SubmissionRow> {
  const previous = await store.find(tx.db, id);
  const isSameTarget = campaign ? previous?.campaignId === campaign.id : previous?.programId === programId;
  if (!previous || previous.userId !== userId || !isSameTarget)
    throw notFound({ kind: 'submission', field: 'resubmitOf' });
  return previous;
}

/** @throws DUPLICATE_SUBMISSION if the person already submitted this proof, except when resubmitting it */
function assertNotDuplicate(
  target: SubmissionTarget,
  proofHash: string,
  { previous, history }: { previous: SubmissionRow | undefined; history: store.SubmissionHistory },
): void {
  if (previous?.proofHash === proofHash || !history.isRepeated) return;
  const what = target.campaign ? 'campaign' : 'program';
  throw new AppError('DUPLICATE_SUBMISSION', `The same proof has already been submitted to this ${what}`);
}

function toProofScope({ campaign, programId }: SubmissionTarget): store.ProofScope {
  return campaign ? { campaignId: campaign.id } : { programId: programId as string };
}

async function assessRisk(
  tx: TxCtx,
  input: SubmissionInput,
  target: SubmissionTarget,
  { history, imageHash }: { history: store.SubmissionHistory; imageHash: string | null },
) {
  const { businessId, campaign, userId } = target;
  const flags = riskFlags({
    proofUrl: input.proofUrl,
    proofType: input.proofType ?? 'url',
    notes: input.notes ?? null,
    followers: input.followers ?? null,
    handle: input.handle ?? null,
    account: campaign ? await findSubmitterAccount(tx, target, campaign.platform) : undefined,
    campaign,
    isUrlKnown: history.isProofOfOther,
    isImageKnown: imageHash !== null && (await store.hasImage(tx.db, businessId, imageHash)),
    recentCount: history.recentCount,
    isOwnCampaign: tx.actor.businessId === businessId && userId === tx.actor.id,
  });
  return { riskFlags: flags, riskScore: riskScore(flags) };
}
