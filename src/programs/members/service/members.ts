import type { MemberRow } from '../../../../db/schema/programs.ts';
import { resolveListedBusinessId } from '../../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, forbidden, invalid } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { assertCanReference, isSelf } from '../../../people/service.ts';
import { consumeQuota } from '../../../plans/service/quotas.ts';
import { isCounter, NOT_COUNTER } from '../../../platform/actor.ts';
import { nowIso } from '../../../platform/clock.ts';
import { changedFields, withoutUndefined } from '../../../platform/objects.ts';
import { emptyPage, type Page, type RecordQuery, slicePage, splitList } from '../../../platform/page.ts';
import { processDueCashbackBestEffort } from '../../cashback/service/due.ts';
import { claimOrders } from '../../integrations/service/claim.ts';
import { toReferralCode } from '../../referrals/rules.ts';
import { getReferralTerms, refer } from '../../referrals/service/refer.ts';
import { assertJsonSize, getProgramRewards } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import {
  assertActive,
  requireJoinable,
  requireVisible,
  resolveMemberId,
  resolveProgramLockKeys,
} from '../../service/read.ts';
import * as programStore from '../../store.ts';
import type { Member, MemberChange, NewMember } from '../model.ts';
import { findTier } from '../rules.ts';
import { insertTermsOf, replaceTerms } from '../search-store.ts';
import * as store from '../store.ts';
import { resolveCard } from './card.ts';
import { listOpenRewards } from './open-rewards.ts';
import { NO_PHONE, readPhoneOf } from './phone.ts';
import { requireMember } from './read.ts';
import { searchMembers } from './search.ts';

/** Merged members shown with a member. */
const MAX_MERGED = 50;

interface MemberQuery extends RecordQuery {
  q?: string;
  /** One or more, separated by commas. */
  status?: string;
  tier?: string;
}

/**
 * Lists members: a business sees all members of its program, a customer only their own membership. With `q` a business
 * gets the members that match, or the most recently active first if it is empty; without it, the newest first.
 */
export async function listMembers(ctx: Ctx, programId: string, query: MemberQuery): Promise<Page<Member>> {
  await processDueCashbackBestEffort(ctx);
  const { businessId } = await requireVisible(ctx, programId);
  const { q, status, tier } = query;
  const isCustomer = ctx.actor.role === 'customer';
  if (q && !isCustomer) {
    assertSearch(query);
    const page = await searchMembers(ctx, { programId }, { ...query, q, shopId: businessId });
    return { ...page, items: page.items.map(toMember) };
  }
  const memberId = isCustomer ? ctx.actor.id : undefined;
  const filter = { programId, memberId, status: splitList(status), tier };
  const page = await store.list(
    ctx.db,
    filter,
    q === '' && query.sort !== 'createdAt' ? { ...query, sort: 'recent' } : query,
  );
  return { ...page, items: page.items.map(toMember) };
}

/** A search has an order of its own. @throws VALIDATION_ERROR */
function assertSearch({ createdFrom, createdTo, sort }: MemberQuery): void {
  if ((createdFrom ?? createdTo) !== undefined || sort === 'createdAt')
    throw invalid('q', "can't be combined with createdFrom, createdTo or sort", 'conflict');
}

interface BusinessMemberQuery extends RecordQuery {
  q?: string;
  card?: string;
  /** One or more, separated by commas. */
  status?: string;
  businessId?: string;
}

/**
 * Lists members of all programs of a business: those that match `q`, the one whose card was scanned, or all of them, the
 * most recently active first.
 * @throws VALIDATION_ERROR for `q` and `card` together, NOT_FOUND for an invalid card, MEMBER_SUSPENDED
 */
export async function listMembersOfBusiness(ctx: Ctx, query: BusinessMemberQuery): Promise<Page<Member>> {
  await processDueCashbackBestEffort(ctx);
  const { q, card } = query;
  if (q && card !== undefined) throw invalid('card', "can't be combined with q", 'conflict');
  const businessId = await resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  if (card !== undefined) {
    const member = await resolveCard(ctx, { businessId }, card);
    return slicePage([toMember(member)], query, ({ id }) => id);
  }
  const page = q
    ? await searchMembers(ctx, { businessId }, { ...query, q, shopId: businessId })
    : await store.listRecent(ctx.db, { businessId, status: splitList(query.status) }, query);
  return { ...page, items: page.items.map(toMember) };
}

