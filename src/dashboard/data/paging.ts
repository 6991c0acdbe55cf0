import { query } from './router.ts';

/** Records of a page in lists. */
export const PER_PAGE = 20;

/** Returns the paging parameters of the current URL. */
export function pageQuery(perPage = PER_PAGE): { page: number; perPage: number } {
  return { page: Math.max(1, Number(query.value.get('page')) || 1), perPage };
}

/** Returns a filter from the URL if it is one of the allowed values. */
export function enumQuery<W extends string>(name: string, values: readonly W[]): W | undefined {
  return values.find(value => value === query.value.get(name));
}
