import type { ConnectionRow } from '../../../db/schema/connections.ts';
import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import type { EventKind } from '../../events/model.ts';
import * as events from '../../events/service.ts';
import type { ReferenceLibrary } from '../../library/library.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Connection, TermsWarning } from '../model.ts';
import { getProfileUrl } from '../providers.ts';
import * as rules from '../rules.ts';

/** The owner of an account: a business, or a person without one. */
export interface Owner {
  businessId: string | null;
  userId: string | null;
  ownerId: string;
}

/**
 * Resolves for whom the caller connects; admins may name a business.
 * @throws NOT_FOUND for another business, VALIDATION_ERROR if a caller without an account (the CLI) names none
 */
export async function resolveOwner(ctx: AnyCtx, named: string | undefined): Promise<Owner> {
  const { actor } = ctx;
  const own = actor.businessId;
  if (own === null && actor.role === 'admin' && named !== undefined) {
    return toBusinessOwner((await businesses.requireById(ctx, named)).id);
  }
  if (named !== undefined && named !== own) throw notFound({ kind: 'business', field: 'businessId' });
  if (actor.kind === 'system') throw invalid('businessId', 'is required', 'required');
  return own === null ? { businessId: null, userId: actor.id, ownerId: actor.id } : toBusinessOwner(own);
}

function toBusinessOwner(id: string): Owner {
  return { businessId: id, userId: null, ownerId: id };
}

export function toConnectionResponse(ctx: AnyCtx, row: ConnectionRow, start?: rules.OAuthStart): Connection {
  const profileUrl = getProfileUrl(ctx.config, row.platform, row.handle);
  const warnings = listTermsWarnings(ctx.library, row);
  return rules.toConnection(row, nowIso(ctx.clock), { profileUrl, warnings }, start);
}

/** Warns about connections by OAuth to an interface whose terms don't allow rewards; other methods don't use it. */
function listTermsWarnings(
  library: ReferenceLibrary,
  { platform, method }: Pick<ConnectionRow, 'platform' | 'method'>,
): TermsWarning[] {
  const terms = library.platformTerms(platform);
  if (method !== 'oauth' || terms?.connect !== 'warned') return [];
  const message = `${terms.interface}: ${terms.forbids} Connect an account only if your agreement with ${platform} permits it.`;
  return [{ code: 'developerTerms', message, source: library.cite(terms.sources[0]!) }];
}

/** Events belong to a business, so a person's connections record none. */
export async function recordConnectionEvent(
  tx: TxCtx,
  type: EventKind & `platform.${string}`,
  row: ConnectionRow,
  previous: Pick<ConnectionRow, 'status'>,
): Promise<Connection> {
  const connection = toConnectionResponse(tx, row);
  if (row.businessId !== null) {
    const { status } = previous;
    await events.record(tx, type, { businessId: row.businessId, object: connection, previous: { status } });
  }
  return connection;
}
