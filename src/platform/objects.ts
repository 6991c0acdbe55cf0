/** Returns the top-level fields that differ between two versions of a record, with the values of the first. */
export function changedFields<T extends object>(
  before: T,
  after: T,
  ignored: readonly (keyof T)[],
): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(before) as (keyof T)[]) {
    if (ignored.includes(key)) continue;
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) changed[key] = before[key];
  }
  return changed;
}

/** Removes undefined fields; in an update, undefined keeps a value and null clears it. */
export function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Returns whether a value is an object with named fields: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
