import type { MemberRow, ProgramRow } from '../../../db/schema/programs.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { requireNameable } from '../../people/service.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../../platform/page.ts';
import { belongsToBusiness, requireBusinessRecord, resolveListScope } from '../../tenancy.ts';
import * as memberStore from '../members-store.ts';
import type { Program } from '../model.ts';
import { type Status, toProgram } from '../rules.ts';
import * as store from '../store.ts';

export interface ProgramQuery extends PageQuery {
  status?: Status;
  businessId?: string;
}

/** A customer sees the active programs of every business, a business its own, an admin all. */
export async function listPrograms(ctx: Ctx, query: ProgramQuery): Promise<Page<Program>> {
  const filter = visibleTo(ctx, query);
  if (!filter) return toPage([], 0, query);
  const { items, total } = store.list(ctx.db, filter, query.perPage, offsetOf(query));
  return toPage(items.map(toProgram), total, query);
}

/** Customers are shown what they can join; undefined is an empty list. */
function visibleTo({ actor }: Ctx, { status, businessId }: ProgramQuery) {
  if (actor.role !== 'customer') {
    const scope = resolveListScope(actor, { businessId });
    return scope && { businessId: scope.businessId, status };
  }
  return status === undefined || status === 'active' ? { businessId, status: 'active' } : undefined;
}

/** @throws NOT_FOUND, also for a foreign program, and for a customer for one that is neither active nor its own */
export async function getProgram(ctx: Ctx, id: string): Promise<Program> {
  return toProgram(requireVisible(ctx, id));
}

/** A program that the caller may see: its business's, an active one, or one that it is a member of. */
export function requireVisible(ctx: AnyCtx, id: string): ProgramRow {
  const { actor, db } = ctx;
  const row = store.find(db, id);
  if (!row) throw notFound();
  if (belongsToBusiness(actor, row)) return row;
  const isOpen = row.status === 'active' || memberStore.find(db, id, actor.id) !== undefined;
  if (actor.role !== 'customer' || !isOpen) throw notFound();
  return row;
}

/** As requireVisible, but a customer meets a program in any state, so that a paused one can say so. */
export function requireJoinable(ctx: AnyCtx, id: string): ProgramRow {
  const row = store.find(ctx.db, id);
  if (!row || !(ctx.actor.role === 'customer' || belongsToBusiness(ctx.actor, row))) throw notFound();
  return row;
}

/** A program that the caller may act on for its business. @throws NOT_FOUND */
export function requireOwn(ctx: AnyCtx, id: string, named?: string): ProgramRow {
  return requireBusinessRecord(ctx.actor, store.find(ctx.db, id), named);
}

/** A program of this very business, for a record of it that names one. @throws NOT_FOUND */
export function requireOfTenant(ctx: AnyCtx, id: string, businessId: string): ProgramRow {
  const row = requireOwn(ctx, id);
  if (row.businessId !== businessId) throw notFound();
  return row;
}

/** The program of a record that names it: there while the record is. */
export function programOf({ db }: AnyCtx, id: string): ProgramRow {
  const row = store.find(db, id);
  if (!row) throw new Error(`Program ${id} is gone`);
  return row;
}

/** @throws PROGRAM_NOT_ACTIVE */
export function assertActive({ status }: ProgramRow): void {
  if (status !== 'active') throw new AppError('PROGRAM_NOT_ACTIVE', `The program is ${status}`);
}

/**
 * Whom a call is about: the person who calls, or whom a business names.
 * @throws FORBIDDEN when a customer names somebody else
 */
export function memberNamed({ actor }: AnyCtx, memberId: string | undefined): string {
  if (actor.role !== 'customer') return memberId ?? actor.id;
  if (memberId !== undefined && memberId !== actor.id)
    throw new AppError('FORBIDDEN', 'memberId must be your own user id');
  return actor.id;
}

/** @throws NOT_A_MEMBER; NOT_FOUND for an account that the caller may not name */
export function requireEnrolled(ctx: AnyCtx, { id, businessId }: ProgramRow, memberId: string): MemberRow {
  const member = memberStore.find(ctx.db, id, memberId);
  if (member) return member;
  requireNameable(ctx, businessId, memberId);
  throw new AppError('NOT_A_MEMBER', `${memberId} is not a member of the program`);
}

/** @throws MEMBER_SUSPENDED */
export function assertCanEarn({ status }: MemberRow): void {
  if (status !== 'active') throw new AppError('MEMBER_SUSPENDED', `The membership is ${status}`);
}
