import type { CallOptions, TestApp } from '../../support/test-app.ts';

/** A period of months and another order, for lists of records. */
const VARIANTS = ['sort=createdAt', 'createdFrom=2026-01-01T00:00:00Z&createdTo=2036-01-01T00:00:00Z'];

/** Reads a list by its page, in the order of creation, in a period, and before and after its first item. */
export async function readList(ctx: TestApp, path: string, as: CallOptions['as']): Promise<void> {
  const read = (more = '') => ctx.call('GET', path + more, undefined, { as });
  const { data } = await read();
  const id = data?.pagination && data.items[0]?.id;
  if (id === undefined || path.includes('page=')) return;
  const start = path.includes('?') ? '&' : '?';
  const variants = ['', ...VARIANTS.filter(each => !path.includes(each.slice(0, 5)))];
  for (const variant of variants) {
    if (variant !== '') await read(start + variant);
    for (const around of ['after', 'before']) await read(`${start}${variant}&${around}=${id}`);
  }
}
