import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatNumber, formatReward, plural } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { useUnsavedGuard } from '../../data/unsaved.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, DetailList, PageHead } from '../../ui/components.tsx';
import { CheckboxField, NumberField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { duplicateCampaign } from './campaign-actions.tsx';
import { type Draft, useDraft } from './campaign-draft.ts';
import { ConditionFields, LimitFields, REVIEW_MODES, RewardFields } from './campaign-fields.tsx';

const TIMEOUTS = [
  { value: 'none', label: 'Keep pending' },
  { value: 'approve', label: 'Approve automatically' },
  { value: 'reject', label: 'Reject automatically' },
];

// Comes after the form, which is readable without it, to keep the first load small.
void import('../../ui/owner-style.ts');

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
      <form onSubmit={save.submit}>
        {draft.isFrozen && <FrozenNotice campaign={campaign} />}
        <div class="halves">
          <div class="stack">
            <Card title="What customers see">
              <ContentFields draft={draft} of={save.fieldError} />
            </Card>
            {!draft.isFrozen && (
              <Card title="Who can take part">
                <ConditionFields state={draft} of={save.fieldError} />
              </Card>
            )}
            {draft.isFrozen && <ReviewCard draft={draft} of={save.fieldError} />}
          </div>
          <div class="stack">
            {!draft.isFrozen && (
              <Card title="Reward">
                <RewardFields
                  reward={draft.reward}
                  of={save.fieldError}
                  onTypeChange={() => {
                    save.error.value = undefined;
                  }}
                />
                <NumberField
                  label="Reward valid for (days)"
                  hint="Counted from the approval."
                  value={draft.expiresInDays}
                  error={save.fieldError('reward.expiresInDays')}
                  isRequired
                />
              </Card>
            )}
            <Card title="Schedule and limits">
              <LimitFields state={draft} of={save.fieldError} />
              {canResume && <CheckboxField value={draft.isReactivated} label="Reactivate campaign" />}
            </Card>
            {!draft.isFrozen && <ReviewCard draft={draft} of={save.fieldError} />}
          </div>
        </div>
        <div class="save-bar">
          <FormError error={save.error.value} />
          <Button type="submit" kind="primary" busy={save.isBusy}>
            Save campaign
          </Button>
          <ButtonLink href={page}>Cancel</ButtonLink>
          <ShowCodeButton operation="updateCampaign" values={draft.change()} />
        </div>
      </form>
    </>
  );
}

/** Says once which terms are locked, why, and how to offer others. */
function FrozenNotice({ campaign }: { campaign: Campaign }) {
  const { reward, requirements } = campaign;
  const duplicate = useAction(() => duplicateCampaign(campaign.id));
  return (
    <div class="notice">
      <Icon name="info" />
      <div>
        <p>
          Customers have already submitted, so the reward and the conditions stay as they were promised. To
          offer other terms, duplicate the campaign and end this one.
        </p>
        <details class="more-fields">
          <summary>Show locked terms</summary>
          <DetailList
            items={[
              ['Reward', formatReward(reward)],
              ['Valid for', plural(reward.expiresInDays, 'day')],
              [
                'Minimum followers',
                requirements.minFollowers > 0 ? formatNumber(requirements.minFollowers) : 'None',
              ],
              ['Hashtags', requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || 'None'],
            ]}
          />
        </details>
        <FormError error={duplicate.error.value} />
        <Button isSmall icon="copy" busy={duplicate.isBusy} onClick={() => void duplicate.run()}>
          Duplicate campaign
        </Button>
      </div>
    </div>
  );
}

interface PartProps {
  draft: Draft;
  /** Returns the error message of a field. */
  of: (field: string) => string | undefined;
}

function ContentFields({ draft, of }: PartProps) {
  const { name, description, instructions, disclosure } = draft;
  return (
    <>
      <TextField label="Name" value={name} error={of('name')} maxLength={200} isRequired />
      <TextArea
        label="Description"
        hint="What it is about, in a sentence or two."
        rows={2}
        value={description}
        error={of('description')}
      />
      <TextArea
        label="Instructions"
        hint="What to do, step by step."
        value={instructions}
        error={of('instructions')}
      />
      <TextArea
        label="Disclosure"
        hint="Text that posts must include to show that they are rewarded."
        rows={2}
        value={disclosure}
        error={of('disclosure.text')}
      />
    </>
  );
}

function ReviewCard({ draft: { mode, slaHours, onTimeout }, of }: PartProps) {
  return (
    <Card title="Review">
      <SelectField label="Review" value={mode} options={REVIEW_MODES} isRequired />
      <div class="row">
        <NumberField
          label="Answer within (hours)"
          hint="Promised to customers as the review time."
          value={slaHours}
          error={of('reviewPolicy.slaHours')}
        />
        <SelectField
          label="If overdue"
          hint="What happens to submissions without an answer."
          value={onTimeout}
          options={TIMEOUTS}
          isRequired
        />
      </div>
    </Card>
  );
}
