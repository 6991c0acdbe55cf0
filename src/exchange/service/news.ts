import type { OrderRow, PerkRow } from '../../../db/schema/exchange.ts';
import type { TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { ID_PREFIXES } from '../../platform/ids.ts';

/** What happened on the exchange, and in whose log it stands. */
export interface News extends events.Happening {
  businessId: string;
}

/**
 * Whose log tells of an order: its owner's, which nobody else may read. A person has no log; what happens to its
 * orders stands with the business whose perk it is.
 */
export function audienceOf({ ownerId }: OrderRow, perk: PerkRow): string {
  return ownerId.startsWith(`${ID_PREFIXES.business}_`) ? ownerId : perk.businessId;
}

/** Writes news in their order, a log at a time. */
export function tell(tx: TxCtx, news: readonly News[]): void {
  const logs = Map.groupBy(news, ({ businessId }) => businessId);
  for (const [businessId, some] of logs) {
    const happenings = some.map(({ type, object, previous }) => ({ type, object, previous }));
    events.recordAll(tx, businessId, happenings);
  }
}
