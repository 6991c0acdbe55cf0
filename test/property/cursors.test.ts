import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Loops over lists that change between two pages: each record that is there from start to end appears exactly once. */

let ctx: TestApp;
let owner: BusinessFixture;

beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const asOwner = () => ({ as: owner.token });

async function createCampaign(): Promise<string> {
  const { id } = (await ctx.call('POST', '/campaigns', CAMPAIGN, asOwner())).data;
  await ctx.call('PUT', '/campaigns', { id, state: 'active' }, asOwner());
  return id;
}

let proofs = 0;
async function submit(campaignId: string): Promise<string> {
  const proofUrl = `https://www.instagram.com/p/proof${++proofs}/`;
  const response = await ctx.call(
    'POST',
    '/submissions',
    { campaignId, proofUrl, userId: `till-${proofs}` },
    asOwner(),
  );
  expect(response.status).toBe(201);
  return response.data.id;
}

const review = (submissionId: string, action: 'approve' | 'reject') =>
  ctx.call('POST', '/submissions/review', { submissionId, action, reason: 'Checked' }, asOwner());

interface CursorPage {
  items: { id: string }[];
  pagination: { next: string | null };
}

/** Reads a list from end to end with cursors, and calls `between` after each item. */
async function loop(
  path: string,
  between: (id: string) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { data }: { data: CursorPage } = await ctx.call(
      'GET',
      `${path}${after ? `&after=${after}` : ''}`,
      undefined,
      asOwner(),
    );
    for (const { id } of data.items) {
      seen.push(id);
      await between(id);
    }
    after = data.pagination.next;
  } while (after);
  return seen;
}

describe('a loop over a list that changes', () => {
  test('approves 12 of 12 pending submissions while it iterates over the pending ones', async () => {
    const campaignId = await createCampaign();
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await submit(campaignId));
    const seen = await loop('/submissions?status=pending&perPage=5', id => review(id, 'approve'));
    expect(seen).toEqual(ids.toReversed());
    const { data } = await ctx.call('GET', '/submissions?status=pending', undefined, asOwner());
    expect(data.pagination).toMatchObject({ total: 0, next: null, previous: null });
  });

  test('reads each event once while others are recorded', async () => {
    for (let i = 0; i < 12; i++) await createCampaign();
    const { data } = await ctx.call('GET', '/events?perPage=100', undefined, asOwner());
    const seen = await loop('/events?perPage=5', () => createCampaign());
    expect(seen).toEqual(data.items.map(({ id }: { id: string }) => id));
  });

  const change = fc.record({
    kind: fc.constantFrom('submit', 'approve', 'reject'),
    at: fc.nat(30),
  });
  test('neither skips nor repeats a record, whatever is written between two pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (changes, perPage, isOfPending) => {
          const campaignId = await createCampaign();
          const all: string[] = [];
          for (let i = 0; i < 8; i++) all.push(await submit(campaignId));
          const initial = [...all];
          const decided = new Map<string, number>();
          const left = [...changes];
          let step = 0;
          const path = `/submissions?campaignId=${campaignId}&perPage=${perPage}${isOfPending ? '&status=pending' : ''}`;
          const seenAt = new Map<string, number>();
          const seen = await loop(path, async id => {
            seenAt.set(id, step);
            step += 1;
            const next = left.shift();
            if (!next) return;
            if (next.kind === 'submit') all.push(await submit(campaignId));
            else {
              const target = all[next.at % all.length] as string;
              if (decided.has(target)) return;
              expect((await review(target, next.kind === 'approve' ? 'approve' : 'reject')).status).toBe(200);
              decided.set(target, step);
            }
          });
          expect(new Set(seen).size).toBe(seen.length);
          const missed = initial.filter(id => !seenAt.has(id));
          // A record is missed only if it had left the list, by a decision.
          expect(missed.filter(id => !(isOfPending && decided.has(id)))).toEqual([]);
        },
      ),
      { numRuns: isOnPostgres ? 4 : 12 },
    );
  });
});

describe('cursors', () => {
  test('go backwards over the same pages, in every order', async () => {
    for (let i = 0; i < 7; i++) await createCampaign();
    for (const sort of ['-createdAt', 'createdAt', 'name', '-pending']) {
      const path = `/campaigns?perPage=3&sort=${sort}`;
      const read = async (cursor: string) =>
        (await ctx.call('GET', path + cursor, undefined, asOwner())).data;
      const pages = [await read('')];
      while (pages.at(-1).pagination.next) pages.push(await read(`&after=${pages.at(-1).pagination.next}`));
      expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
      const numbered = [await read('&page=1'), await read('&page=2'), await read('&page=3')];
      expect(pages.map(({ items }) => items)).toEqual(numbered.map(({ items }) => items));
      expect(pages.map(({ pagination }) => pagination.next)).toEqual(
        numbered.map(({ pagination }) => pagination.next),
      );
      expect(pages.map(({ pagination }) => pagination.previous)).toEqual(
        numbered.map(({ pagination }) => pagination.previous),
      );
      const back = await read(`&before=${pages[2].pagination.previous}`);
      expect(back.items).toEqual(pages[1].items);
      expect(back.pagination).toMatchObject({ page: 1, perPage: 3, total: 7, totalPages: 3 });
      const first = await read(`&before=${back.pagination.previous}`);
      expect([first.items, first.pagination.previous]).toEqual([pages[0].items, null]);
    }
  });

  test('that are unknown, of another business or combined are rejected with their field', async () => {
    const campaignId = await createCampaign();
    const other = await createBusiness(ctx, 'Red Bowl');
    const theirs = (await ctx.call('POST', '/campaigns', CAMPAIGN, { as: other.token })).data.id;
    const expected: [string, string, string][] = [
      [`after=${theirs}`, 'after', 'unknown'],
      [`before=${theirs}`, 'before', 'unknown'],
      ['after=cmp_none', 'after', 'unknown'],
      [`after=${campaignId}&before=${campaignId}`, 'before', 'conflict'],
      [`after=${campaignId}&page=2`, 'page', 'conflict'],
      [`before=${campaignId}&page=1`, 'page', 'conflict'],
    ];
    for (const [query, field, rule] of expected) {
      const { status, error } = await ctx.call('GET', `/campaigns?${query}`, undefined, asOwner());
      expect([query, status, error.code]).toEqual([query, 400, 'VALIDATION_ERROR']);
      expect(error.details).toMatchObject([{ field, rule }]);
    }
  });
});
