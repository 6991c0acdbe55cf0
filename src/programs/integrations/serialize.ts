import type { InboundOrderRow, IntegrationRow } from '../../../db/schema/integrations.ts';
import { toAmount, toNullableAmount } from '../../platform/money.ts';
import type { InboundOrder, Integration } from './model.ts';
import { toInboundPath } from './rules/address.ts';

/** Converts an integration to its API representation, without its secret. */
export function toIntegration(row: IntegrationRow, publicUrl: string): Integration {
  const {
    id,
    source,
    programId,
    lastReceivedAt,
    lastIgnoredAt,
    lastRefusedAt: at,
    createdAt,
    updatedAt,
  } = row;
  const { lastRefusedCode: code } = row;
  const url = publicUrl + toInboundPath(source, id);
  return {
    id,
    source,
    programId,
    url,
    hasSecret: row.secret !== '',
    lastReceivedAt,
    lastIgnoredAt,
    lastRefused: at === null || code === null ? null : { at, code },
    createdAt,
    updatedAt,
  };
}

/** Converts an order of a shop system to its API representation. */
export function toInboundOrder(row: InboundOrderRow): InboundOrder {
  const { id, source, orderId, programId, status, memberId, visitId, email, phone, currency } = row;
  const { reasonCode, reason, amountCents, refundedCents, reversedCents, createdAt, updatedAt } = row;
  return {
    id,
    source,
    orderId,
    programId,
    status,
    reason: reasonCode === null ? null : { code: reasonCode, message: reason ?? '' },
    memberId,
    visitId,
    email,
    phone,
    currency,
    amount: toNullableAmount(amountCents, currency),
    refunded: toAmount(refundedCents, currency),
    reversed: toAmount(reversedCents, currency),
    createdAt,
    updatedAt,
  };
}
