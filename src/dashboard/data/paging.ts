import { query } from './router.ts';

const PER_PAGE = 20;

/** What a list is asked for: the page of the address. */
export function pageQuery(perPage = PER_PAGE): { page: number; perPage: number } {
  return { page: Math.max(1, Number(query.value.get('page')) || 1), perPage };
}

/** A filter of the address, where it is one of the words that the API takes. */
export function wordQuery<W extends string>(name: string, words: readonly W[]): W | undefined {
  return words.find(word => word === query.value.get(name));
}
