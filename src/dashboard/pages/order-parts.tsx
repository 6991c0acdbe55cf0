import type { Order } from '../../exchange/orders/model.ts';
import { formatLabel } from '../data/format.ts';
import { shell } from '../messages/shell/index.ts';
import { Badge, type Tone } from '../ui/components.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';

const TONES: Record<Order['status'], Tone> = {
  open: 'info',
  partiallyFilled: 'info',
  filled: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
};

/** Loaded when an order is cancelled. */
export const CancelOrderDialog = lazyComponent(() => import('./cancel-order-dialog.tsx'));

export function OrderStatusBadge({ status }: Pick<Order, 'status'>) {
  return <Badge tone={TONES[status]}>{shell.states[status] ?? formatLabel(status)}</Badge>;
}
