/** A visit or a purchase in the model. */
export interface Order {
  member: number;
  /** In cents; null for a visit without an order. */
  total: number | null;
  cashback: number;
  points: number;
  /** The visits; 0 for a purchase by the cashback route. */
  quantity: number;
  orderId: number | null;
  minute: number;
  /** The cashback that is neither spent nor taken back. */
  remaining: number;
  takenBack: number;
  pointsTakenBack: number;
  /** The refunded part of the total. */
  refunded: number;
  /** Refunded as a whole, or voided. */
  isClosed: boolean;
}

/** Spent cashback, with the part of each order that is not yet given back. */
export interface Redemption {
  member: number;
  total: number;
  refunded: number;
  minute: number;
  parts: { order: Order; cents: number }[];
}

interface Part {
  spend: number;
  cashback: number;
  points: number;
  visits: number;
  isLast: boolean;
}

/** Returns what a refund takes back: in proportion, rounded down over all refunds of the order; or an error code. */
export function splitRefund(order: Order, cents: number | null): Part | string {
  const { total, refunded, cashback, points, quantity, isClosed } = order;
  if (total === null) {
    if (isClosed) return 'INVALID_TRANSITION';
    if (cents !== null) return 'VALIDATION_ERROR';
    return { spend: 0, cashback, points, visits: quantity, isLast: true };
  }
  if (refunded === total) return 'INVALID_TRANSITION';
  if (cents !== null && cents > total - refunded) return 'VALIDATION_ERROR';
  if (isClosed) return 'INVALID_TRANSITION';
  const spend = cents ?? total - refunded;
  const share = (amount: number) =>
    Math.floor((amount * (refunded + spend)) / total) - Math.floor((amount * refunded) / total);
  return {
    spend,
    cashback: share(cashback),
    points: share(points),
    visits: share(quantity),
    isLast: refunded + spend === total,
  };
}
