import type { LockKeys } from '../../../db/client.ts';
import type { MemberRow, ProgramRow } from '../../../db/schema/programs.ts';
import { includeBusinesses } from '../../businesses/service.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { assertCanReference } from '../../people/service.ts';
import { emptyPage, type Page, type RecordQuery, splitList, toSearchPattern } from '../../platform/page.ts';
import {
  belongsToBusiness,
  requireBusinessRecord,
  resolveListScope,
  resolveLockKeys,
} from '../../tenancy.ts';
import * as memberStore from '../members/store.ts';
import type { Program } from '../model.ts';
import type { Status } from '../rules.ts';
import { toProgram } from '../serialize.ts';
import * as store from '../store.ts';

interface ProgramQuery extends RecordQuery {
  /** One or more, separated by commas. */
  status?: string;
  q?: string;
  businessId?: string;
  /** Related records, separated by commas. */
  include?: string;
}

/** Lists programs: customers see active programs of every business, businesses their own, admins all. */
export async function listPrograms(ctx: Ctx, query: ProgramQuery): Promise<Page<Program>> {
  const filter = toVisibleFilter(ctx, query);
  if (!filter) return emptyPage(query);
  const page = await store.list(ctx.db, filter, query);
  const items = page.items.map(toProgram);
  return { ...page, items: await includeBusinesses(ctx, items, query.include) };
}

/** Lists the newest active programs of a business, which anyone may see. */
export async function listOpenPrograms(ctx: Ctx, businessId: string, limit: number): Promise<Program[]> {
  const filter = { businessId, status: 'active' };
  const page = await store.list(ctx.db, filter, { page: 1, perPage: limit });
  return page.items.map(toProgram);
}

/** Returns the filter for what the caller may see; undefined if that is nothing. */
function toVisibleFilter({ actor }: Ctx, { status, q, businessId }: ProgramQuery) {
  const statuses = splitList<Status>(status);
  const search = q && toSearchPattern(q);
  if (actor.role !== 'customer') {
    const scope = resolveListScope(actor, { businessId });
    return scope && { businessId: scope.businessId, status: statuses, search };
  }
  return !statuses || statuses.includes('active') ? { businessId, status: 'active', search } : undefined;
}

/** Returns the names of programs in any state, for people who took part. */
export async function getProgramNames({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.listNames(db, ids)).map(({ id, name }) => [id, name]));
}

/**
 * @throws NOT_FOUND, including for another business's program, and to customers for one that is neither active nor
 * joined
 */
export async function getProgram(
  ctx: Ctx,
  id: string,
  { include }: Pick<ProgramQuery, 'include'> = {},
): Promise<Program> {
  const program = toProgram(await requireVisible(ctx, id));
  return (await includeBusinesses(ctx, [program], include))[0] as Program;
}

/** Returns a program that the caller may see: their business's, an active one, or one they are a member of. */
export async function requireVisible(ctx: AnyCtx, id: string, field = 'id'): Promise<ProgramRow> {
  const { actor, db } = ctx;
  const row = await store.find(db, id);
  if (!row) throw notFound({ kind: 'program', field });
  if (belongsToBusiness(actor, row)) return row;
  const isOpen = row.status === 'active' || (await memberStore.find(db, id, actor.id)) !== undefined;
  if (actor.role !== 'customer' || !isOpen) throw notFound({ kind: 'program', field });
  return row;
}

/** Same as requireVisible, but customers get programs in any state, so that the error can say that one is paused. */
export async function requireJoinable(ctx: AnyCtx, id: string): Promise<ProgramRow> {
  const row = await store.find(ctx.db, id);
  if (!row || !(ctx.actor.role === 'customer' || belongsToBusiness(ctx.actor, row)))
    throw notFound('program');
  return row;
}

/** Returns a program that the caller may manage for its business. @throws NOT_FOUND */
export async function requireOwn(ctx: AnyCtx, id: string, named?: string): Promise<ProgramRow> {
  return requireBusinessRecord(ctx.actor, 'program', await store.find(ctx.db, id), named);
}

/** Returns the lock keys of a change to a program, its members or their accounts. @throws NOT_FOUND */
export function resolveProgramLockKeys({ db, actor }: AnyCtx, id: string, field = 'id'): Promise<LockKeys> {
  return resolveLockKeys(actor, { kind: 'program', field }, () => store.find(db, id));
}

/** Returns a program that belongs to this business. @throws NOT_FOUND */
export async function requireProgramOfBusiness(
  ctx: AnyCtx,
  id: string,
  businessId: string,
): Promise<ProgramRow> {
  const reference = { kind: 'program', field: 'programId' } as const;
  return requireBusinessRecord(ctx.actor, reference, await store.find(ctx.db, id), businessId);
}

/** Returns the program that a record references; it exists as long as the record does. */
export async function getProgramRow({ db }: AnyCtx, id: string): Promise<ProgramRow> {
  const row = await store.find(db, id);
  if (!row) throw new Error(`Program ${id} not found`);
  return row;
}

/** @throws PROGRAM_NOT_ACTIVE */
export function assertActive({ status }: ProgramRow): void {
  if (status !== 'active') throw new AppError('PROGRAM_NOT_ACTIVE', `The program is ${status}`);
}

/**
 * Resolves the member that a call is about: the caller, or the one a business names.
 * @throws FORBIDDEN if a customer names another user
 */
export function resolveMemberId({ actor }: AnyCtx, memberId: string | undefined): string {
  if (actor.role !== 'customer') return memberId ?? actor.id;
  if (memberId !== undefined && memberId !== actor.id)
    throw new AppError('FORBIDDEN', 'memberId must be your own user id', {
      details: [{ field: 'memberId', issue: 'must be your own user id', rule: 'conflict' }],
    });
  return actor.id;
}

/** @throws NOT_A_MEMBER; NOT_FOUND for an account that the caller may not name */
export async function requireEnrolled(
  ctx: AnyCtx,
  { id, businessId }: ProgramRow,
  memberId: string,
): Promise<MemberRow> {
  const member = await memberStore.find(ctx.db, id, memberId);
  if (member) return member;
  await assertCanReference(ctx, businessId, memberId, 'memberId');
  throw new AppError('NOT_A_MEMBER', `${memberId} is not a member of the program`);
}

/** @throws MEMBER_SUSPENDED */
export function assertCanEarn({ status }: MemberRow): void {
  if (status !== 'active') throw new AppError('MEMBER_SUSPENDED', `The membership is ${status}`);
}
