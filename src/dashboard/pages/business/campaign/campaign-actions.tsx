import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Campaign } from '../../../../campaigns/model.ts';
import { api, send } from '../../../data/api.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { navigate, query, setQuery } from '../../../data/router.ts';
import { campaigns as t } from '../../../messages/campaigns/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { duplicateCampaign } from './duplicate-campaign.ts';

const LaunchDialog = lazyComponent(async () => ({
  default: (await import('./launch-dialog.tsx')).LaunchDialog,
}));

interface CampaignActionsProps {
  campaign: Campaign;
  record: Resource<Campaign>;
}

/** The actions available in the campaign's state. */
export function CampaignActions({ campaign, record }: CampaignActionsProps) {
  const { id, state, warnings } = campaign;
  const launch = () =>
    openDialog(close => <LaunchDialog campaign={campaign} onClose={close} onLaunched={record.set} />);
  useEffect(() => {
    // Save and launch opens this page with ?launch.
    if (!query.value.has('launch')) return;
    setQuery({ launch: null });
    if (state === 'draft') launch();
  }, []);
  const changeState = useAction(async (to: 'active' | 'paused') => {
    record.set(await send(api.campaigns.put({ id, state: to })));
    toast(to === 'paused' ? t.paused : t.resumed);
  });
  const duplicate = useAction(() => duplicateCampaign(id, t.draftCreated));
  const resume = warnings.length > 0 ? launch : () => void changeState.run('active');
  return (
    <>
      {state !== 'ended' && (
        <ButtonLink href={`/dashboard/campaigns/${id}/edit`}>{t.editCampaign}</ButtonLink>
      )}
      {state === 'active' && (
        <Button busy={changeState.isBusy} onClick={() => void changeState.run('paused')}>
          {t.pauseCampaign}
        </Button>
      )}
      {(state === 'active' || state === 'paused') && (
        <ShowCodeButton
          operation="updateCampaign"
          values={{ id, state: state === 'active' ? 'paused' : 'active' }}
        />
      )}
      {state === 'paused' && (
        <Button kind="primary" busy={changeState.isBusy} onClick={resume}>
          {t.resumeCampaign}
        </Button>
      )}
      {state === 'draft' && (
        <Button kind="primary" onClick={launch}>
          {t.launchCampaign}
        </Button>
      )}
      <ActionMenu
        label={t.moreActions}
        actions={[
          { label: t.duplicate, icon: 'copy', onClick: () => void duplicate.run() },
          state !== 'draft' && {
            label: t.preview,
            icon: RARE_ICONS.external,
            onClick: () => void globalThis.open(`/campaigns/${id}`, '_blank', 'noopener'),
          },
          {
            label: t.copyId,
            onClick: () =>
              void navigator.clipboard.writeText(id).then(
                () => toast(t.idCopied),
                () => toast(formatText(t.theIdIs, { id })),
              ),
          },
          (state === 'active' || state === 'paused') && {
            label: t.endCampaign,
            isDanger: true,
            onClick: () => endCampaign(campaign, record),
          },
          state === 'draft' && {
            label: t.deleteDraft,
            icon: RARE_ICONS.trash,
            isDanger: true,
            onClick: () => deleteDraft(campaign, () => navigate('/dashboard/campaigns')),
          },
        ]}
      />
      <FormError error={changeState.error.value ?? duplicate.error.value} />
    </>
  );
}

/** Deletes a draft after confirmation. */
export function deleteDraft({ id, name }: Campaign, onDeleted?: () => void): void {
  openForm({
    title: t.deleteTitle,
    submitLabel: t.deleteDraft,
    isDanger: true,
    content: formatText(t.deleteHow, { name }),
    run: async () => {
      await send(api.campaigns({ id }).delete());
      toast(t.draftDeleted);
      onDeleted?.();
    },
  });
}

/** Ends a campaign, which is final, and decides about its pending submissions. */
function endCampaign({ id, stats }: Campaign, record: Resource<Campaign>): void {
  const rejectsAll = signal(false);
  const body = () =>
    ({ id, state: 'ended', pendingPolicy: rejectsAll.value ? 'rejectAll' : 'keep' }) as const;
  openForm({
    title: t.endTitle,
    submitLabel: t.endCampaign,
    isDanger: true,
    content: (
      <>
        <p>{t.endHow}</p>
        {stats.pending > 0 && (
          <CheckboxField
            value={rejectsAll}
            label={formatText(t.rejectPending, { count: stats.pending })}
            hint={t.rejectPendingHow}
          />
        )}
      </>
    ),
    call: () => ({ operation: 'updateCampaign', values: body() }),
    run: async () => {
      record.set(await send(api.campaigns.put(body())));
      toast(t.ended);
    },
  });
}
