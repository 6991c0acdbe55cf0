import { expect, test } from 'bun:test';
import { BoundedCache } from '../../src/platform/bounded-cache.ts';

const createCache = (maxBytes: number) => {
  const cache = new BoundedCache<string>(maxBytes, value => value.length);
  const built: string[] = [];
  const get = async (key: string, value: string) =>
    cache.get(key, () => {
      built.push(key);
      return value;
    });
  return { cache, built, get };
};

test('keeps values up to a number of bytes, and drops the least recently used', async () => {
  const { cache, built, get } = createCache(10);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 'xxxx');
  // With its key, a value takes 5 bytes: c drops b, and b drops c.
  expect(built).toEqual(['a', 'b', 'c', 'b']);
  expect(cache.bytes).toBe(10);
});

test('does not keep a value that is too large for it', async () => {
  const { cache, built, get } = createCache(10);
  await get('a', 'xxxx');
  for (let i = 0; i < 2; i++) expect(await get('large', 'x'.repeat(20))).toHaveLength(20);
  await get('a', 'xxxx');
  expect([built, cache.bytes]).toEqual([['a', 'large', 'large'], 5]);
});

test('builds once what is asked for at the same time, and again after a failure', async () => {
  const cache = new BoundedCache<string>(100, value => value.length);
  const gate = Promise.withResolvers<string>();
  let builds = 0;
  const build = () => {
    builds += 1;
    return gate.promise;
  };
  const answers = Promise.allSettled([cache.get('a', build), cache.get('a', build), cache.get('a', build)]);
  await Promise.resolve();
  gate.reject(new Error('failed'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(builds).toBe(1);
  expect(await cache.get('a', () => 'built')).toBe('built');
});

test('does not keep what was being built when it was cleared', async () => {
  const cache = new BoundedCache<string>(100, value => value.length);
  const gate = Promise.withResolvers<string>();
  const old = cache.get('a', () => gate.promise);
  cache.clear();
  expect(await cache.get('a', () => 'new')).toBe('new');
  gate.resolve('old');
  expect(await old).toBe('old');
  expect(await cache.get('a', () => 'newest')).toBe('new');
  expect(cache.bytes).toBe(4);
});
