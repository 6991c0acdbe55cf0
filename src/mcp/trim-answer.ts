/** Longest answer in bytes, as it is sent: about 6,000 tokens. Clients cut longer ones, some in the middle of a value. */
export const MAX_ANSWER_BYTES = 19_500;

/** The sources that records of reference data cite. They are cut first, because they say little without the records. */
const CITED = 'sources';

interface Trimmed {
  data: Record<string, unknown>;
  /** The whole answer as JSON, if nothing was cut. */
  text?: string;
  /** Says what is missing and how to read it; absent for an answer that is complete. */
  note?: string;
}

interface FoundArray {
  /** The field names that lead to it. */
  path: string;
  items: unknown[];
  bytes: number;
}

/**
 * Shortens the longest lists of an answer until it fits; an answer that its lists don't make long stays whole. A list of
 * records keeps its cursor right: `pagination.next` is then the last record that is shown.
 */
export function trimAnswer(data: Record<string, unknown>, maxBytes = MAX_ANSWER_BYTES): Trimmed {
  const text = JSON.stringify(data);
  const whole = measure(text);
  const inLists = listArrays(data).reduce((sum, { bytes }) => sum + bytes, 0);
  // Without its lists, it would be too long as well.
  if (whole <= maxBytes || whole - inLists > maxBytes) return { data, text };
  const copy = structuredClone(data);
  const totals = new Map<string, { shown: number; total: number }>();
  for (let size = whole; size > maxBytes; size = measure(JSON.stringify(copy))) {
    const longest = listArrays(copy).sort((a, b) => b.bytes - a.bytes);
    const cut = longest.find(({ path }) => path === CITED) ?? longest[0];
    if (!cut) break;
    const { path, items, bytes } = cut;
    const total = totals.get(path)?.total ?? items.length;
    // At least one item less, so that the loop ends.
    const share = Math.max(0, 1 - (size - maxBytes) / bytes);
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

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Returns the bytes of a JSON text in a message, which escapes its quotes and backslashes. Quoting it would take longer. */
function measure(json: string): number {
  let bytes = Buffer.byteLength(json);
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE || unit === BACKSLASH) bytes++;
  }
  return bytes;
}

/** Fields below more objects than these are not looked at: a document has thousands of short lists. */
const MAX_DEPTH = 3;

/** Lists the arrays of a value that are not empty and not in another array. */
function listArrays(value: unknown, path: string[] = []): FoundArray[] {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return [];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, child]) => listArrays(child, [...path, name]));
  if (value.length === 0) return [];
  return [{ path: path.join('.'), items: value, bytes: measure(JSON.stringify(value)) }];
}

function moveCursor(data: Record<string, unknown>): void {
  const { items, pagination } = data as { items?: { id?: string }[]; pagination?: { next?: string | null } };
  const last = items?.at(-1)?.id;
  if (pagination && last !== undefined && items) pagination.next = last;
}
