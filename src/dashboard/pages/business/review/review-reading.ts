import type { ListedSubmission } from '../../../../submissions/model.ts';

export interface Queue {
  items: ListedSubmission[];
  total: number;
  page: number;
  totalPages: number;
}

/**
 * Reads the first page, from `page` on, with submissions that were not decided here: a response may still contain decided
 * ones, and whole pages of those whose decision is held. Starts over if a change between two pages moved the others.
 */
export async function readUndecided(
  load: (page: number) => Promise<Queue>,
  page: number,
  isDecided: (id: string) => boolean,
): Promise<Queue> {
  const first = await load(page);
  let queue = first;
  let decided = 0;
  for (let next = page + 1; ; next += 1) {
    const items = queue.items.filter(({ id }) => !isDecided(id));
    decided += queue.items.length - items.length;
    if (items.length > 0 || next > queue.totalPages)
      return { ...queue, page, items, total: queue.total - decided };
    queue = await load(next);
    if (queue.total !== first.total) return readUndecided(load, page, isDecided);
  }
}
