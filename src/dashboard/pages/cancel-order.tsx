import { api, send } from '../data/api.ts';
import { market as t } from '../messages/market/index.ts';
import { openForm } from '../ui/open-form.tsx';
import { toast } from '../ui/toast.tsx';

/** Cancels an order on the exchange, after confirmation. */
export function cancelOrder(id: string, onCancelled: () => void): void {
  openForm({
    title: t.cancelTitle,
    submitLabel: t.cancelOrder,
    content: t.cancelHow,
    call: { operation: 'cancelOrder', values: { id } },
    run: async () => {
      await send(api.exchange.orders({ id }).delete());
      toast(t.cancelled);
      onCancelled();
    },
  });
}
