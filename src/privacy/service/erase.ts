import { PERSONAL_DATA } from '../../../db/personal-data/index.ts';
import type { users } from '../../../db/schema/auth.ts';
import type { MemberRow } from '../../../db/schema/programs.ts';
import { requireSelf } from '../../auth/service/account.ts';
import { isLastOwner, removeBusinessUser } from '../../auth/service/leave-business.ts';
import { requireRecentProof } from '../../auth/service/recent-proof.ts';
import { atomically, type Ctx, nameTarget, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { cancelAll } from '../../exchange/orders/service/read.ts';
import { eraseProposals } from '../../mandates/service/proposals.ts';
import { nowIso } from '../../platform/clock.ts';
import { endMembership } from '../../programs/members/service/members.ts';
import { requireMember } from '../../programs/members/service/read.ts';
import { requireOwn } from '../../programs/service/read.ts';
import * as store from '../erase-store.ts';
import { eraseInEvent, eraseInQuery, listKnownTexts } from '../event-rules.ts';
import type { ErasedAccount, ErasedMember } from '../model.ts';
import { type Subject, selectRows } from '../store.ts';
import { findUserSubject } from '../subject-store.ts';
import { noteIfStored } from './erasure-log.ts';
import { findFamily } from './family.ts';

type UserRow = typeof users.$inferSelect;

/**
 * Erases the caller's account and personal data. Money, sums and statistics stay.
 * @throws UNAUTHENTICATED, RECENT_PROOF_REQUIRED, CONFLICT for the last owner of a business
 */
export async function eraseAccount(ctx: Ctx): Promise<ErasedAccount> {
  const user = await requireSelf(ctx);
  await requireRecentProof(ctx);
  return eraseUser(ctx, user);
}

/**
 * Erases a person's account and personal data. The caller must be allowed to.
 * @param options.isRepeated whether the person was erased before, and came back with a backup
 * @throws CONFLICT for the last owner of a business
 */
export async function eraseUser(
  ctx: Ctx,
  user: UserRow,
  { isRepeated = false } = {},
): Promise<ErasedAccount> {
  nameTarget(ctx, user.id);
  const erased = [user.id];
  await atomically(ctx, async tx => {
    if (!isRepeated && user.businessId !== null && (await isLastOwner(tx, user)))
      throw new AppError(
        'CONFLICT',
        "The last owner of a business can't delete the account; make another person an owner first",
      );
    await cancelAll(tx, user.id);
    const subject = await findUserSubject(tx.db, user);
    const memberships = await store.listMembers(tx.db, subject.keys.member);
    await eraseSubject(tx, subject, new Map());
    if (user.businessId !== null) await removeBusinessUser(tx, user);
    await endMemberships(tx, memberships);
    const merged = await store.listMerged(tx.db, subject.keys.member);
    for (const member of merged) erased.push(...(await eraseMemberships(tx, member)).memberships);
    await logErasure(tx, user.id, 'user');
  });
  if (!isRepeated) for (const id of erased) await noteIfStored(ctx, id);
  ctx.database.checkpoint();
  return { id: user.id, erased: true };
}

/**
 * Erases what a business keeps of a person, in all of its programs: the records get a reference that leads to no
 * person. The account of a person who has one stays.
 * @throws NOT_FOUND
 */
export async function eraseMember(ctx: Ctx, programId: string, memberId: string): Promise<ErasedMember> {
  const erased = await atomically(ctx, async tx => {
    const program = await requireOwn(tx, programId);
    const member = await requireMember(tx, program, memberId);
    nameTarget(tx, member.id);
    return await eraseMemberships(tx, member);
  });
  for (const id of erased.memberships) await noteIfStored(ctx, id);
  ctx.database.checkpoint();
  return erased;
}

/** Erases all memberships of a person in the business of one of them, with those that were merged into them. */
export async function eraseMemberships(tx: TxCtx, member: MemberRow): Promise<ErasedMember> {
  const { memberships, renamed, subject } = await findFamily(tx, member);
  await eraseSubject(tx, subject, renamed);
  for (const [from, to] of renamed)
    if (from !== to)
      for (const data of PERSONAL_DATA) await store.renameReference(tx.db, data, { subject, from, to });
  await endMemberships(tx, memberships);
  for (const to of new Set(renamed.values())) await logErasure(tx, to, 'member');
  const ids = memberships.map(({ id }) => id);
  return { memberId: renamed.get(member.memberId) as string, memberships: ids, erased: true };
}

async function eraseSubject(
  tx: TxCtx,
  subject: Subject,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const { db } = tx;
  const { user, email, contact, reference, event } = subject.keys;
  const known = listKnownTexts([...(await listPersonalValues(db, subject)), ...email, ...contact]);
  await store.rewriteEvents(db, event, ({ family, data }) => eraseInEvent(family, data, known, renamed));
  await store.rewriteLinks(db, subject.businessId, query => eraseInQuery(query, known, renamed));
  await store.eraseResponses(db, user, [...reference, ...email, ...contact]);
  await eraseProposals(tx, subject.businessId, [...known]);
  for (const data of PERSONAL_DATA) await store.eraseRows(db, data, subject);
}

/** Returns the values of all columns that an erasure changes, to recognize them in events. */
async function listPersonalValues(db: TxCtx['db'], subject: Subject): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const data of PERSONAL_DATA) {
    const names = Object.keys(data.personal).filter(
      name => data.erasure === 'delete' || data.personal[name]?.erasing.do === 'clear',
    );
    if (names.length === 0 || data.file === null) continue;
    for (const row of await selectRows(db, data, subject)) values.push(...names.map(name => row[name]));
  }
  return values;
}

/** Ends memberships whose personal data was erased, and tells their businesses. @param before the memberships before */
async function endMemberships(tx: TxCtx, before: readonly MemberRow[]): Promise<void> {
  for (const { id, programId, businessId, status } of before) {
    const object = await endMembership(tx, { id, programId, status });
    await events.record(tx, 'member.erased', { businessId, object });
  }
}

async function logErasure(tx: TxCtx, id: string, kind: 'user' | 'member'): Promise<void> {
  await store.insertErasure(tx.db, { id, kind, erasedAt: nowIso(tx.clock) });
}
