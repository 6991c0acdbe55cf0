import { atomically, type Ctx, SCHEDULER, type TxCtx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { getFirstId } from '../../platform/ids.ts';
import * as store from '../erase-store.ts';
import { deleteOldProof, listInactive } from '../retention-store.ts';
import { eraseMemberships } from './erase.ts';
import { noteIfStored } from './erasure-log.ts';

/** People erased between two looks at the list. */
const BATCH_SIZE = 50;

/** Deletes uploaded proof whose review is longer ago than the installation keeps it. @returns how many files */
export async function purgeOldProof(ctx: Ctx): Promise<number> {
  const before = findLimit(ctx, ctx.config.proofRetentionDays);
  if (before === undefined) return 0;
  return await deleteInBatches(ctx, (tx, limit) => deleteOldProof(tx.db, before, limit));
}

/**
 * Erases the personal data of members who were not active in any program of their business for as long as the
 * installation says. @returns how many people
 */
export async function eraseInactiveMembers(ctx: Ctx): Promise<number> {
  const before = findLimit(ctx, ctx.config.inactiveMemberDays);
  if (before === undefined) return 0;
  let erased = 0;
  for (let after = ''; ; ) {
    const found = await listInactive(ctx.db, { before, after, limit: BATCH_SIZE });
    for (const { id } of found) erased += await eraseIfInactive(ctx, id, before);
    if (found.length < BATCH_SIZE) break;
    after = found.at(-1)!.id;
  }
  if (erased > 0) ctx.database.checkpoint();
  return erased;
}

async function eraseIfInactive(ctx: Ctx, id: string, before: string): Promise<number> {
  const erase = async (tx: TxCtx) => {
    const member = await store.findMember(tx.db, id);
    if (!member) return undefined;
    const memberships = await store.listMemberships(tx.db, member.businessId, member.memberId);
    // Imports name earlier days: people stay as long as others, counted from the import.
    const firstRecent = getFirstId('member', Date.parse(before));
    const isActive = memberships.some(
      ({ id: key, lastActivityAt, joinedAt }) => (lastActivityAt ?? joinedAt) >= before || key >= firstRecent,
    );
    // The reference of an erased person is the ID of a membership.
    if (isActive || memberships.some(each => each.id === member.memberId)) return undefined;
    return await eraseMemberships(tx, member);
  };
  const erased = await atomically(ctx.detached().as(SCHEDULER, null), erase);
  if (erased) await noteIfStored(ctx, erased.memberId);
  return erased ? 1 : 0;
}

/** Returns the time before which data is too old; undefined if the installation keeps it. */
function findLimit({ clock }: Ctx, days: number): string | undefined {
  return days === 0 ? undefined : iso(clock.now() - days * DAY_MS);
}
