import type { CallOptions, TestApp } from '../../support/test-app.ts';

/** Reads a list by its page, and before and after its first item. */
export async function readList(ctx: TestApp, path: string, as: CallOptions['as']): Promise<void> {
  const { data } = await ctx.call('GET', path, undefined, { as });
  const id = data?.pagination && data.items[0]?.id;
  if (id === undefined || path.includes('page=')) return;
  for (const around of ['after', 'before'])
    await ctx.call('GET', `${path}${path.includes('?') ? '&' : '?'}${around}=${id}`, undefined, { as });
}
