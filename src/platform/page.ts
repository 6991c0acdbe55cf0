import { type AppError, invalid } from '../errors.ts';

/** Which items of a list a request asks for: a page by its number, or the items around a record. */
export interface PageQuery {
  page: number;
  perPage: number;
  /** ID of a record of the list: the items after it. Excludes `before` and a page number. */
  after?: string | undefined;
  /** ID of a record of the list: the items before it. */
  before?: string | undefined;
}

/** Orders that every list of records has. */
export const TIME_SORTS = ['-createdAt', 'createdAt'] as const;

/** Parameters of every list of records. */
export interface RecordQuery<S extends string = never> extends PageQuery {
  /** ISO time, inclusive. */
  createdFrom?: string | undefined;
  /** ISO time, exclusive. */
  createdTo?: string | undefined;
  sort?: (typeof TIME_SORTS)[number] | S | undefined;
}

/** The records around a page: its last one if there are items after it, its first one if there are items before it. */
export interface Neighbors {
  next: string | null;
  previous: string | null;
}

/** One page of a list, as returned by every list operation. */
export interface Page<T> {
  items: T[];
  pagination: { page: number; perPage: number; total: number; totalPages: number } & Neighbors;
}

export function getOffset({ page, perPage }: PageQuery): number {
  return (page - 1) * perPage;
}

/** Returns the query for the first items of a list. */
export function firstOf(perPage: number): PageQuery {
  return { page: 1, perPage };
}

export function toPage<T>(
  items: T[],
  total: number,
  { page, perPage }: PageQuery,
  { next, previous }: Neighbors,
): Page<T> {
  const totalPages = perPage === 0 ? 0 : Math.ceil(total / perPage);
  return { items, pagination: { page, perPage, total, totalPages, next, previous } };
}

/** Returns a page of a list that has no items. @throws VALIDATION_ERROR for a cursor */
export function emptyPage(query: PageQuery): Page<never> {
  return slicePage<never>([], query, String);
}

/** Returns a page of a list that was read as a whole. @throws VALIDATION_ERROR for a cursor that is not in the list */
export function slicePage<T>(all: readonly T[], query: PageQuery, toId: (item: T) => string): Page<T> {
  const { start, end } = findSlice(all, query, toId);
  const items = all.slice(start, end);
  const idAt = (index: number) => toId(all[index] as T);
  return toPage(items, all.length, query, {
    next: items.length > 0 && end < all.length ? idAt(end - 1) : null,
    previous: items.length > 0 && start > 0 ? idAt(start) : null,
  });
}

function findSlice<T>(all: readonly T[], query: PageQuery, toId: (item: T) => string) {
  const cursor = getCursor(query);
  const { perPage } = query;
  if (!cursor) return { start: getOffset(query), end: getOffset(query) + perPage };
  const at = all.findIndex(item => toId(item) === cursor.id);
  if (at === -1) throw unknownCursor(cursor.name);
  if (cursor.name === 'after') return { start: at + 1, end: at + 1 + perPage };
  return { start: Math.max(0, at - perPage), end: at };
}

/** Returns the cursor of a request. @throws VALIDATION_ERROR for two */
export function getCursor({
  after,
  before,
}: PageQuery): { name: 'after' | 'before'; id: string } | undefined {
  if (after !== undefined && before !== undefined)
    throw invalid('before', "can't be combined with after", 'conflict');
  if (after !== undefined) return { name: 'after', id: after };
  return before === undefined ? undefined : { name: 'before', id: before };
}

export function unknownCursor(name: 'after' | 'before'): AppError {
  return invalid(name, 'must be the ID of a record in this list', 'unknown');
}

/** Returns the values of a parameter that `severalOf` declares; undefined if it was not sent. */
export function splitList<T extends string>(text: string | undefined): T[] | undefined {
  return text?.split(',') as T[] | undefined;
}

/** Returns a pattern for `like … escape '\\'` that matches any text that contains the words literally. */
export function toSearchPattern(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
