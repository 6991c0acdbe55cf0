import { useSignal } from '@preact/signals';
import type { NewCampaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { caller, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, MoneyField, parseNumber, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';

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

/** Launches a ready-made campaign with a reward of the owner's choice. */
export function FirstCampaign({ onDone }: { onDone: () => void }) {
  const offers = listOffers(caller.value?.business?.name ?? 'us');
  const chosen = useSignal(0);
  const isItem = useSignal(false);
  const amount = useSignal('3.00');
  const item = useSignal('');
  const launch = useAction(async () => {
    const reward = isItem.value
      ? ({ type: 'item', name: item.value } as const)
      : ({ type: 'fixed', value: parseNumber(amount) ?? 0 } as const);
    const offer = offers[chosen.value] as Offer;
    const { id } = await send(api.campaigns.post({ ...offer, reward, ...tenantParams() }));
    await send(api.campaigns.put({ id, state: 'active' }));
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
              checked={chosen.value === index}
              onChange={() => {
                chosen.value = index;
              }}
            />
            <span>
              <strong>{name}</strong>
              <span class="hint">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field label="What do they get?" isRequired>
        {control => (
          <select
            {...control}
            onChange={event => {
              isItem.value = event.currentTarget.value === 'item';
              launch.error.value = undefined;
            }}
          >
            <option value="fixed">Money off the next order</option>
            <option value="item">Something free</option>
          </select>
        )}
      </Field>
      {isItem.value ? (
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
        Customers are asked to mark the post as rewarded, as platforms and consumer law require. Each customer
        can take part once.
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
