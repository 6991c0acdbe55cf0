import type { ReferenceData } from '../library/seed-model.ts';
import { isRecord } from '../platform/objects.ts';

/** A change of reference data. `field` is null if a whole record was added or removed. */
export interface ReferenceChange {
  /** Kind and ID: `actions/x-post-mention`. */
  record: string;
  field: string | null;
  /** Undefined for an added record or field. */
  before: unknown;
  /** Undefined for a removed record or field. */
  after: unknown;
}

/** Lists what differs between two sets of reference data, record by record. */
export function listChanges(before: ReferenceData, after: ReferenceData): ReferenceChange[] {
  const [old, now] = [toRecords(before), toRecords(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(name =>
    compareRecord(name, old.get(name), now.get(name)),
  );
}

/** Returns every record by its name: those of lists by their ID, all others by their key. */
function toRecords(data: ReferenceData): Map<string, unknown> {
  const records = new Map<string, unknown>();
  const add = (path: string, node: unknown, depth: number): void => {
    if (Array.isArray(node) && node.every(hasId)) {
      for (const item of node) records.set(`${path}/${item.id}`, item);
    } else if (isRecord(node) && depth > 0) {
      for (const [key, child] of Object.entries(node)) add(`${path}/${key}`, child, depth - 1);
    } else records.set(path, node);
  };
  for (const [file, content] of Object.entries(data)) add(file, content, RECORD_DEPTH);
  return records;
}

/** Below a file, its parts and their entries are records: `legal/platforms/x`. */
const RECORD_DEPTH = 2;

function hasId(item: unknown): item is { id: string } {
  return isRecord(item) && typeof item.id === 'string';
}

function compareRecord(record: string, before: unknown, after: unknown): ReferenceChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ record, field: null, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(field => ({ record, field, before: before[field], after: after[field] }));
}
