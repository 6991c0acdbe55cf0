import { type TSchema, Type } from '@sinclair/typebox';
import { t } from 'elysia';

const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
/** Deep enough for any list that a person pages through, shallow enough for SQLite's 64-bit offset. */
const MAX_PAGE = 1_000_000_000;

/** The query of a list: `page` and `perPage` beside the filters given. Coerces the texts a query is made of. */
export function listQuery<T extends Record<string, TSchema>>(
  filters: T,
  maxPerPage = MAX_PER_PAGE,
  defaultPerPage = DEFAULT_PER_PAGE,
) {
  return Type.Object({
    ...filters,
    page: t.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page, from 1' }),
    perPage: t.Integer({
      minimum: 1,
      maximum: maxPerPage,
      default: defaultPerPage,
      description: 'Items a page',
    }),
  });
}

/** A whole number in a query. */
export const QueryInteger = (options: { minimum?: number; maximum?: number; description?: string }) =>
  Type.Optional(t.Integer(options));

export const QueryBoolean = (options: { description?: string } = {}) => Type.Optional(t.Boolean(options));
