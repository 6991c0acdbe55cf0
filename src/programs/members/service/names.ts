import type { AnyCtx } from '../../../context.ts';
import { splitList } from '../../../platform/page.ts';
import type { MEMBER_INCLUDES } from '../model.ts';
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

type WithMember<T> = T & { member?: { memberId: string; name: string | null } };

/** Adds the members to listed records, with one query, if the list includes them. */
export async function includeMembers<T extends { programId: string; memberId: string }>(
  ctx: AnyCtx,
  records: T[],
  include: string | undefined,
): Promise<WithMember<T>[]> {
  if (!splitList<(typeof MEMBER_INCLUDES)[number]>(include)?.includes('member')) return records;
  const names = await getNamesByReference(ctx, records);
  return records.map(record => ({
    ...record,
    member: { memberId: record.memberId, name: names.get(toNameKey(record)) ?? null },
  }));
}
