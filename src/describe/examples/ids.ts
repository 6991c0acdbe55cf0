import { ID_PREFIXES, type IdKind } from '../../platform/ids.ts';

/** Kinds in the order of their prefixes: the number makes each kind's example id differ in more than its prefix. */
const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const ID_STEM = '01jwnkr2g0f5v9t8d6mxyq4h';

/** The id that examples use for a record of this kind. */
export function exampleId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${ID_STEM}${String(KINDS.indexOf(kind)).padStart(2, '0')}`;
}
