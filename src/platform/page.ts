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
