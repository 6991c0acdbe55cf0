import type { OrderRow, PerkRow, TradeRow } from '../../../db/schema/exchange.ts';
import { asExchange, type TxCtx } from '../../context.ts';
import type { EventKind } from '../../events/model.ts';
import * as events from '../../events/service.ts';
import { ID_PREFIXES } from '../../platform/ids.ts';
import { presentOrder, presentTrade } from '../serialize.ts';

/** An event of the exchange, and the business in whose log it is recorded. */
export interface ExchangeEvent extends events.EventInput {
  businessId: string;
}

/** An event of an order for its owner's log. A person has no log, and the orders of others are nobody's business. */
export function newsOfOrder(
  type: EventKind,
  order: OrderRow,
  previous?: Record<string, unknown>,
): ExchangeEvent[] {
  const { ownerId: businessId } = order;
  if (!businessId.startsWith(`${ID_PREFIXES.business}_`)) return [];
  return [{ businessId, type, object: presentOrder(order), previous }];
}

/** A trade for the log of the perk's issuer, which reads of the two orders only the one that is its own. */
export function newsOfTrade({ businessId }: PerkRow, trade: TradeRow): ExchangeEvent {
  const { buyOwnerId, sellOwnerId } = trade;
  const { buyOrderId, sellOrderId, ...rest } = presentTrade(trade);
  const object = {
    ...rest,
    buyOrderId: buyOwnerId === businessId ? buyOrderId : null,
    sellOrderId: sellOwnerId === businessId ? sellOrderId : null,
  };
  return { businessId, type: 'exchange.trade.executed', object };
}

/**
 * Records news in their order, one log at a time.
 * @param partyId the trader for whom the request acts: no other log names who made it
 */
export function recordNews(tx: TxCtx, partyId: string, news: readonly ExchangeEvent[]): void {
  const logs = Map.groupBy(news, ({ businessId }) => businessId);
  for (const [businessId, some] of logs) {
    const happenings = some.map(({ type, object, previous }) => ({ type, object, previous }));
    events.recordAll(businessId === partyId ? tx : asExchange(tx), businessId, happenings);
  }
}
