import { useSignal } from '@preact/signals';
import type { Campaign, CampaignChange } from '../../../../campaigns/model.ts';
import { type Edge, fromLocalInput, toLocalInput } from '../../../data/local-time.ts';
import { tenantParams } from '../../../data/session.ts';
import { parseNumber, toMoneyText, toNumberText } from '../../../ui/field.tsx';
import { parseHashtags, toReward } from './campaign-form.ts';

/** Form state of a campaign, and the update request derived from it. */
export function useDraft(campaign: Campaign) {
  const { requirements, limits, reviewPolicy, stats } = campaign;
  const draft = {
    name: useSignal(campaign.name),
    description: useSignal(campaign.description ?? ''),
    instructions: useSignal(campaign.instructions ?? ''),
    disclosure: useSignal(campaign.disclosure.text ?? ''),
    minFollowers: useSignal(toNumberText(requirements.minFollowers || null)),
    hashtags: useSignal(requirements.hashtags.join(' ')),
    reward: {
      type: useSignal<string>(campaign.reward.type),
      value: useSignal(getAmount(campaign)),
      cap: useSignal(toMoneyText(campaign.reward.maxAmount)),
      itemName: useSignal(campaign.reward.name ?? ''),
      itemCost: useSignal(toMoneyText(campaign.reward.cost)),
    },
    expiresInDays: useSignal(toNumberText(campaign.reward.expiresInDays)),
    budget: useSignal(toMoneyText(campaign.budget?.total)),
    maxApprovals: useSignal(toNumberText(limits.maxApprovals)),
    perUser: useSignal(toNumberText(limits.perUser)),
    startsAt: useSignal(toLocalInput(campaign.startsAt, 'start')),
    endsAt: useSignal(toLocalInput(campaign.endsAt, 'end')),
    mode: useSignal<string>(reviewPolicy.mode),
    slaHours: useSignal(toNumberText(reviewPolicy.slaHours)),
    onTimeout: useSignal<string>(reviewPolicy.onTimeout),
    isReactivated: useSignal(campaign.state === 'expired'),
  };
  const isFrozen = stats.pending + stats.approved + stats.rejected > 0;
  const changed = () => getChanges(campaign, draft, isFrozen);
  const change = (): CampaignChange => ({ id: campaign.id, ...changed(), ...tenantParams() });
  const isChanged = () => Object.keys(changed()).length > 0;
  return { ...draft, isFrozen, change, isChanged };
}

/** Returns the amount or the percentage; an item has neither. */
function getAmount({ reward: { type, value } }: Campaign): string {
  if (type === 'item') return '';
  return type === 'fixed' ? toMoneyText(value) : toNumberText(value);
}

export type Draft = ReturnType<typeof useDraft>;
type Fields = Omit<Draft, 'isFrozen' | 'change' | 'isChanged'>;

/** Returns only the API fields that differ from the saved campaign. */
function getChanges(campaign: Campaign, fields: Fields, isFrozen: boolean): Partial<CampaignChange> {
  const { reward, requirements, budget, limits, reviewPolicy, disclosure } = campaign;
  const total = parseNumber(fields.budget);
  const tags = parseHashtags(fields.hashtags.value);
  const expiresInDays = parseNumber(fields.expiresInDays);
  const { type, value, maxAmount, name, cost } = reward;
  const saved =
    type === 'item' ? { type, name, cost } : { type, value, ...(type === 'percentage' && { maxAmount }) };
  const parts = {
    name: [campaign.name, fields.name.value],
    description: [campaign.description, fields.description.value || null],
    instructions: [campaign.instructions, fields.instructions.value || null],
    disclosure: [
      { required: disclosure.required, text: disclosure.text },
      {
        required: disclosure.required || fields.disclosure.value !== '',
        text: fields.disclosure.value || null,
      },
    ],
    budget: [budget && { total: budget.total }, total === undefined ? null : { total }],
    limits: [
      limits,
      { maxApprovals: parseNumber(fields.maxApprovals) ?? null, perUser: parseNumber(fields.perUser) },
    ],
    reviewPolicy: [
      reviewPolicy,
      {
        mode: fields.mode.value,
        slaHours: parseNumber(fields.slaHours) ?? null,
        onTimeout: fields.onTimeout.value,
      },
    ],
    startsAt: compareTimes(campaign.startsAt, fields.startsAt.value, 'start'),
    endsAt: compareTimes(campaign.endsAt, fields.endsAt.value, 'end'),
    ...(!isFrozen && {
      reward: [
        { ...saved, expiresInDays: reward.expiresInDays },
        { ...toReward(fields.reward), expiresInDays },
      ],
      requirements: [requirements, { minFollowers: parseNumber(fields.minFollowers) ?? 0, hashtags: tags }],
    }),
  };
  const changed = Object.entries(parts).filter(
    ([, [saved, current]]) => JSON.stringify(saved) !== JSON.stringify(current),
  );
  return {
    ...Object.fromEntries(changed.map(([name, [, current]]) => [name, current])),
    ...(fields.isReactivated.value && { state: 'active' as const }),
  };
}

/** Returns the saved and the current time; an unchanged field, which has minute precision, keeps the saved time. */
function compareTimes(saved: string | null, text: string, edge: Edge): [string | null, string | null] {
  return [saved, text === toLocalInput(saved, edge) ? saved : fromLocalInput(text, edge)];
}
