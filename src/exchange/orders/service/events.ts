import type { OrderRow, PerkRow, TradeRow } from '../../../../db/schema/exchange.ts';
import { EXCHANGE, type TxCtx } from '../../../context.ts';
import type { EventKind } from '../../../events/model.ts';
import * as events from '../../../events/service.ts';
import { ID_PREFIXES } from '../../../platform/ids.ts';
import { toOrder, toTrade } from '../serialize.ts';

/** An exchange event and the business whose log it is recorded in. */
export interface ExchangeEvent extends events.EventInput {
  businessId: string;
}

/** Builds an order event for its owner's log. A person has no log, and orders of others are private. */
export function toOrderEvent(
  type: EventKind,
  order: OrderRow,
  previous?: Record<string, unknown>,
): ExchangeEvent[] {
  const { ownerId: businessId } = order;
  if (!businessId.startsWith(`${ID_PREFIXES.business}_`)) return [];
  return [{ businessId, type, object: toOrder(order), previous }];
}

/** Builds a trade event for the log of the perk's issuer, which sees only its own order of the two. */
export function toTradeEvent({ businessId }: PerkRow, trade: TradeRow): ExchangeEvent {
  const { buyOwnerId, sellOwnerId } = trade;
  const { buyOrderId, sellOrderId, ...rest } = toTrade(trade);
  const object = {
    ...rest,
    buyOrderId: buyOwnerId === businessId ? buyOrderId : null,
    sellOrderId: sellOwnerId === businessId ? sellOrderId : null,
  };
  return { businessId, type: 'exchange.trade.executed', object };
}

/**
 * Records events in order, grouped by log.
 * @param partyId the trader for whom the request acts: only its own log names who made the request
 */
export async function recordEvents(
  tx: TxCtx,
  partyId: string,
  items: readonly ExchangeEvent[],
): Promise<void> {
  const logs = Map.groupBy(items, ({ businessId }) => businessId);
  for (const [businessId, group] of logs) {
    const inputs = group.map(({ type, object, previous }) => ({ type, object, previous }));
    await events.recordAll(businessId === partyId ? tx : tx.as(EXCHANGE, null), businessId, inputs);
  }
}
