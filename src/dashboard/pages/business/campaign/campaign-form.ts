import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { NewCampaign } from '../../../../campaigns/model.ts';
import type { Action } from '../../../../library/model.ts';
import type { NewReward } from '../../../../rewards/model.ts';
import { fromLocalInput } from '../../../data/local-time.ts';
import { caller, tenantParams } from '../../../data/session.ts';
import { campaignForm as t } from '../../../messages/campaignForm/index.ts';
import { parseNumber, toMoneyText } from '../../../ui/field.tsx';
import { roundReward, suggestCampaignName } from './campaign-goals.ts';

/** The state of the fields of a reward. */
export interface RewardState {
  type: Signal<string>;
  /** The amount or the percentage. */
  value: Signal<string>;
  cap: Signal<string>;
  itemName: Signal<string>;
  itemCost: Signal<string>;
}

/** Returns the reward to send. An empty number is sent as 0, so that the server names the field. */
export function toReward({ type, value, cap, itemName, itemCost }: RewardState): NewReward {
  if (type.value === 'item')
    return { type: 'item', name: itemName.value, cost: parseNumber(itemCost) ?? null };
  const amount = parseNumber(value) ?? 0;
  if (type.value === 'fixed') return { type: 'fixed', value: amount };
  return { type: 'percentage', value: amount, maxAmount: parseNumber(cap) ?? null };
}

/** Splits what was typed into hashtags. */
export function parseHashtags(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** The state of the form for a new campaign. */
export function useCampaignForm() {
  const form = {
    action: useSignal<Action | undefined>(undefined),
    name: useSignal(''),
    description: useSignal(''),
    instructions: useSignal(''),
    disclosure: useSignal(''),
    hashtags: useSignal(''),
    minFollowers: useSignal(''),
    budget: useSignal(''),
    maxApprovals: useSignal(''),
    perUser: useSignal('1'),
    startsAt: useSignal(''),
    endsAt: useSignal(''),
    expiresInDays: useSignal('90'),
    mode: useSignal('manual'),
    reward: {
      type: useSignal('fixed'),
      value: useSignal(''),
      cap: useSignal(''),
      itemName: useSignal(''),
      itemCost: useSignal(''),
    } satisfies RewardState,
  };
  /** The name that was suggested; a name that the owner typed is kept. */
  const suggested = useSignal('');
  const pick = (action: Action, suggestedReward: number | undefined) => {
    form.action.value = action;
    const name = suggestCampaignName(action.task, caller.value?.business?.name ?? t.yourShop);
    if (form.name.value === suggested.value) form.name.value = name;
    suggested.value = name;
    if (form.reward.value.value === '' && suggestedReward !== undefined)
      form.reward.value.value = toMoneyText(roundReward(suggestedReward));
  };
  const initial = useMemo(() => JSON.stringify(buildBody(form)), []);
  return {
    ...form,
    pick,
    body: () => buildBody(form),
    isDirty: () => JSON.stringify(buildBody(form)) !== initial,
  };
}

export type CampaignForm = ReturnType<typeof useCampaignForm>;
type Fields = Omit<CampaignForm, 'pick' | 'body' | 'isDirty'>;

function buildBody(form: Fields): NewCampaign {
  const action = form.action.value;
  const total = parseNumber(form.budget);
  const tags = parseHashtags(form.hashtags.value);
  const disclosure = form.disclosure.value.trim();
  return {
    name: form.name.value,
    platform: action?.platform ?? '',
    actionType: action?.type ?? '',
    actionId: action?.id,
    description: form.description.value || undefined,
    instructions: form.instructions.value || undefined,
    reward: { ...toReward(form.reward), expiresInDays: parseNumber(form.expiresInDays) },
    requirements: {
      minFollowers: parseNumber(form.minFollowers),
      hashtags: tags.length > 0 ? tags : undefined,
    },
    startsAt: fromLocalInput(form.startsAt.value, 'start') ?? undefined,
    endsAt: fromLocalInput(form.endsAt.value, 'end') ?? undefined,
    budget: total === undefined ? undefined : { total },
    limits: { maxApprovals: parseNumber(form.maxApprovals), perUser: parseNumber(form.perUser) },
    reviewPolicy: { mode: form.mode.value as 'manual' | 'autoVerified' },
    disclosure: disclosure === '' ? undefined : { required: true, text: disclosure },
    ...tenantParams(),
  };
}
