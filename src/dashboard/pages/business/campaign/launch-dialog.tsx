import { useSignal } from '@preact/signals';
import type { Campaign } from '../../../../campaigns/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { policy as t } from '../../../messages/policy/index.ts';
import { CheckboxField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Warnings } from '../policy/warnings.tsx';

interface LaunchProps {
  campaign: Campaign;
  onClose: () => void;
  onLaunched: (campaign: Campaign) => void;
}

/** Launches a draft or resumes a campaign. Policy warnings must be acknowledged first. */
export function LaunchDialog({ campaign, onClose, onLaunched }: LaunchProps) {
  const { id, warnings, state } = campaign;
  const isDraft = state === 'draft';
  const isAcknowledged = useSignal(false);
  const acknowledged = warnings.length > 0 ? { acknowledgePolicy: true } : {};
  const body = { id, state: 'active', ...acknowledged } as const;
  const launch = useAction(async () => {
    onLaunched(await send(api.campaigns.put(body)));
    onClose();
    toast(isDraft ? t.launched : t.resumed);
  });
  return (
    <FormDialog
      title={isDraft ? t.launchTitle : t.resumeTitle}
      submitLabel={isDraft ? t.launch : t.resume}
      action={launch}
      onClose={onClose}
      isDisabled={warnings.length > 0 && !isAcknowledged.value}
      call={{ operation: 'updateCampaign', values: body }}
    >
      {warnings.length === 0 ? (
        <p>{t.launchHow}</p>
      ) : (
        <>
          <Warnings warnings={warnings} hasAlternative={isDraft} />
          <CheckboxField value={isAcknowledged} label={t.accept} />
        </>
      )}
    </FormDialog>
  );
}
