import { type Signal, useSignal } from '@preact/signals';
import type { Campaign } from '../../../../campaigns/model.ts';
import { api, send } from '../../../data/api.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { navigate, query, setQuery } from '../../../data/router.ts';
import { campaigns as t } from '../../../messages/campaigns/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
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

type OpenDialog = Signal<'launch' | 'end' | 'delete' | null>;

/** The actions available in the campaign's state. */
export function CampaignActions({ campaign, record }: CampaignActionsProps) {
  const { id, state, warnings } = campaign;
  // Save and launch opens this page with ?launch, which opens the dialog immediately.
  const openDialog: OpenDialog = useSignal(state === 'draft' && query.value.has('launch') ? 'launch' : null);
  const open = (dialog: 'launch' | 'end' | 'delete') => () => {
    openDialog.value = dialog;
  };
  const close = () => {
    openDialog.value = null;
    if (query.value.has('launch')) setQuery({ launch: null });
  };
  const changeState = useAction(async (to: 'active' | 'paused') => {
    record.set(await send(api.campaigns.put({ id, state: to })));
    toast(to === 'paused' ? t.paused : t.resumed);
  });
  const duplicate = useAction(() => duplicateCampaign(id, t.draftCreated));
  const resume = warnings.length > 0 ? open('launch') : () => void changeState.run('active');
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
        <Button kind="primary" onClick={open('launch')}>
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
            onClick: open('end'),
          },
          state === 'draft' && {
            label: t.deleteDraft,
            icon: RARE_ICONS.trash,
            isDanger: true,
            onClick: open('delete'),
          },
        ]}
      />
      <FormError error={changeState.error.value ?? duplicate.error.value} />
      {openDialog.value === 'delete' && (
        <DeleteDraftDialog
          campaign={campaign}
          onClose={close}
          onDeleted={() => navigate('/dashboard/campaigns')}
        />
      )}
      {openDialog.value === 'end' && (
        <EndCampaignDialog campaign={campaign} record={record} onClose={close} />
      )}
      {openDialog.value === 'launch' && (
        <LaunchDialog
          campaign={campaign}
          onClose={close}
          onLaunched={launched => {
            close();
            record.set(launched);
          }}
        />
      )}
    </>
  );
}

interface DeleteDraftDialogProps {
  campaign: Campaign;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Confirms the deletion of a draft. */
export function DeleteDraftDialog({ campaign, onClose, onDeleted }: DeleteDraftDialogProps) {
  const remove = useAction(async () => {
    await send(api.campaigns({ id: campaign.id }).delete());
    onClose();
    toast(t.draftDeleted);
    onDeleted?.();
  });
  return (
    <ConfirmDialog
      title={t.deleteTitle}
      confirmLabel={t.deleteDraft}
      isDanger
      action={remove}
      onClose={onClose}
    >
      <p>{formatText(t.deleteHow, { name: campaign.name })}</p>
    </ConfirmDialog>
  );
}

/** Confirms the end of a campaign, which is final, and decides what happens to pending submissions. */
function EndCampaignDialog({ campaign, record, onClose }: CampaignActionsProps & { onClose: () => void }) {
  const { id, stats } = campaign;
  const rejectsAll = useSignal(false);
  const body = () =>
    ({ id, state: 'ended', pendingPolicy: rejectsAll.value ? 'rejectAll' : 'keep' }) as const;
  const end = useAction(async () => {
    record.set(await send(api.campaigns.put(body())));
    onClose();
    toast(t.ended);
  });
  return (
    <ConfirmDialog title={t.endTitle} confirmLabel={t.endCampaign} isDanger action={end} onClose={onClose}>
      <p>{t.endHow}</p>
      {stats.pending > 0 && (
        <CheckboxField
          value={rejectsAll}
          label={formatText(t.rejectPending, { count: stats.pending })}
          hint={t.rejectPendingHow}
        />
      )}
      <ShowCodeButton operation="updateCampaign" values={body()} />
    </ConfirmDialog>
  );
}
