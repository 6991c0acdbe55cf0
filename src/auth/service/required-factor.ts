import type { Actor, Ctx } from '../../context.ts';
import { hasTotp } from '../totp-store.ts';

/**
 * Marks an owner or admin without an authenticator app if the installation requires one. A PIN on a shared device opens only
 * the counter, and needs none.
 */
export async function withRequiredFactor({ config, db }: Ctx, actor: Actor): Promise<Actor> {
  if (config.requireSecondFactor === 'off' || actor.kind !== 'user' || actor.isAtCounter) return actor;
  if (actor.role !== 'admin' && actor.position !== 'owner') return actor;
  return (await hasTotp(db, actor.id)) ? actor : { ...actor, lacksSecondFactor: true };
}
