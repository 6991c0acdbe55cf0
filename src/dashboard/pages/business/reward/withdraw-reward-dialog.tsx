import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { rewardPage as t } from '../../../messages/rewardPage/index.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';

interface WithdrawRewardProps {
  rewardId: string;
  onClose: () => void;
  onDone: () => void;
}

/** Voids a reward that was not redeemed, with a reason. */
export default function WithdrawRewardDialog({ rewardId, onClose, onDone }: WithdrawRewardProps) {
  const reason = useSignal('');
  const withdraw = useAction(async () => {
    await send(api.rewards.void.post({ rewardId, reason: reason.value, ...tenantParams() }));
    toast(t.withdrawn);
    onDone();
  });
  return (
    <ConfirmDialog
      title={t.withdrawTitle}
      confirmLabel={t.withdraw}
      isDanger
      action={withdraw}
      onClose={onClose}
    >
      <p>{t.withdrawHow}</p>
      <TextField label={t.reason} value={reason} error={withdraw.fieldError('reason')} isRequired />
    </ConfirmDialog>
  );
}
