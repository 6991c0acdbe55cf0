import { expect, test } from 'bun:test';
import { type Queue, readUndecided } from '../../src/dashboard/pages/business/review/review-reading.ts';

const PER_PAGE = 2;

/** Answers like the server: pages of the submissions that are pending at the time of each request. */
function serve(pending: () => string[], loads: number[] = []) {
  return async (page: number): Promise<Queue> => {
    loads.push(page);
    const ids = pending();
    const items = ids
      .slice((page - 1) * PER_PAGE, page * PER_PAGE)
      .map(id => ({ id }) as Queue['items'][number]);
    return { items, total: ids.length, page, totalPages: Math.ceil(ids.length / PER_PAGE) };
  };
}
const describeQueue = ({ items, total, page }: Queue) => [items.map(({ id }) => id).join(''), total, page];

test('skips the pages whose submissions were all decided here', async () => {
  const queue = await readUndecided(
    serve(() => ['a', 'b', 'c', 'd', 'e']),
    1,
    id => 'abc'.includes(id),
  );
  expect(describeQueue(queue)).toEqual(['d', 2, 1]);
});

test('is empty once all were decided here', async () => {
  const queue = await readUndecided(
    serve(() => ['a', 'b', 'c']),
    1,
    () => true,
  );
  expect(describeQueue(queue)).toEqual(['', 0, 1]);
});

test('starts over when decisions are stored between two pages', async () => {
  const pending = [['a', 'b', 'c', 'd', 'e']];
  const loads: number[] = [];
  const load = serve(() => pending.shift() ?? ['c', 'd', 'e'], loads);
  const queue = await readUndecided(load, 1, id => 'ab'.includes(id));
  expect(describeQueue(queue)).toEqual(['cd', 3, 1]);
  expect(loads).toEqual([1, 2, 1]);
});
