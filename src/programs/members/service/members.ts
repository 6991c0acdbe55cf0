import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, forbidden, invalid, notFound } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { assertCanReference, isSelf } from '../../../people/service.ts';
import { consumeQuota } from '../../../plans/service/quotas.ts';
import { nowIso } from '../../../platform/clock.ts';
import { changedFields, withoutUndefined } from '../../../platform/objects.ts';
import { getOffset, type Page, type PageQuery, toPage } from '../../../platform/page.ts';
import { processDueCashbackBestEffort } from '../../cashback/service/due.ts';
import { assertJsonSize, getProgramRewards } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import {
  assertActive,
  requireJoinable,
  requireVisible,
  resolveMemberId,
  resolveProgramDomain,
} from '../../service/read.ts';
import * as programStore from '../../store.ts';
import type { Member, MemberChange, NewMember } from '../model.ts';
import { findTier } from '../rules.ts';
import * as store from '../store.ts';

export interface MemberQuery extends PageQuery {
  status?: Member['status'];
  tier?: string;
}

/** Lists members: a business sees all members of its program, a customer only their own membership. */
export async function listMembers(ctx: Ctx, programId: string, query: MemberQuery): Promise<Page<Member>> {
  await processDueCashbackBestEffort(ctx);
  await requireVisible(ctx, programId);
  const { status, tier } = query;
  const memberId = ctx.actor.role === 'customer' ? ctx.actor.id : undefined;
  const filter = { programId, memberId, status, tier };
  const { items, total } = await store.list(ctx.db, filter, query.perPage, getOffset(query));
  return toPage(items.map(toMember), total, query);
}

/**
 * Enrolls a member: customers enroll themselves, a business its customers by its own reference or a linked account.
 * @throws NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, ALREADY_ENROLLED, VALIDATION_ERROR, PLAN_LIMIT
 */
export async function enroll(ctx: Ctx, programId: string, input: NewMember): Promise<Member> {
  const { name = null, email = null, metadata = {} } = input;
  assertJsonSize(metadata, 'metadata');
  const add = async (tx: TxCtx) => {
    const program = await requireJoinable(tx, programId);
    const memberId = resolveMemberId(tx, input.memberId);
    await assertCanReference(tx, program.businessId, memberId, 'memberId');
    assertActive(program);
    if (await store.find(tx.db, programId, memberId)) {
      throw new AppError('ALREADY_ENROLLED', `${memberId} is already a member of the program`);
    }
    await consumeQuota(tx, program.businessId, 'members');
    const row = await store.insert(tx.db, {
      id: tx.ids.next('member'),
      programId,
      businessId: program.businessId,
      memberId,
      enrolledByPerson: isSelf(tx.actor, memberId),
      name,
      email,
      status: 'active',
      tier: findTier(0, getProgramRewards(program)),
      metadata,
      joinedAt: nowIso(tx.clock),
    });
    await programStore.adjust(tx.db, programId, { memberCount: 1, activeMemberCount: 1 });
    const member = toMember(row);
    await events.record(tx, 'member.enrolled', { businessId: row.businessId, object: member });
    return member;
  };
  return atomically(ctx, add, await resolveProgramDomain(ctx, programId));
}

/** @throws NOT_FOUND, FORBIDDEN if a customer names another user */
export async function getMember(ctx: Ctx, programId: string, memberId: string): Promise<Member> {
  await processDueCashbackBestEffort(ctx);
  return toMember(await requireMember(ctx, await requireVisible(ctx, programId), memberId));
}

async function requireMember(ctx: Ctx | TxCtx, program: ProgramRow, memberId: string): Promise<MemberRow> {
  const member = await store.find(ctx.db, program.id, resolveMemberId(ctx, memberId));
  if (!member) throw notFound({ kind: 'member', field: 'memberId' });
  return member;
}

/**
 * Updates a member: a business may change any field, the member only name and email, or leave.
 * @throws VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, PLAN_LIMIT when reactivated
 */
export async function update(
  ctx: Ctx,
  programId: string,
  memberId: string,
  change: MemberChange,
): Promise<Member> {
  if (Object.keys(change).length === 0)
    throw invalid('body', 'must include at least one field to update', 'required');
  if (change.metadata) assertJsonSize(change.metadata, 'metadata');
  const applyChange = async (tx: TxCtx) => {
    const program = await requireVisible(tx, programId);
    const before = await requireMember(tx, program, memberId);
    assertCanChange(tx, change);
    const { status, name, email, metadata } = change;
    if (status === 'active' && before.status !== 'active')
      await consumeQuota(tx, before.businessId, 'members');
    const after = await store.update(tx.db, before.id, withoutUndefined({ status, name, email, metadata }));
    await countActive(tx, before, after);
    const object = toMember(after);
    const previous = changedFields(toMember(before), object, []);
    if (Object.keys(previous).length > 0) {
      await events.record(tx, 'member.updated', { businessId: after.businessId, object, previous });
    }
    return object;
  };
  return atomically(ctx, applyChange, await resolveProgramDomain(ctx, programId));
}

function assertCanChange({ actor }: TxCtx, { status, metadata }: MemberChange): void {
  if (actor.role !== 'customer') return;
  if ((status !== undefined && status !== 'left') || metadata !== undefined) {
    throw forbidden('role', 'Members can only leave the program and update their name and email', [
      'business',
      'admin',
    ]);
  }
}

async function countActive(tx: TxCtx, before: MemberRow, after: MemberRow): Promise<void> {
  const change = Number(after.status === 'active') - Number(before.status === 'active');
  if (change !== 0) await programStore.adjust(tx.db, after.programId, { activeMemberCount: change });
}
