import type { Order } from '../../exchange/orders/model.ts';
import { formatLabel } from '../data/format.ts';
import { shell } from '../messages/shell/index.ts';
import { Badge, type Tone } from '../ui/components.tsx';
import { lazyModule } from '../ui/lazy-component.tsx';

const TONES: Record<Order['status'], Tone> = {
  open: 'info',
  partiallyFilled: 'info',
  filled: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
};

const withCancel = lazyModule(() => import('./cancel-order.tsx'));

/** Cancels an order, after confirmation. */
export function cancelOrder(id: string, onCancelled: () => void): void {
  withCancel(module => module.cancelOrder(id, onCancelled));
}

export function OrderStatusBadge({ status }: Pick<Order, 'status'>) {
  return <Badge tone={TONES[status]}>{shell.states[status] ?? formatLabel(status)}</Badge>;
}
