import type { MergeRow } from '../../db/schema/merges.ts';
import type { Merge } from './model.ts';

/** Converts a merge to its API representation. */
export function toMerge(row: MergeRow): Merge {
  const { id, programId, fromReference: memberId, intoReference: into, createdAt, undoneAt } = row;
  const kind = row.actorKind as Merge['mergedBy']['kind'];
  return { id, programId, memberId, into, mergedBy: { kind, id: row.actorId }, createdAt, undoneAt };
}
