import { useSignal } from '@preact/signals';
import type { Campaign, NewCampaign } from '../../../campaigns/model.ts';
import { DEFAULT_CURRENCY } from '../../../platform/currency-digits.ts';
import { api, send } from '../../data/api.ts';
import { getOwnCurrency } from '../../data/currency.ts';
import { clearDraft, useDraft } from '../../data/draft.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { businessId, caller, tenantParams } from '../../data/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, MoneyField, parseNumber, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';

const CurrencyChoice = lazyComponent(() => import('./currency-choice.tsx'));

type Offer = Pick<
  NewCampaign,
  'name' | 'description' | 'platform' | 'actionType' | 'actionId' | 'disclosure'
>;

/** Campaigns that suit any shop with a counter and that the platforms allow with a disclosure. */
function listOffers(shop: string): Offer[] {
  const disclosure = { required: true };
  return [
    {
      name: `Mention ${shop} in your Story`,
      description: 'Show what you enjoy in an Instagram Story and tag us.',
      platform: 'instagram',
      actionType: 'content',
      actionId: 'instagram-story-mention',
      disclosure,
    },
    {
      name: `Post a photo of ${shop}`,
      description: 'Share an Instagram photo of your visit that names us.',
      platform: 'instagram',
      actionType: 'content',
      actionId: 'instagram-feed-photo',
      disclosure,
    },
    {
      name: `Film your visit to ${shop}`,
      description: 'Publish a short TikTok video of your visit.',
      platform: 'tiktok',
      actionType: 'content',
      actionId: 'tiktok-video-visit',
      disclosure,
    },
  ];
}

/** The newest campaign that customers can take part in; null if there is none. */
export function useLiveCampaign(): Resource<Campaign | null> {
  const query = { state: 'active', page: 1, perPage: 1, ...tenantParams() } as const;
  return useResource(
    async abort => (await send(api.campaigns.get({ query, ...abort }))).items[0] ?? null,
    [businessId.value],
  );
}

interface StepProps {
  onDone: () => void;
}

/** The step of the first campaign; someone who comes back to it does not launch a second one by mistake. */
export function FirstCampaign({ onDone }: StepProps) {
  const live = useLiveCampaign();
  return (
    <Loaded resource={live}>
      {campaign =>
        campaign ? (
          <LiveCampaign campaign={campaign} onDone={onDone} />
        ) : (
          <FirstCampaignForm onDone={onDone} />
        )
      }
    </Loaded>
  );
}

function LiveCampaign({ campaign, onDone }: StepProps & { campaign: Campaign }) {
  return (
    <div class="wizard">
      <p class="notice good">
        <Icon name="check" />
        <span>
          <strong>{campaign.name}</strong> is open to customers.
        </span>
      </p>
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          Continue
        </Button>
        <ButtonLink kind="quiet" href={`/dashboard/campaigns/${campaign.id}/edit`}>
          Edit campaign
        </ButtonLink>
      </div>
    </div>
  );
}

/** Launches a ready-made campaign with a reward of the owner's choice. */
function FirstCampaignForm({ onDone }: StepProps) {
  const offers = listOffers(caller.value?.business?.name ?? 'us');
  const chosen = useSignal('0');
  const kind = useSignal('fixed');
  const amount = useSignal(getOwnCurrency() === DEFAULT_CURRENCY ? '3.00' : '');
  const item = useSignal('');
  const draft = `campaign ${businessId.value}`;
  useDraft(draft, { chosen, kind, amount, item });
  const isItem = kind.value === 'item';
  const launch = useAction(async () => {
    const reward = isItem
      ? ({ type: 'item', name: item.value } as const)
      : ({ type: 'fixed', value: parseNumber(amount) ?? 0 } as const);
    const offer = offers[Number(chosen.value)] as Offer;
    await send(api.campaigns.post({ ...offer, reward, launch: true, ...tenantParams() }));
    clearDraft(draft);
    onDone();
  });
  return (
    <form onSubmit={launch.submit}>
      <fieldset class="choice-cards">
        <legend>What should customers do?</legend>
        {offers.map(({ actionId, name, description }, index) => (
          <label key={actionId} class="choice-card">
            <input
              type="radio"
              name="offer"
              checked={chosen.value === String(index)}
              onChange={() => {
                chosen.value = String(index);
              }}
            />
            <span>
              <strong>{name}</strong>
              <span class="hint">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <CurrencyChoice />
      <Field label="What do they get?" isRequired>
        {control => (
          <select
            {...control}
            value={kind.value}
            onChange={event => {
              kind.value = event.currentTarget.value;
              launch.error.value = undefined;
            }}
          >
            <option value="fixed">Money off the next order</option>
            <option value="item">Something free</option>
          </select>
        )}
      </Field>
      {isItem ? (
        <TextField
          label="Free item"
          placeholder="Free cappuccino"
          value={item}
          error={launch.fieldError('reward.name')}
          isRequired
        />
      ) : (
        <MoneyField label="Amount off" value={amount} error={launch.fieldError('reward.value')} isRequired />
      )}
      <p class="hint">
        You check each post before the reward is given. Customers are asked to mark the post as rewarded, as
        platforms and consumer law require. Each customer can take part once.
      </p>
      <FormError error={launch.error.value} />
      <div class="actions">
        <Button type="submit" kind="primary" busy={launch.isBusy}>
          Launch campaign
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Skip for now
        </Button>
      </div>
    </form>
  );
}
