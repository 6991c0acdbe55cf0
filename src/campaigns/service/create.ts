import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically } from '../../context.ts';
import { invalid } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso, utc } from '../../platform/clock.ts';
import { toCents } from '../../platform/money.ts';
import { requireOfTenant } from '../../programs/service/read.ts';
import * as suggestions from '../../suggestions/service.ts';
import {
  type Campaign,
  DEFAULT_PER_USER,
  DEFAULT_REWARD_DAYS,
  DEFAULT_SLA_HOURS,
  type NewCampaign,
} from '../model.ts';
import { assertSchedule, present, rewardColumns, slugsOf } from '../rules.ts';
import * as store from '../store.ts';
import { assertPolicyAllows, disclosureOf } from './policy.ts';

/**
 * A new campaign, draft unless `launch` is set. A platform or action that the library does not know, and a
 * reward that the platform's rules forbid, are accepted with warnings.
 * @throws VALIDATION_ERROR, NOT_FOUND for a foreign businessId, programId or suggestionId, CONFLICT (guard)
 */
export async function create(ctx: AnyCtx, input: NewCampaign): Promise<Campaign> {
  const businessId = businesses.tenantOf(ctx, input.businessId);
  const columns = {
    ...columnsOf(ctx, input, businessId),
    createdAt: nowIso(ctx.clock),
    updatedAt: nowIso(ctx.clock),
  };
  return atomically(ctx, async tx => {
    if (columns.programId !== null) requireOfTenant(tx, columns.programId, businessId);
    if (columns.suggestionId !== null) suggestions.apply(tx, columns.suggestionId, businessId);
    if (input.launch) assertPolicyAllows(tx, columns, input.acknowledgePolicy);
    const row = store.insert(tx.db, {
      ...columns,
      id: tx.ids.next('campaign'),
      state: input.launch ? 'active' : 'draft',
      policyAcknowledgedAt: input.acknowledgePolicy ? nowIso(tx.clock) : null,
    });
    const campaign = present(row, nowIso(tx.clock));
    events.record(tx, 'campaign.created', { businessId, object: campaign });
    if (input.launch) events.record(tx, 'campaign.activated', { businessId, object: campaign });
    return campaign;
  });
}

/** What was sent as the table holds it, defaults filled in. */
function columnsOf(ctx: AnyCtx, input: NewCampaign, businessId: string) {
  const startsAt = utc(input.startsAt);
  const endsAt = utc(input.endsAt);
  assertSchedule(startsAt, endsAt, ctx.clock.now(), true);
  if (input.actionId && !ctx.library.byId(input.actionId))
    throw invalid('actionId', 'is not in the action library');
  const { limits, reviewPolicy } = input;
  const subject = {
    ...slugsOf(input),
    businessId,
    actionId: input.actionId ?? null,
    hashtags: input.requirements?.hashtags ?? [],
  };
  return {
    ...subject,
    ...rewardColumns(input.reward),
    ...disclosureOf(ctx, subject, input.disclosure),
    programId: input.programId ?? null,
    suggestionId: input.suggestionId ?? null,
    name: input.name,
    description: input.description ?? null,
    instructions: input.instructions ?? null,
    rewardExpiresInDays: input.reward.expiresInDays ?? DEFAULT_REWARD_DAYS,
    minFollowers: input.requirements?.minFollowers ?? 0,
    startsAt,
    endsAt,
    budgetTotalCents: input.budget ? toCents(input.budget.total, 'budget.total') : null,
    maxApprovals: limits?.maxApprovals ?? null,
    perUser: limits?.perUser ?? DEFAULT_PER_USER,
    reviewMode: reviewPolicy?.mode ?? ('manual' as const),
    reviewSlaHours: reviewPolicy?.slaHours === undefined ? DEFAULT_SLA_HOURS : reviewPolicy.slaHours,
    reviewOnTimeout: reviewPolicy?.onTimeout ?? ('none' as const),
    warnings: ctx.library.warningsFor(subject),
  };
}
