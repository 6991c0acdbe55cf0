import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { expireDue } from '../../campaigns/service/expire.ts';
import { CAMPAIGN_OF_BODY, requireSubmittable } from '../../campaigns/service/read.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { assertCanReference } from '../../people/service.ts';
import { resolveProgramLockKeys } from '../../programs/service/read.ts';
import { findEarningMember, requireSubmitter } from '../../programs/service/submissions.ts';
import type { NewProgramSubmission } from '../../programs/submission-model.ts';
import { resolveLockKeys } from '../../tenancy.ts';
import type { NewSubmission, Submission } from '../model.ts';
import { acceptSubmission } from './accept.ts';

/**
 * Creates a submission to a campaign: reserves its reward and leaves it pending. If the campaign belongs to a program
 * and the submitter is a member, it counts toward the program, too.
 * @throws NOT_FOUND, CAMPAIGN_NOT_ACTIVE, LIMIT_REACHED, BUDGET_EXHAUSTED, DUPLICATE_SUBMISSION, CONFLICT
 */
export async function createSubmission(ctx: Ctx, input: NewSubmission): Promise<Submission> {
  await expireDue(ctx);
  const find = () => requireSubmittable(ctx, input.campaignId);
  const lockKeys = await resolveLockKeys(ctx.actor, CAMPAIGN_OF_BODY, find);
  const create = async (tx: TxCtx) => {
    const campaign = await requireOpen(tx, input.campaignId);
    const { businessId, currency, actionId, programId } = campaign;
    const userId = await resolveSubmitter(tx, businessId, input);
    const member = programId === null ? null : ((await findEarningMember(tx, programId, userId)) ?? null);
    const target = { businessId, currency, campaign, programId, member, actionId, userId };
    return await acceptSubmission(tx, input, target);
  };
  return atomically(ctx, create, lockKeys);
}

/** Returns a campaign that accepts submissions. Customers and its owner learn why not; for others it does not exist. */
async function requireOpen(tx: TxCtx, id: string): Promise<CampaignRow> {
  const campaign = await requireSubmittable(tx, id);
  budget.assertOpen(tx, campaign);
  return campaign;
}

/** Returns the caller, or the customer named by a business. @throws NOT_FOUND for an account it may not name */
async function resolveSubmitter(tx: TxCtx, businessId: string, { userId }: NewSubmission): Promise<string> {
  if (tx.actor.role === 'customer' || userId === undefined) return tx.actor.id;
  await assertCanReference(tx, businessId, userId, 'userId');
  return userId;
}

/**
 * Creates a member's submission to a program, and to a campaign of it if campaignId is given. Defined here because
 * submissions depend on programs, not the reverse.
 * @throws VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED and those of
 * createSubmission
 */
export async function submitToProgram(
  ctx: Ctx,
  programId: string,
  input: NewProgramSubmission,
): Promise<Submission> {
  await expireDue(ctx);
  const create = async (tx: TxCtx) => {
    const { memberId: named, actionId, campaignId, ...sent } = input;
    const { program, member } = await requireSubmitter(tx, programId, named);
    if (actionId && !tx.library.byId(actionId))
      throw invalid('actionId', 'is not in the action library', 'unknown');
    const campaign = campaignId ? await requireOpenInProgram(tx, campaignId, program.id) : null;
    return await acceptSubmission(tx, sent, {
      businessId: program.businessId,
      currency: program.currency,
      campaign,
      programId,
      member,
      actionId: actionId ?? campaign?.actionId ?? null,
      userId: member.memberId,
    });
  };
  return atomically(ctx, create, await resolveProgramLockKeys(ctx, programId));
}

/** A campaign of another program is treated as not found. */
async function requireOpenInProgram(tx: TxCtx, id: string, programId: string): Promise<CampaignRow> {
  const campaign = await requireSubmittable(tx, id);
  if (campaign.programId !== programId) throw notFound(CAMPAIGN_OF_BODY);
  budget.assertOpen(tx, campaign);
  return campaign;
}
