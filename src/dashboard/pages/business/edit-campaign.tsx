import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { useUnsavedGuard } from '../../data/unsaved.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { CheckboxField, NumberField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Draft, useDraft } from './campaign-draft.ts';
import { ConditionFields, LimitFields, REVIEW_MODES, RewardFields } from './campaign-fields.tsx';

const TIMEOUTS = [
  { value: 'none', label: 'Keep pending' },
  { value: 'approve', label: 'Approve automatically' },
  { value: 'reject', label: 'Reject automatically' },
];

/** Edits a campaign; reward and requirements are locked once there are submissions. */
export default function EditCampaign({ params }: PageProps) {
  const { id = '' } = params;
  const record = useResource(abort => send(api.campaigns({ id }).get(abort)), [id]);
  return (
    <Loaded resource={record} lines={8}>
      {campaign => <Form key={campaign.id} campaign={campaign} />}
    </Loaded>
  );
}

function Form({ campaign }: { campaign: Campaign }) {
  const draft = useDraft(campaign);
  const page = `/dashboard/campaigns/${campaign.id}`;
  const guard = useUnsavedGuard(draft.isChanged);
  const save = useAction(async () => {
    const change = draft.change();
    if (draft.isChanged()) {
      await send(api.campaigns.put(change));
      toast('Campaign saved');
    }
    guard.release();
    navigate(page);
  });
  const canResume = campaign.state === 'paused' || campaign.state === 'expired';
  return (
    <>
      <PageHead title={`Edit ${campaign.name}`} back={{ href: page, label: campaign.name }} />
      <form class="columns" onSubmit={save.submit}>
        <Card title="Content">
          <ContentFields draft={draft} of={save.fieldError} />
        </Card>
        <Card title="Reward and schedule">
          <TermFields
            draft={draft}
            of={save.fieldError}
            onRewardTypeChange={() => {
              save.error.value = undefined;
            }}
          />
          {canResume && <CheckboxField value={draft.isReactivated} label="Reactivate campaign" />}
          <FormError error={save.error.value} />
          <div class="actions">
            <Button type="submit" kind="primary" busy={save.isBusy}>
              Save campaign
            </Button>
            <ButtonLink href={page}>Cancel</ButtonLink>
            <ShowCodeButton operation="updateCampaign" values={draft.change()} />
          </div>
        </Card>
      </form>
    </>
  );
}

interface PartProps {
  draft: Draft;
  /** Returns the error message of a field. */
  of: (field: string) => string | undefined;
}

function ContentFields({ draft, of }: PartProps) {
  const { name, description, instructions, disclosure, isFrozen } = draft;
  return (
    <>
      <TextField label="Name" value={name} error={of('name')} maxLength={200} isRequired />
      <TextArea label="Description" value={description} error={of('description')} />
      <TextArea label="Instructions" value={instructions} error={of('instructions')} />
      <TextArea
        label="Disclosure"
        hint="Text that posts must include to show that they are rewarded."
        rows={2}
        value={disclosure}
        error={of('disclosure.text')}
      />
      {isFrozen && (
        <p class="notice">
          <Icon name="info" />
          <span>
            The reward and the conditions can't be changed after the first submission. Duplicate the campaign
            to offer other terms.
          </span>
        </p>
      )}
      <ConditionFields state={draft} of={of} isDisabled={isFrozen} />
    </>
  );
}

function TermFields({ draft, of, onRewardTypeChange }: PartProps & { onRewardTypeChange: () => void }) {
  const { reward, expiresInDays, isFrozen, mode, slaHours, onTimeout } = draft;
  return (
    <>
      <RewardFields reward={reward} of={of} isDisabled={isFrozen} onTypeChange={onRewardTypeChange} />
      <NumberField
        label="Reward valid for (days)"
        value={expiresInDays}
        error={of('reward.expiresInDays')}
        isDisabled={isFrozen}
        isRequired
      />
      <LimitFields state={draft} of={of} />
      <SelectField label="Review" value={mode} options={REVIEW_MODES} isRequired />
      <NumberField
        label="Promise an answer within (hours)"
        hint="Customers see it as the expected review time."
        value={slaHours}
        error={of('reviewPolicy.slaHours')}
      />
      <SelectField label="If overdue" value={onTimeout} options={TIMEOUTS} isRequired />
    </>
  );
}
