import { useSignal } from '@preact/signals';
import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
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
  const verb = state === 'draft' ? 'Launch' : 'Resume';
  const isAcknowledged = useSignal(false);
  const acknowledged = warnings.length > 0 ? { acknowledgePolicy: true } : {};
  const body = { id, state: 'active', ...acknowledged } as const;
  const launch = useAction(async () => {
    onLaunched(await send(api.campaigns.put(body)));
    toast(state === 'draft' ? 'Campaign launched' : 'Campaign resumed');
  });
  return (
    <Confirm
      title={`${verb} ${campaign.name}?`}
      verb={`${verb} campaign`}
      action={launch}
      onClose={onClose}
      isDisabled={warnings.length > 0 && !isAcknowledged.value}
    >
      {warnings.length === 0 ? (
        <p>Customers can see the campaign and submit proof immediately.</p>
      ) : (
        <>
          <Warnings warnings={warnings} />
          <CheckField value={isAcknowledged} label="I understand and accept responsibility" />
        </>
      )}
      <AsCode operation="updateCampaign" values={body} />
    </Confirm>
  );
}
