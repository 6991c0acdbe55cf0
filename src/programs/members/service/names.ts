import type { AnyCtx } from '../../../context.ts';
import * as store from '../store.ts';

/** A member as other records name it. */
export interface MemberKey {
  programId: string | null;
  memberId: string;
}

/** Returns the text under which the names of members are found. */
export function toNameKey({ programId, memberId }: MemberKey): string {
  return `${programId} ${memberId}`;
}

/** Returns the names of members that have one, by `toNameKey`. */
export async function getNamesByReference(
  { db }: AnyCtx,
  references: readonly MemberKey[],
): Promise<Map<string, string>> {
  const programIds = new Set(references.map(({ programId }) => programId).filter(id => id !== null));
  const memberIds = new Set(references.map(({ memberId }) => memberId));
  const found = await store.listNames(db, [...programIds], [...memberIds]);
  return new Map(found.map(({ name, ...member }) => [toNameKey(member), name ?? '']));
}
