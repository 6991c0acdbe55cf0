export interface PageQuery {
  page: number;
  perPage: number;
}

/** One page of a list, as returned by every list operation. */
export interface Page<T> {
  items: T[];
  pagination: { page: number; perPage: number; total: number; totalPages: number };
}

export function getOffset({ page, perPage }: PageQuery): number {
  return (page - 1) * perPage;
}

export function toPage<T>(items: T[], total: number, { page, perPage }: PageQuery): Page<T> {
  return { items, pagination: { page, perPage, total, totalPages: Math.ceil(total / perPage) } };
}

/** Returns the values of a parameter that `severalOf` declares; undefined if it was not sent. */
export function splitList<T extends string>(text: string | undefined): T[] | undefined {
  return text?.split(',') as T[] | undefined;
}

/** Returns a pattern for `like … escape '\\'` that matches any text that contains the words literally. */
export function toSearchPattern(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
