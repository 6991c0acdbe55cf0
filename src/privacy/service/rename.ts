import { PERSONAL_DATA } from '../../../db/personal-data/index.ts';
import type { MemberRow } from '../../../db/schema/programs.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import * as store from '../erase-store.ts';
import { findMemberSubject } from '../subject-store.ts';

/**
 * Lists the memberships of a person in the programs of a business, oldest first, except those that were merged into
 * another member, who may be another person.
 */
export async function listMemberships(
  ctx: AnyCtx,
  businessId: string,
  reference: string,
): Promise<MemberRow[]> {
  const all = await store.listMemberships(ctx.db, businessId, reference);
  return all.filter(({ mergedInto }) => mergedInto === null);
}

/** Replaces the reference by which a business knows a person in all of its records. Events keep the earlier one. */
export async function renamePerson(
  tx: TxCtx,
  { businessId, from, to }: { businessId: string; from: string; to: string },
): Promise<void> {
  const memberships = (await listMemberships(tx, businessId, from)).map(({ id }) => id);
  const subject = await findMemberSubject(tx.db, { businessId, references: [from], memberships });
  for (const data of PERSONAL_DATA) await store.renameReference(tx.db, data, { subject, from, to });
}
