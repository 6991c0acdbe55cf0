import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { consumeQuota } from '../../plans/service/quotas.ts';
import { nowIso, toUtc } from '../../platform/clock.ts';
import { toCents } from '../../platform/money.ts';
import { requireProgramOfBusiness } from '../../programs/service/read.ts';
import { DEFAULT_REWARD_DAYS } from '../../rewards/model.ts';
import { reserveSlug } from '../../slugs/service.ts';
import * as suggestions from '../../suggestions/service.ts';
import { type Campaign, DEFAULT_PER_USER, DEFAULT_SLA_HOURS, type NewCampaign } from '../model.ts';
import { assertSchedule, normalizeSlugs, toRewardColumns } from '../rules.ts';
import { toCampaign } from '../serialize.ts';
import * as store from '../store.ts';
import { expireDue } from './expire.ts';
import { assertPolicyAllows, resolveDisclosure, toAcknowledgment } from './policy.ts';

/**
 * Creates a campaign, as a draft unless `launch` is set. Unknown platforms and actions, and rewards that the platform
 * forbids, are accepted with warnings.
 * @throws VALIDATION_ERROR, NOT_FOUND for another business's record, program or suggestion, CONFLICT (policy guard),
 * PLAN_LIMIT
 */
export async function createCampaign(ctx: Ctx, input: NewCampaign): Promise<Campaign> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  // Expire overdue campaigns first so they don't count against the plan limit.
  if (input.launch) await expireDue(ctx);
  return atomically(ctx, tx => insertCampaign(tx, { ...input, businessId }), [`business:${businessId}`]);
}

/** Same as createCampaign, in the caller's transaction. */
export async function insertCampaign(tx: TxCtx, input: NewCampaign): Promise<Campaign> {
  const columns = await toColumns(tx, input);
  const { businessId, programId, suggestionId } = columns;
  if (programId !== null) await requireProgramOfBusiness(tx, programId, businessId);
  if (suggestionId !== null) await suggestions.markApplied(tx, suggestionId, businessId);
  if (input.launch) {
    await assertPolicyAllows(tx, columns, input.acknowledgePolicy);
    await consumeQuota(tx, businessId, 'activeCampaigns');
  }
  const now = nowIso(tx.clock);
  const id = tx.ids.next('campaign');
  const row = await store.insert(tx.db, {
    ...columns,
    id,
    // A draft has no public address yet; it is reserved when the campaign is launched.
    slug: input.launch ? await reserveSlug(tx, 'campaign', { id, name: input.name }) : null,
    state: input.launch ? 'active' : 'draft',
    ...(input.acknowledgePolicy ? toAcknowledgment(tx) : {}),
    createdAt: now,
    updatedAt: now,
  });
  const campaign = toCampaign(tx, row, now);
  await events.record(tx, 'campaign.created', { businessId, object: campaign });
  if (input.launch) await events.record(tx, 'campaign.activated', { businessId, object: campaign });
  return campaign;
}

/** Converts the input to columns and fills in defaults. */
async function toColumns(ctx: AnyCtx, input: NewCampaign) {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  const startsAt = toUtc(input.startsAt);
  const endsAt = toUtc(input.endsAt);
  assertSchedule(startsAt, endsAt, ctx.clock.now(), true);
  if (input.actionId && !ctx.library.byId(input.actionId))
    throw invalid('actionId', 'is not in the action library', 'unknown');
  const { limits, reviewPolicy } = input;
  const { currency } = await businesses.requireById(ctx, businessId);
  const subject = {
    ...normalizeSlugs(input),
    businessId,
    actionId: input.actionId ?? null,
    hashtags: input.requirements?.hashtags ?? [],
  };
  const reward = toRewardColumns(input.reward, currency);
  return {
    ...subject,
    currency,
    ...reward,
    ...(await resolveDisclosure(ctx, { ...subject, ...reward }, input.disclosure)),
    programId: input.programId ?? null,
    suggestionId: input.suggestionId ?? null,
    name: input.name,
    description: input.description ?? null,
    instructions: input.instructions ?? null,
    rewardExpiresInDays: input.reward.expiresInDays ?? DEFAULT_REWARD_DAYS,
    minFollowers: input.requirements?.minFollowers ?? 0,
    startsAt,
    endsAt,
    budgetTotalCents: input.budget ? toCents(input.budget.total, currency, 'budget.total') : null,
    maxApprovals: limits?.maxApprovals ?? null,
    perUser: limits?.perUser ?? DEFAULT_PER_USER,
    reviewMode: reviewPolicy?.mode ?? ('manual' as const),
    reviewSlaHours: reviewPolicy?.slaHours === undefined ? DEFAULT_SLA_HOURS : reviewPolicy.slaHours,
    reviewOnTimeout: reviewPolicy?.onTimeout ?? ('none' as const),
    warnings: ctx.library.warningsFor(subject),
  };
}
