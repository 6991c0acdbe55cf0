import type { Campaign } from '../../../../campaigns/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate } from '../../../data/format.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { policy as t } from '../../../messages/policy/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

interface PolicyChangeProps {
  campaign: Campaign;
  record: Resource<Campaign>;
}

/** Asks to accept rules that became stricter while the campaign ran; nothing once they were accepted. */
export default function PolicyChange({ campaign, record }: PolicyChangeProps) {
  const { id, policyChange, stateReason, disclosure } = campaign;
  const accept = useAction(async () => {
    record.set(await send(api.campaigns.put({ id, acknowledgePolicy: true })));
    toast(t.rulesAccepted);
  });
  if (!policyChange || policyChange.acknowledgedAt !== null) return null;
  const { at, from, to } = policyChange;
  return (
    <div class="notice bad">
      <Icon name="warning" />
      <div>
        <p>
          <strong>{formatText(t.stricterOn, { date: formatDate(at) })}</strong>{' '}
          {formatText(t.beforeAndNow, { before: t.levelWords[from], now: t.levelWords[to] })}
        </p>
        <p>{disclosure.required ? t.checkDisclosure : t.noDisclosure}</p>
        <div class="actions">
          <Button busy={accept.isBusy} onClick={() => void accept.run()}>
            {stateReason === 'policyChanged' ? t.acceptAndResume : t.acceptRules}
          </Button>
          <ButtonLink href={`/dashboard/campaigns/${id}/edit`}>{t.editCampaign}</ButtonLink>
        </div>
        <FormError error={accept.error.value} />
      </div>
    </div>
  );
}
