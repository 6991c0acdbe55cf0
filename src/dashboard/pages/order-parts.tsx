import type { Order } from '../../exchange/orders/model.ts';
import { api, send } from '../data/api.ts';
import { formatLabel } from '../data/format.ts';
import { useAction } from '../data/resource.ts';
import { Badge, type Tone } from '../ui/components.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ShowCodeButton } from '../ui/show-code-button.tsx';
import { toast } from '../ui/toast.tsx';

const TONES: Record<Order['status'], Tone> = {
  open: 'info',
  partiallyFilled: 'info',
  filled: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
};

export function OrderStatusBadge({ status }: Pick<Order, 'status'>) {
  return <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>;
}

interface CancelOrderProps {
  id: string;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks for confirmation and cancels an order on the exchange. */
export function CancelOrderDialog({ id, onClose, onCancelled }: CancelOrderProps) {
  const cancel = useAction(async () => {
    await send(api.exchange.orders({ id }).delete());
    onClose();
    toast('Order cancelled');
    onCancelled();
  });
  return (
    <ConfirmDialog title="Cancel this order?" confirmLabel="Cancel order" action={cancel} onClose={onClose}>
      <p>The reserved amount will be released.</p>
      <ShowCodeButton operation="cancelOrder" values={{ id }} />
    </ConfirmDialog>
  );
}
