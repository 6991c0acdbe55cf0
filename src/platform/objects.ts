/** The top-level fields in which two views of a record differ, with the values of the first. */
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

/** The fields that were given: what is undefined is not to be touched, what is null is to be cleared. */
export function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
