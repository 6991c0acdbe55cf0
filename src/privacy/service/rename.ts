import { PERSONAL_DATA } from '../../../db/personal-data/index.ts';
import type { MemberRow } from '../../../db/schema/programs.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import * as store from '../erase-store.ts';
import { findMemberSubject } from '../subject-store.ts';

/** Lists the memberships of a person in the programs of a business, oldest first. */
export function listMemberships(ctx: AnyCtx, businessId: string, reference: string): Promise<MemberRow[]> {
  return store.listMemberships(ctx.db, businessId, reference);
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
