import type { Database } from '../../../../db/client.ts';
import type { Ctx } from '../../../context.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import * as store from '../../wallet/store.ts';

/**
 * Computes something about the whole market once for all its readers. The result is kept until a perk changes, or until
 * the minute ends: the last 24 hours and the ages of perks move on by then.
 */
export function cachedUntilChange<T>(compute: (ctx: Ctx) => T): (ctx: Ctx) => T {
  const results = new WeakMap<Database, { version: string; value: T }>();
  return ctx => {
    const version = `${store.lastChangeSequence(ctx.db)} ${Math.floor(ctx.clock.now() / MINUTE_MS)}`;
    const known = results.get(ctx.database);
    if (known?.version === version) return known.value;
    const value = compute(ctx);
    results.set(ctx.database, { version, value });
    return value;
  };
}
