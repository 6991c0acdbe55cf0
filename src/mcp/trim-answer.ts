/** Longest answer in characters of JSON, about 12,000 tokens. Clients cut longer ones, some in the middle of a value. */
export const MAX_ANSWER_LENGTH = 40_000;

interface Trimmed {
  data: Record<string, unknown>;
  /** Says what is missing and how to read it; absent for an answer that is complete. */
  note?: string;
}

interface FoundArray {
  /** The field names that lead to it. */
  path: string;
  items: unknown[];
  length: number;
}

/**
 * Shortens the longest lists of an answer until it fits. A list of records keeps its cursor right: `pagination.next` is
 * then the last record that is shown.
 */
export function trimAnswer(data: Record<string, unknown>, maxLength = MAX_ANSWER_LENGTH): Trimmed {
  if (JSON.stringify(data).length <= maxLength) return { data };
  const copy = structuredClone(data);
  const totals = new Map<string, { shown: number; total: number }>();
  for (let size = JSON.stringify(copy).length; size > maxLength; size = JSON.stringify(copy).length) {
    const longest = listArrays(copy).sort((a, b) => b.length - a.length)[0];
    if (!longest) break;
    const { path, items, length } = longest;
    const total = totals.get(path)?.total ?? items.length;
    // At least one item less, so that the loop ends.
    const share = Math.max(0, 1 - (size - maxLength) / length);
    items.length = Math.min(items.length - 1, Math.floor(items.length * share));
    totals.set(path, { shown: items.length, total });
  }
  moveCursor(copy);
  const cuts = [...totals].map(([path, { shown, total }]) => `${path} shows ${shown} of ${total}`);
  return {
    data: copy,
    note: `The answer was too long: ${cuts.join('; ')}. Read the rest with a filter, a smaller perPage, or after.`,
  };
}

/** Lists the arrays of a value that are not empty, at any depth. */
function listArrays(value: unknown, path = ''): FoundArray[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, child]) =>
    listArrays(child, Array.isArray(value) ? path : [path, name].filter(Boolean).join('.')),
  );
  if (!Array.isArray(value) || value.length === 0) return inner;
  return [{ path, items: value, length: JSON.stringify(value).length }, ...inner];
}

function moveCursor(data: Record<string, unknown>): void {
  const { items, pagination } = data as { items?: { id?: string }[]; pagination?: { next?: string | null } };
  const last = items?.at(-1)?.id;
  if (pagination && last !== undefined && items) pagination.next = last;
}
