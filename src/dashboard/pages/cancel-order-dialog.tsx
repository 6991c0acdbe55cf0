import { api, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { market as t } from '../messages/market/index.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ShowCodeButton } from '../ui/show-code-button.tsx';
import { toast } from '../ui/toast.tsx';

interface CancelOrderProps {
  id: string;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks for confirmation and cancels an order on the exchange. */
export default function CancelOrderDialog({ id, onClose, onCancelled }: CancelOrderProps) {
  const cancel = useAction(async () => {
    await send(api.exchange.orders({ id }).delete());
    onClose();
    toast(t.cancelled);
    onCancelled();
  });
  return (
    <ConfirmDialog title={t.cancelTitle} confirmLabel={t.cancelOrder} action={cancel} onClose={onClose}>
      <p>{t.cancelHow}</p>
      <ShowCodeButton operation="cancelOrder" values={{ id }} />
    </ConfirmDialog>
  );
}
