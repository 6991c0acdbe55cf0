import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { expireDue } from '../../campaigns/service/expire.ts';
import { requireSubmittable } from '../../campaigns/service/read.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { requireNameable } from '../../people/service.ts';
import type { NewProgramSubmission } from '../../programs/model.ts';
import { findEarner, requireSubmitter } from '../../programs/service/proof.ts';
import type { NewSubmission, Submission } from '../model.ts';
import { acceptSubmission } from './accept.ts';

/**
 * Takes proof for a campaign: reserves its reward and leaves it pending. Where the campaign belongs to a
 * program of which the submitter is a member, it counts there, too.
 * @throws NOT_FOUND, CAMPAIGN_NOT_ACTIVE, LIMIT_REACHED, BUDGET_EXHAUSTED, DUPLICATE_SUBMISSION, CONFLICT
 */
export async function createSubmission(ctx: Ctx, input: NewSubmission): Promise<Submission> {
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const campaign = requireOpen(tx, input.campaignId);
    const { businessId, actionId, programId } = campaign;
    const userId = submitterOf(tx, businessId, input);
    const member = programId === null ? null : (findEarner(tx, programId, userId) ?? null);
    return acceptSubmission(tx, input, { businessId, campaign, programId, member, actionId, userId });
  });
}

/** A campaign that takes submissions now. A customer or its owner hears why not; to others it is absent. */
function requireOpen(tx: TxCtx, id: string): CampaignRow {
  const campaign = requireSubmittable(tx, id);
  budget.assertOpen(tx, campaign);
  return campaign;
}

/** The caller itself, or the customer that a business names. @throws NOT_FOUND for an account it may not name */
function submitterOf(tx: TxCtx, businessId: string, { userId }: NewSubmission): string {
  if (tx.actor.role === 'customer' || userId === undefined) return tx.actor.id;
  requireNameable(tx, businessId, userId);
  return userId;
}

/**
 * Takes a member's proof for a program; with a campaignId for that campaign of the program, too. It stands here
 * because submissions know programs and not the other way round.
 * @throws VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED and as submit
 */
export async function submitToProgram(
  ctx: Ctx,
  programId: string,
  input: NewProgramSubmission,
): Promise<Submission> {
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const { memberId: named, actionId, campaignId, ...sent } = input;
    const { program, member } = requireSubmitter(tx, programId, named);
    if (actionId && !tx.library.byId(actionId)) throw invalid('actionId', 'is not in the action library');
    const campaign = campaignId ? requireOpenOf(tx, campaignId, program.id) : null;
    return acceptSubmission(tx, sent, {
      businessId: program.businessId,
      campaign,
      programId,
      member,
      actionId: actionId ?? campaign?.actionId ?? null,
      userId: member.memberId,
    });
  });
}

/** A campaign of another program is as good as none. */
function requireOpenOf(tx: TxCtx, id: string, programId: string): CampaignRow {
  const campaign = requireSubmittable(tx, id);
  if (campaign.programId !== programId) throw notFound();
  budget.assertOpen(tx, campaign);
  return campaign;
}
