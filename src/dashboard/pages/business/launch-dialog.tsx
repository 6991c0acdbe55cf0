import { useSignal } from '@preact/signals';
import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { Warnings } from './warnings.tsx';

interface LaunchProps {
  campaign: Campaign;
  onClose: () => void;
  onLaunched: (campaign: Campaign) => void;
}

/** Launches a draft or resumes a campaign. Policy warnings must be acknowledged first. */
export function LaunchDialog({ campaign, onClose, onLaunched }: LaunchProps) {
  const { id, warnings, state } = campaign;
  const action = state === 'draft' ? 'Launch' : 'Resume';
  const isAcknowledged = useSignal(false);
  const acknowledged = warnings.length > 0 ? { acknowledgePolicy: true } : {};
  const body = { id, state: 'active', ...acknowledged } as const;
  const launch = useAction(async () => {
    onLaunched(await send(api.campaigns.put(body)));
    toast(state === 'draft' ? 'Campaign launched' : 'Campaign resumed');
  });
  return (
    <ConfirmDialog
      title={`${action} this campaign?`}
      confirmLabel={`${action} campaign`}
      action={launch}
      onClose={onClose}
      isDisabled={warnings.length > 0 && !isAcknowledged.value}
    >
      {warnings.length === 0 ? (
        <p>Customers can see the campaign and submit proof immediately.</p>
      ) : (
        <>
          <Warnings warnings={warnings} hasAlternative={state === 'draft'} />
          <CheckboxField value={isAcknowledged} label="I understand and accept responsibility" />
        </>
      )}
      <ShowCodeButton operation="updateCampaign" values={body} />
    </ConfirmDialog>
  );
}
