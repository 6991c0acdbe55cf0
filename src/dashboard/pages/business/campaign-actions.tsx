import { type Signal, useSignal } from '@preact/signals';
import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { type Resource, useAction } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { LaunchDialog } from './launch-dialog.tsx';

interface CampaignActionsProps {
  campaign: Campaign;
  record: Resource<Campaign>;
}

type Asking = Signal<'launch' | 'end' | null>;

/** What can be done to a campaign in its state. */
export function CampaignActions({ campaign, record }: CampaignActionsProps) {
  const { id, state, warnings } = campaign;
  // Who has just made it with `Save and launch` is asked at once.
  const asking: Asking = useSignal(state === 'draft' && query.value.has('launch') ? 'launch' : null);
  const ask = (what: 'launch' | 'end') => () => {
    asking.value = what;
  };
  const close = () => {
    asking.value = null;
    if (query.value.has('launch')) setQuery({ launch: null });
  };
  const move = useAction(async (to: 'active' | 'paused') => {
    record.set(await send(api.campaigns.put({ id, state: to })));
    toast(to === 'paused' ? 'Paused: nobody can take part for now' : 'Active again');
  });
  const resume = warnings.length > 0 ? ask('launch') : () => void move.run('active');
  return (
    <>
      {state !== 'ended' && <ButtonLink href={`/dashboard/campaigns/${id}/edit`}>Edit</ButtonLink>}
      {state === 'active' && (
        <Button busy={move.isBusy} onClick={() => void move.run('paused')}>
          Pause
        </Button>
      )}
      {(state === 'active' || state === 'paused') && <Button onClick={ask('end')}>End</Button>}
      {(state === 'active' || state === 'paused') && (
        <AsCode operation="updateCampaign" values={{ id, state: state === 'active' ? 'paused' : 'active' }} />
      )}
      {state === 'paused' && (
        <Button kind="primary" busy={move.isBusy} onClick={resume}>
          Resume
        </Button>
      )}
      {state === 'draft' && (
        <Button kind="primary" onClick={ask('launch')}>
          Launch
        </Button>
      )}
      <FormError error={move.error.value} />
      {asking.value === 'end' && <End campaign={campaign} record={record} onClose={close} />}
      {asking.value === 'launch' && (
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

/** Ending is for good, so it says what becomes of the proof that waits. */
function End({ campaign, record, onClose }: CampaignActionsProps & { onClose: () => void }) {
  const { id, stats } = campaign;
  const rejectsAll = useSignal(false);
  const body = () =>
    ({ id, state: 'ended', pendingPolicy: rejectsAll.value ? 'rejectAll' : 'keep' }) as const;
  const end = useAction(async () => {
    record.set(await send(api.campaigns.put(body())));
    onClose();
    toast('Ended');
  });
  return (
    <Confirm title="End this campaign?" verb="End campaign" isDanger action={end} onClose={onClose}>
      <p>Customers can no longer take part, and it cannot be resumed. Rewards that were given stay good.</p>
      {stats.pending > 0 && (
        <CheckField
          value={rejectsAll}
          label={
            stats.pending === 1
              ? 'Reject the proof that waits'
              : `Reject the ${stats.pending} proofs that wait`
          }
          hint="Otherwise they stay in your reviews, and can still be approved."
        />
      )}
      <AsCode operation="updateCampaign" values={body()} />
    </Confirm>
  );
}
