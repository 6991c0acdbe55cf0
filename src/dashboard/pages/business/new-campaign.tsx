import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { NewCampaign as NewCampaignBody } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { type Action, useAction } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { MoneyField, NumberField, numberOf, SelectField, TextArea, TextField } from '../../ui/field.tsx';
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
      rewardValue.value = picked.suggested ? String(picked.suggested) : rewardValue.value;
  };
  const bodyOf = (): NewCampaignBody => {
    const total = numberOf(budget);
    const tags = hashtags.value.split(/[\s,]+/).filter(Boolean);
    return {
      name: name.value,
      platform: action.value?.platform ?? '',
      actionType: action.value?.type ?? '',
      actionId: action.value?.id,
      instructions: instructions.value || undefined,
      reward: {
        type: rewardType.value as 'fixed' | 'percentage',
        value: numberOf(rewardValue) ?? 0,
        maxAmount: rewardType.value === 'percentage' ? numberOf(cap) : undefined,
      },
      requirements: { minFollowers: numberOf(minFollowers), hashtags: tags.length > 0 ? tags : undefined },
      budget: total === undefined ? undefined : { total },
      ...tenant(),
    };
  };
  const launches = useRef(true);
  const create = useAction(async () => {
    const made = await send(api.campaigns.post(bodyOf()));
    if (!launches.current) toast('Draft saved. Launch it when you are ready.');
    navigate(`/dashboard/campaigns/${made.id}${launches.current ? '?launch' : ''}`);
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
          <ActionPicker chosen={action.value} onPick={pick} />
        </Card>
        <Card title="What they get">
          <TextField label="Name" value={name} error={create.of('name')} maxLength={200} isRequired />
          <RewardFields type={rewardType} value={rewardValue} cap={cap} create={create} />
          <MoneyField
            label="Budget"
            hint="Pending submissions reserve budget. The campaign pauses when it runs out."
            value={budget}
            error={create.of('budget.total')}
          />
          <TextArea label="Instructions" value={instructions} error={create.of('instructions')} />
          <NumberField
            label="Minimum followers"
            value={minFollowers}
            error={create.of('requirements.minFollowers')}
          />
          <TextField
            label="Hashtags"
            hint="Separate with spaces."
            value={hashtags}
            error={create.of('requirements.hashtags')}
          />
          <FormError error={create.error.value} />
          <div class="actions">
            <Saves action={create} isDisabled={!action.value} launches={launches} />
            <AsCode operation="createCampaign" values={{ ...bodyOf() }} />
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
            error={create.of('reward.value')}
            isRequired
          />
          <MoneyField label="Maximum amount" value={cap} error={create.of('reward.maxAmount')} />
        </>
      ) : (
        <MoneyField label="Amount" value={value} error={create.of('reward.value')} isRequired />
      )}
    </>
  );
}

interface SavesProps {
  action: Action<[]>;
  isDisabled: boolean;
  /** Set by the button that submits the form. */
  launches: { current: boolean };
}

/** Saves and launches, or only saves. Pressing Enter in the form uses the first button. */
function Saves({ action, isDisabled, launches }: SavesProps) {
  const save = (launch: boolean) => ({
    type: 'submit' as const,
    busy: action.isBusy,
    isDisabled,
    onClick: () => {
      launches.current = launch;
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
