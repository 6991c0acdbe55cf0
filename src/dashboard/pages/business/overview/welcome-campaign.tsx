import { useSignal } from '@preact/signals';
import type { Campaign, NewCampaign } from '../../../../campaigns/model.ts';
import { DEFAULT_CURRENCY } from '../../../../platform/currency-digits.ts';
import { api, send } from '../../../data/api.ts';
import { getOwnCurrency } from '../../../data/currency.ts';
import { clearDraft, useDraft } from '../../../data/draft.ts';
import { type Resource, useAction, useResource } from '../../../data/resource.ts';
import { businessId, caller, tenantParams } from '../../../data/session.ts';
import { setup as t } from '../../../messages/setup/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { Field, MoneyField, parseNumber, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Loaded } from '../../../ui/states.tsx';

const CurrencyChoice = lazyComponent(() => import('../settings/currency-choice.tsx'));

type Offer = Pick<
  NewCampaign,
  'name' | 'description' | 'platform' | 'actionType' | 'actionId' | 'disclosure'
>;

/** Campaigns that suit any shop with a counter and that the platforms allow with a disclosure. */
function listOffers(shop: string): Offer[] {
  const disclosure = { required: true };
  const { story, photo, film } = t.offers;
  const toOffer = (
    { name, description }: typeof story,
    fields: Pick<Offer, 'platform' | 'actionId'>,
  ): Offer => ({
    name: formatText(name, { shop }),
    description,
    actionType: 'content',
    disclosure,
    ...fields,
  });
  return [
    toOffer(story, { platform: 'instagram', actionId: 'instagram-story-mention' }),
    toOffer(photo, { platform: 'instagram', actionId: 'instagram-feed-photo' }),
    toOffer(film, { platform: 'tiktok', actionId: 'tiktok-video-visit' }),
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
          <RichText text={formatText(t.isOpen, { name: campaign.name })} />
        </span>
      </p>
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          {t.continue}
        </Button>
        <ButtonLink kind="quiet" href={`/dashboard/campaigns/${campaign.id}/edit`}>
          {t.editCampaign}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Launches a ready-made campaign with a reward of the owner's choice. */
function FirstCampaignForm({ onDone }: StepProps) {
  const offers = listOffers(caller.value?.business?.name ?? t.us);
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
    <Form action={launch}>
      <ChoiceCards
        legend={t.whatToDo}
        name="offer"
        options={offers.map(({ name, description }, index) => ({
          value: String(index),
          label: name,
          hint: description,
        }))}
        chosen={chosen.value}
        onChoose={index => {
          chosen.value = index;
        }}
      />
      <Field label={t.whatTheyGet} isRequired>
        {control => (
          <select
            {...control}
            value={kind.value}
            onChange={event => {
              kind.value = event.currentTarget.value;
              launch.error.value = undefined;
            }}
          >
            <option value="fixed">{t.moneyOff}</option>
            <option value="item">{t.somethingFree}</option>
          </select>
        )}
      </Field>
      {isItem ? (
        <TextField
          label={t.freeItem}
          placeholder={t.freeItemExample}
          value={item}
          name="reward.name"
          isRequired
        />
      ) : (
        <div class="amount-and-currency">
          <MoneyField label={t.amountOff} value={amount} name="reward.value" isRequired />
          <CurrencyChoice />
        </div>
      )}
      <p class="hint">{t.howItIsChecked}</p>
      <FormActions label={t.launch}>
        <Button kind="quiet" onClick={onDone}>
          {t.skip}
        </Button>
      </FormActions>
    </Form>
  );
}
