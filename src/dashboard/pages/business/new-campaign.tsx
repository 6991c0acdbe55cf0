import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { NewCampaign as NewCampaignBody } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { type Action, useAction } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { MoneyField, NumberField, parseNumber, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActionPicker, type PickedAction } from './action-picker.tsx';

const REWARD_TYPES = [
  { value: 'fixed', label: 'Fixed amount' },
  { value: 'percentage', label: 'Percentage' },
];

/** Creates a campaign draft from an action of the library and a reward, and optionally launches it. */
export default function NewCampaign() {
  const action = useSignal<PickedAction | undefined>(undefined);
  const [name, instructions, hashtags] = [useSignal(''), useSignal(''), useSignal('')];
  const [rewardType, rewardValue, cap, budget] = [
    useSignal('fixed'),
    useSignal(''),
    useSignal(''),
    useSignal(''),
  ];
  const minFollowers = useSignal('');

  const pick = (picked: PickedAction) => {
    action.value = picked;
    name.value ||= picked.name.slice(0, 200);
    if (rewardType.value === 'fixed')
      rewardValue.value = picked.suggestedReward ? String(picked.suggestedReward) : rewardValue.value;
  };
  const buildBody = (): NewCampaignBody => {
    const total = parseNumber(budget);
    const tags = hashtags.value.split(/[\s,]+/).filter(Boolean);
    return {
      name: name.value,
      platform: action.value?.platform ?? '',
      actionType: action.value?.type ?? '',
      actionId: action.value?.id,
      instructions: instructions.value || undefined,
      reward: {
        type: rewardType.value as 'fixed' | 'percentage',
        value: parseNumber(rewardValue) ?? 0,
        maxAmount: rewardType.value === 'percentage' ? parseNumber(cap) : undefined,
      },
      requirements: { minFollowers: parseNumber(minFollowers), hashtags: tags.length > 0 ? tags : undefined },
      budget: total === undefined ? undefined : { total },
      ...tenantParams(),
    };
  };
  const shouldLaunch = useRef(true);
  const create = useAction(async () => {
    const campaign = await send(api.campaigns.post(buildBody()));
    if (!shouldLaunch.current) toast('Draft saved. Launch it when you are ready.');
    navigate(`/dashboard/campaigns/${campaign.id}${shouldLaunch.current ? '?launch' : ''}`);
  });
  return (
    <>
      <PageHead
        title="New campaign"
        intro="Only you can see it until you launch it."
        back={{ href: '/dashboard/campaigns', label: 'Campaigns' }}
      />
      <form class="columns" onSubmit={create.submit}>
        <Card title="What customers do">
          <ActionPicker selected={action.value} onSelect={pick} />
        </Card>
        <Card title="What they get">
          <TextField label="Name" value={name} error={create.fieldError('name')} maxLength={200} isRequired />
          <RewardFields type={rewardType} value={rewardValue} cap={cap} create={create} />
          <MoneyField
            label="Budget"
            hint="Pending submissions reserve budget. The campaign pauses when it runs out."
            value={budget}
            error={create.fieldError('budget.total')}
          />
          <TextArea label="Instructions" value={instructions} error={create.fieldError('instructions')} />
          <NumberField
            label="Minimum followers"
            value={minFollowers}
            error={create.fieldError('requirements.minFollowers')}
          />
          <TextField
            label="Hashtags"
            hint="Separate with spaces."
            value={hashtags}
            error={create.fieldError('requirements.hashtags')}
          />
          <FormError error={create.error.value} />
          <div class="actions">
            <SubmitButtons action={create} isDisabled={!action.value} shouldLaunch={shouldLaunch} />
            <ShowCodeButton operation="createCampaign" values={{ ...buildBody() }} />
          </div>
        </Card>
      </form>
    </>
  );
}

interface RewardFieldsProps {
  type: Signal<string>;
  value: Signal<string>;
  cap: Signal<string>;
  create: Action<[]>;
}

function RewardFields({ type, value, cap, create }: RewardFieldsProps) {
  return (
    <>
      <SelectField label="Reward" value={type} options={REWARD_TYPES} isRequired />
      {type.value === 'percentage' ? (
        <>
          <NumberField
            label="Percentage"
            unit="%"
            value={value}
            error={create.fieldError('reward.value')}
            isRequired
          />
          <MoneyField label="Maximum amount" value={cap} error={create.fieldError('reward.maxAmount')} />
        </>
      ) : (
        <MoneyField label="Amount" value={value} error={create.fieldError('reward.value')} isRequired />
      )}
    </>
  );
}

interface SubmitButtonsProps {
  action: Action<[]>;
  isDisabled: boolean;
  /** Set by the button that submits the form. */
  shouldLaunch: { current: boolean };
}

/** Saves and launches, or only saves. Pressing Enter in the form uses the first button. */
function SubmitButtons({ action, isDisabled, shouldLaunch }: SubmitButtonsProps) {
  const save = (launch: boolean) => ({
    type: 'submit' as const,
    busy: action.isBusy,
    isDisabled,
    onClick: () => {
      shouldLaunch.current = launch;
    },
  });
  return (
    <>
      <Button {...save(true)} kind="primary">
        Save and launch
      </Button>
      <Button {...save(false)}>Save draft</Button>
    </>
  );
}
