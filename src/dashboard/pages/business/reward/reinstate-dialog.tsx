import { useSignal } from '@preact/signals';
import type { ListedReward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { rewardPage as t } from '../../../messages/rewardPage/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PlaceField } from '../shared/place-field.tsx';
import { nameReward } from './reward-steps.ts';

interface ReinstateDialogProps {
  reward: ListedReward;
  onClose: () => void;
  onDone: () => void;
}

/** Makes a redeemed reward redeemable again, with a reason. */
export default function ReinstateDialog({ reward, onClose, onDone }: ReinstateDialogProps) {
  const [reason, placeId] = [useSignal(''), useSignal('')];
  const body = {
    rewardId: reward.id,
    reason: reason.value || undefined,
    placeId: placeId.value || undefined,
    ...tenantParams(),
  };
  const reinstate = useAction(async () => {
    await send(api.rewards.reinstate.post(body));
    toast(t.reinstatedHow);
    onDone();
  });
  return (
    <ConfirmDialog
      title={formatText(t.reinstateTitle, { reward: nameReward(reward) })}
      confirmLabel={t.reinstate}
      action={reinstate}
      onClose={onClose}
    >
      <p>{formatText(t.reinstateHow, { code: reward.code })}</p>
      <TextField
        label={t.reason}
        placeholder={t.reasonExample}
        value={reason}
        error={reinstate.fieldError('reason')}
      />
      <PlaceField value={placeId} error={reinstate.fieldError('placeId')} />
      <ShowCodeButton operation="reinstateReward" values={body} />
    </ConfirmDialog>
  );
}
