import type { EventRow } from '../../../db/schema/events.ts';
import { getCampaignNames } from '../../campaigns/service/read.ts';
import type { AnyCtx } from '../../context.ts';
import type { EventKind } from '../../events/model.ts';
import type { ProposalSummary } from '../../mandates/model.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { toAmount } from '../../platform/money.ts';
import type { Cashback } from '../../programs/cashback/model.ts';
import type { Member } from '../../programs/members/model.ts';
import { getProgramRewards } from '../../programs/rules.ts';
import { getProgramNames, requireVisible } from '../../programs/service/read.ts';
import type { Reward } from '../../rewards/model.ts';
import * as rewards from '../../rewards/service.ts';
import type { Submission } from '../../submissions/model.ts';
import { countPending } from '../../submissions/service/read.ts';
import { listPositions } from '../kinds-model.ts';
import * as store from '../store.ts';
import type { OfferTerms } from '../templates/template.ts';
import type { NewMail } from './enqueue.ts';

type ToMails = (ctx: AnyCtx, event: EventRow) => Promise<NewMail[]>;

/** How each kind of event becomes mails; others become none. */
const MAILS_BY_EVENT: Partial<Record<EventKind, ToMails>> = {
  'submission.created': toWaitingSubmission,
  'submission.resubmitted': toWaitingSubmission,
  'proposal.created': toWaitingProposal,
  'submission.approved': toDecision,
  'submission.rejected': toDecision,
  'reward.issued': toIssuedReward,
  'cashback.available': toAvailableCashback,
  'member.tierChanged': toReachedTier,
  'exchange.trade.executed': toFilledOrders,
};

/** Returns the mails that an event causes. */
export async function toMails(ctx: AnyCtx, event: EventRow): Promise<NewMail[]> {
  return (await MAILS_BY_EVENT[event.type as EventKind]?.(ctx, event)) ?? [];
}

async function toDecision(ctx: AnyCtx, { id, businessId, type, data }: EventRow): Promise<NewMail[]> {
  const submission = data.object as Submission;
  const { userId, campaignId, programId, rewardId, reason } = submission;
  const isApproved = type === 'submission.approved';
  const reward = isApproved ? await rewards.find(ctx, rewardId) : null;
  return [
    {
      userId,
      businessId,
      kind: 'submission.decided',
      occasion: id,
      data: {
        submissionId: submission.id,
        isApproved,
        title: await findTitle(ctx, campaignId, programId),
        reason: isApproved ? null : reason,
        reward: reward && toOffer(reward),
        expiresAt: reward?.expiresAt ?? null,
      },
    },
  ];
}

/** How long the mail about a new submission holds the next one back. */
const SUBMISSIONS_MS = 4 * HOUR_MS;

async function toWaitingSubmission(ctx: AnyCtx, event: EventRow): Promise<NewMail[]> {
  const { businessId, data, createdAt } = event;
  // Those that were verified automatically are decided about already.
  const pending = await countPending(ctx, businessId);
  if (pending === 0) return [];
  const { campaignId, programId } = data.object as Submission;
  const title = await findTitle(ctx, campaignId, programId);
  return await toTeam(ctx, businessId, {
    kind: 'submission.waiting',
    occasion: `${businessId} ${Math.floor(Date.parse(createdAt) / SUBMISSIONS_MS)}`,
    data: { title, pending },
  });
}

async function toWaitingProposal(ctx: AnyCtx, { businessId, data, createdAt }: EventRow): Promise<NewMail[]> {
  const { agent, operationId, amount, currency, expiresAt } = data.object as ProposalSummary;
  return await toTeam(ctx, businessId, {
    kind: 'proposal.waiting',
    occasion: `${agent.id} ${Math.floor(Date.parse(createdAt) / HOUR_MS)}`,
    data: { agent: agent.name, operationId, amount, currency, expiresAt },
  });
}

/** Addresses a mail to all people of a business who can get its kind. */
async function toTeam(
  ctx: AnyCtx,
  businessId: string,
  mail: Pick<NewMail, 'kind' | 'occasion' | 'data'>,
): Promise<NewMail[]> {
  const team = await store.listTeam(ctx.db, businessId, listPositions(mail.kind));
  return team.map(userId => ({ ...mail, userId, businessId }));
}

async function findTitle(
  ctx: AnyCtx,
  campaignId: string | null,
  programId: string | null,
): Promise<string | null> {
  if (campaignId) return (await getCampaignNames(ctx, [campaignId])).get(campaignId) ?? null;
  return programId && (await findProgramName(ctx, programId));
}

async function findProgramName(ctx: AnyCtx, id: string): Promise<string> {
  return (await getProgramNames(ctx, [id])).get(id) ?? '';
}

/** Returns the parts of a reward that a mail needs. */
export function toOffer({ type, value, name, maxAmount }: Reward): OfferTerms {
  return { type, value: name ? null : value, name, maxAmount };
}

/** A reward for proof is part of the decision's mail, which the person may have turned off. */
async function toIssuedReward(_: AnyCtx, { businessId, data }: EventRow): Promise<NewMail[]> {
  const reward = data.object as Reward;
  const { id, userId, submissionId, expiresAt } = reward;
  if (submissionId !== null) return [];
  const mail = { userId, businessId, kind: 'reward.issued', occasion: id } as const;
  return [{ ...mail, data: { reward: toOffer(reward), expiresAt } }];
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

async function toAvailableCashback(ctx: AnyCtx, event: EventRow): Promise<NewMail[]> {
  const { programId, memberId: userId, amount, expiresAt } = event.data.object as Cashback;
  const occasion = `${programId} ${event.createdAt.slice(0, DAY_LENGTH)}`;
  const program = await findProgramName(ctx, programId);
  const mail = { userId, businessId: event.businessId, kind: 'cashback.available', occasion } as const;
  return [{ ...mail, data: { programId, program, amount, expiresAt } }];
}

async function toReachedTier(ctx: AnyCtx, { id, businessId, data }: EventRow): Promise<NewMail[]> {
  const { memberId: userId, programId, tier, points } = data.object as Member;
  if (tier === null) return [];
  const program = await requireVisible(ctx, programId);
  const thresholds = new Map(getProgramRewards(program).tiers?.map(one => [one.name, one.threshold]));
  const before = (data.previous as { tier?: string | null } | undefined)?.tier ?? null;
  const hasRisen = before === null || (thresholds.get(before) ?? 0) < (thresholds.get(tier) ?? 0);
  if (!hasRisen) return [];
  const mail = { userId, businessId, kind: 'tier.reached', occasion: id } as const;
  return [{ ...mail, data: { programId, program: program.name, tier, points } }];
}

/** People have no log of events, so their orders are found through the trades in the log of the perk's issuer. */
async function toFilledOrders(ctx: AnyCtx, { resourceId }: EventRow): Promise<NewMail[]> {
  const orders = await store.listOrdersOfTrade(ctx.db, { tradeId: resourceId });
  return orders
    .filter(({ status }) => status === 'filled')
    .map(({ id, ownerId, side, quantity, currency, valueCents, perk, issuer }) => ({
      userId: ownerId,
      businessId: null,
      kind: 'order.filled' as const,
      occasion: id,
      data: { side, quantity, perk, issuer, currency, total: toAmount(valueCents, currency) },
    }));
}