/**
 * Enrolls a member: customers enroll themselves, a business its customers by its own reference or a linked account.
 * @throws NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, ALREADY_ENROLLED, CONFLICT for a phone number of another member,
 * VALIDATION_ERROR, PLAN_LIMIT, LIMIT_REACHED for the code of a referrer who has reached maxPerMember
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
    const phone = await readPhoneOf(tx, program, NO_PHONE, input);
    await consumeQuota(tx, program.businessId, 'members');
    const row = await store.insert(tx.db, {
      id: tx.ids.next('member'),
      programId,
      businessId: program.businessId,
      currency: program.currency,
      memberId,
      enrolledByPerson: isSelf(tx.actor, memberId),
      name,
      email,
      ...phone,
      status: 'active',
      tier: findTier(0, getProgramRewards(program)),
      metadata,
      joinedAt: nowIso(tx.clock),
    });
    await insertTermsOf(tx.db, row);
    if (input.referredBy) await refer(tx, program, row, input.referredBy);
    await programStore.adjust(tx.db, programId, { memberCount: 1, activeMemberCount: 1 });
    const member = toMember(row);
    await events.record(tx, 'member.enrolled', { businessId: row.businessId, object: member });
    return await withParkedOrders(tx, row, member);
  };
  return atomically(ctx, add, await resolveProgramLockKeys(ctx, programId));
}

/** Counts the parked orders of shop systems for a member. @returns the member afterwards */
async function withParkedOrders(tx: TxCtx, row: MemberRow, member: Member): Promise<Member> {
  if ((await claimOrders(tx, row)) === 0) return member;
  return toMember((await store.findById(tx.db, row.id)) ?? row);
}

/** @throws NOT_FOUND, FORBIDDEN if a customer names another user */
export async function getMember(ctx: Ctx, programId: string, memberId: string): Promise<Member> {
  await processDueCashbackBestEffort(ctx);
  const program = await requireVisible(ctx, programId);
  const member = await requireMember(ctx, program, memberId);
  const referralCode = getReferralTerms(program) ? toReferralCode(member.id) : null;
  const merged = ctx.actor.role === 'customer' ? [] : await store.listMerged(ctx.db, member.id, MAX_MERGED);
  return { ...toMember(member), referralCode, openRewards: await listOpenRewards(ctx, member), merged };
}

/**
 * Updates a member: a business may change any field, its users with the position counter only confirm the phone number,
 * the member changes name, email and phone, or leaves.
 * @throws VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT for a phone number of another member, PLAN_LIMIT when
 * reactivated
 */
export async function update(
  ctx: Ctx,
  programId: string,
  memberId: string,
  change: MemberChange,
): Promise<Member> {
  if (Object.keys(change).length === 0)
    throw invalid('body', 'must include at least one field to update', 'required');
  if (isCounter(ctx.actor) && Object.keys(change).some(field => field !== 'phoneConfirmed'))
    throw forbidden('position', 'The position counter can only confirm the phone number', NOT_COUNTER);
  if (change.metadata) assertJsonSize(change.metadata, 'metadata');
  const applyChange = async (tx: TxCtx) => {
    const program = await requireVisible(tx, programId);
    const before = await requireMember(tx, program, memberId);
    assertCanChange(tx, change);
    const { status, name, email, metadata } = change;
    if (status === 'active' && before.status !== 'active')
      await consumeQuota(tx, before.businessId, 'members');
    const phone = await readPhoneOf(tx, program, before, change);
    const columns = withoutUndefined({ status, name, email, metadata });
    const after = await store.update(tx.db, before.id, { ...columns, ...phone });
    await replaceTerms(tx.db, before, after);
    await countActive(tx, before, after);
    const object = toMember(after);
    const previous = changedFields(toMember(before), object, []);
    if (Object.keys(previous).length > 0) {
      await events.record(tx, 'member.updated', { businessId: after.businessId, object, previous });
    }
    return await withParkedOrders(tx, after, object);
  };
  return atomically(ctx, applyChange, await resolveProgramLockKeys(ctx, programId));
}

function assertCanChange({ actor }: TxCtx, { status, metadata, phoneConfirmed }: MemberChange): void {
  if (actor.role !== 'customer') return;
  if ((status !== undefined && status !== 'left') || metadata !== undefined || phoneConfirmed !== undefined) {
    throw forbidden('role', 'Members can only leave the program and update their name, email and phone', [
      'business',
      'admin',
    ]);
  }
}

/** Ends a membership whose personal data was erased. */
export async function endMembership(
  tx: TxCtx,
  { id, programId, status }: Pick<MemberRow, 'id' | 'programId' | 'status'>,
): Promise<Member> {
  const after = await store.update(tx.db, id, { status: 'left', enrolledByPerson: false });
  await insertTermsOf(tx.db, after);
  if (status === 'active') await programStore.adjust(tx.db, programId, { activeMemberCount: -1 });
  return toMember(after);
}

async function countActive(tx: TxCtx, before: MemberRow, after: MemberRow): Promise<void> {
  const change = Number(after.status === 'active') - Number(before.status === 'active');
  if (change !== 0) await programStore.adjust(tx.db, after.programId, { activeMemberCount: change });
}
