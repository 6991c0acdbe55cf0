import { ID_PREFIXES, type IdKind } from '../../../platform/ids.ts';

/** The position in this list makes each kind's example id differ in more than its prefix. */
const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const ID_STEM = '01jwnkr2g0f5v9t8d6mxyq4h';

/** Returns the example id for a kind of record. */
export function exampleId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${ID_STEM}${String(KINDS.indexOf(kind)).padStart(2, '0')}`;
}
