import type { MemberRow } from '../../../db/schema/programs.ts';
import type { AnyCtx } from '../../context.ts';
import * as store from '../erase-store.ts';
import type { Subject } from '../store.ts';
import { findMemberSubject } from '../subject-store.ts';

/** A person, as a business knows them. */
interface Family {
  /** The memberships, with those that were merged into them. */
  memberships: MemberRow[];
  /** The references by which the business knows the person, with those that an erasure replaces them with. */
  renamed: Map<string, string>;
  subject: Subject;
}

/**
 * Finds what the business of a member knows of the person. A merged member with a card elsewhere in the business may be
 * another person, who keeps the reference.
 */
export async function findFamily(
  ctx: AnyCtx,
  { businessId, memberId: reference }: MemberRow,
): Promise<Family> {
  const memberships = await store.listMemberships(ctx.db, businessId, reference);
  const renamed = new Map([[reference, memberships[0]?.id as string]]);
  for (let level = memberships; level.length > 0; ) {
    level = await store.listMerged(
      ctx.db,
      level.map(({ id }) => id),
    );
    for (const { id, memberId } of level) {
      const sharing = await store.listMemberships(ctx.db, businessId, memberId);
      if (sharing.every(({ mergedInto }) => mergedInto !== null) && !renamed.has(memberId))
        renamed.set(memberId, id);
    }
    memberships.push(...level);
  }
  const subject = await findMemberSubject(ctx.db, {
    businessId,
    references: [...renamed.keys()],
    memberships: memberships.map(({ id }) => id),
  });
  return { memberships, renamed, subject };
}
