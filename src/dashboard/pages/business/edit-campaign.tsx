import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { CheckboxField, MoneyField, NumberField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Draft, useDraft } from './campaign-draft.ts';

const TIMEOUTS = [
  { value: 'none', label: 'Keep pending' },
  { value: 'approve', label: 'Approve automatically' },
  { value: 'reject', label: 'Reject automatically' },
];
const MODES = [
  { value: 'manual', label: 'Review manually' },
  { value: 'autoVerified', label: 'Approve automatically if checks pass' },
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
  const save = useAction(async () => {
    const change = draft.change();
    if (draft.isChanged()) {
      await send(api.campaigns.put(change));
      toast('Campaign saved');
    }
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
          <TermFields draft={draft} of={save.fieldError} />
          {canResume && <CheckboxField value={draft.isReactivated} label="Reactivate campaign" />}
          <FormError error={save.error.value} />
          <div class="actions">
            <Button type="submit" kind="primary" busy={save.isBusy}>
              Save campaign
            </Button>
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
  const { name, description, instructions, disclosure, minFollowers, hashtags, isFrozen } = draft;
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
          <span>The reward and requirements can't be changed after the first submission.</span>
        </p>
      )}
      <NumberField
        label="Minimum followers"
        value={minFollowers}
        error={of('requirements.minFollowers')}
        isDisabled={isFrozen}
      />
      <TextField
        label="Hashtags"
        hint="Separate with spaces."
        value={hashtags}
        error={of('requirements.hashtags')}
        isDisabled={isFrozen}
      />
    </>
  );
}

function TermFields({ draft, of }: PartProps) {
  const { reward, cap, isPercentage, isFrozen, budget, maxApprovals, perUser } = draft;
  const { startsAt, endsAt, mode, slaHours, onTimeout } = draft;
  return (
    <>
      {isPercentage ? (
        <>
          <NumberField
            label="Percentage"
            unit="%"
            value={reward}
            error={of('reward.value')}
            isDisabled={isFrozen}
            isRequired
          />
          <MoneyField
            label="Maximum amount"
            value={cap}
            error={of('reward.maxAmount')}
            isDisabled={isFrozen}
          />
        </>
      ) : (
        <MoneyField
          label="Amount"
          value={reward}
          error={of('reward.value')}
          isDisabled={isFrozen}
          isRequired
        />
      )}
      <MoneyField
        label="Budget"
        hint="Total budget. The campaign pauses when it's spent. Leave empty for no limit."
        value={budget}
        error={of('budget.total')}
      />
      <div class="row">
        <NumberField label="Maximum approvals" value={maxApprovals} error={of('limits.maxApprovals')} />
        <NumberField
          label="Submissions per customer"
          value={perUser}
          error={of('limits.perUser')}
          isRequired
        />
      </div>
      <TextField label="Starts" type="datetime-local" value={startsAt} error={of('startsAt')} />
      <TextField label="Ends" type="datetime-local" value={endsAt} error={of('endsAt')} />
      <SelectField label="Review" value={mode} options={MODES} isRequired />
      <NumberField
        label="Review deadline (hours)"
        hint="Shown to customers as the expected review time."
        value={slaHours}
        error={of('reviewPolicy.slaHours')}
      />
      <SelectField label="If the deadline passes" value={onTimeout} options={TIMEOUTS} isRequired />
    </>
  );
}
