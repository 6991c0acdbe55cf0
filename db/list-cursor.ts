import { getCursor, getOffset, type Neighbors, type PageQuery, unknownCursor } from '../src/platform/page.ts';

/** The values of a record in the columns of an order. */
export type Position = Record<string, unknown>;

/** Items of an ordered list, read from one end or from a position. */
export interface Slice {
  position?: Position;
  /** Reads towards the start of the list. */
  isBackward: boolean;
  /** Includes the record of the position. */
  isInclusive: boolean;
  limit: number;
  offset: number;
}

interface SliceReader<T> {
  /** Returns the place of a record in the order, even if it no longer matches the filters of the list. */
  findPosition: (id: string) => Promise<Position | undefined>;
  read: (slice: Slice) => Promise<T[]>;
}

/**
 * Reads a page by its number or by a cursor. Because a cursor is a record's place in the order and not a count, items
 * that appear or leave between two pages are neither skipped nor repeated.
 * @throws VALIDATION_ERROR for an unknown cursor
 */
export async function readSlice<T extends object>(
  { findPosition, read }: SliceReader<T>,
  query: PageQuery,
): Promise<Neighbors & { items: T[] }> {
  const cursor = getCursor(query);
  const limit = query.perPage + 1;
  if (!cursor) {
    const rows = await read({ isBackward: false, isInclusive: false, limit, offset: getOffset(query) });
    const items = rows.slice(0, query.perPage);
    return { items, ...getNeighbors(items, query.page > 1, rows.length > query.perPage) };
  }
  const position = await findPosition(cursor.id);
  if (!position) throw unknownCursor(cursor.name);
  const isBackward = cursor.name === 'before';
  const rows = await read({ position, isBackward, isInclusive: false, limit, offset: 0 });
  const behind = { position, isBackward: !isBackward, isInclusive: true, limit: 1, offset: 0 };
  const [hasMore, hasBehind] = [rows.length > query.perPage, (await read(behind)).length > 0];
  const items = rows.slice(0, query.perPage);
  return isBackward
    ? { items: items.reverse(), ...getNeighbors(items, hasMore, hasBehind) }
    : { items, ...getNeighbors(items, hasBehind, hasMore) };
}

function getNeighbors(items: readonly object[], hasPrevious: boolean, hasNext: boolean): Neighbors {
  const idOf = (item: object | undefined) => (item ? String((item as { id: string | number }).id) : null);
  return { next: hasNext ? idOf(items.at(-1)) : null, previous: hasPrevious ? idOf(items[0]) : null };
}
