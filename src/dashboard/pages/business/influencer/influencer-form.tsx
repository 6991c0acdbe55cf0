import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { INFLUENCER_STATUSES } from '../../../../../db/enums.ts';
import type { Influencer, NewInfluencer } from '../../../../influencers/model.ts';
import { api, send } from '../../../data/api.ts';
import { PLATFORM_OPTIONS } from '../../../data/platforms.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { influencers as t } from '../../../messages/influencers/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import {
  MoneyField,
  NumberField,
  parseAmount,
  parseNumber,
  SelectField,
  TextArea,
  TextField,
  toNumberText,
} from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

type Status = Influencer['status'];

interface AccountRow {
  key: number;
  platform: Signal<string>;
  handle: Signal<string>;
  followers: Signal<string>;
  /** The price of a post on this account, in dollars. */
  price: Signal<string>;
}

let lastKey = 0;

/** Creates a row of the form. The price is that of a post in dollars; other rates are kept as they are. */
function toRow(influencer: Influencer | undefined, account?: Influencer['platforms'][number]): AccountRow {
  lastKey += 1;
  const rate = account && influencer?.rateCard.find(each => isPostRate(each, [account.platform]));
  return {
    key: lastKey,
    platform: signal(account?.platform ?? 'instagram'),
    handle: signal(account?.handle ?? ''),
    followers: signal(toNumberText(account?.followers)),
    price: signal(toNumberText(rate?.price)),
  };
}

function isPostRate({ platform, format, currency }: Influencer['rateCard'][number], platforms: string[]) {
  return platforms.includes(platform) && format === 'post' && currency === 'USD';
}

function useForm(influencer: Influencer | undefined) {
  return useMemo(
    () => ({
      name: signal(influencer?.name ?? ''),
      email: signal(influencer?.email ?? ''),
      status: signal<string>(influencer?.status ?? 'lead'),
      country: signal(influencer?.country ?? ''),
      niches: signal(influencer?.niches.join(', ') ?? ''),
      notes: signal(influencer?.notes ?? ''),
      accounts: signal(
        influencer ? influencer.platforms.map(account => toRow(influencer, account)) : [toRow(undefined)],
      ),
    }),
    [],
  );
}

type Form = ReturnType<typeof useForm>;

function toBody(form: Form, influencer: Influencer | undefined): NewInfluencer {
  const accounts = form.accounts.value;
  const formPlatforms = [
    ...accounts.map(({ platform }) => platform.value),
    ...(influencer?.platforms.map(({ platform }) => platform) ?? []),
  ];
  const rates = accounts.flatMap(({ platform, price }) => {
    const value = parseAmount(price, 'USD');
    return value === undefined ? [] : [{ platform: platform.value, format: 'post', price: value }];
  });
  const kept = influencer?.rateCard.filter(rate => !isPostRate(rate, formPlatforms)) ?? [];
  return {
    name: form.name.value,
    email: form.email.value,
    status: form.status.value as Status,
    platforms: accounts.map(({ platform, handle, followers }) => ({
      platform: platform.value,
      handle: handle.value,
      followers: parseNumber(followers) ?? 0,
    })),
    rateCard: [...rates, ...kept],
    niches: form.niches.value
      .split(',')
      .map(niche => niche.trim())
      .filter(Boolean),
    country: form.country.value || null,
    notes: form.notes.value || null,
  };
}

interface InfluencerDialogProps {
  /** The influencer to change; a new one if absent. */
  influencer?: Influencer | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds or changes an influencer with accounts and the price of a post on each. */
export default function InfluencerDialog({ influencer, onClose, onSaved }: InfluencerDialogProps) {
  const form = useForm(influencer);
  const save = useAction(async () => {
    const body = toBody(form, influencer);
    if (influencer) await send(api.influencers({ id: influencer.id }).put(body));
    else await send(api.influencers.post({ ...body, ...tenantParams() }));
    toast(influencer ? t.saved : formatText(t.added, { name: form.name.value }));
    onSaved();
    onClose();
  });
  const title = influencer ? formatText(t.editOf, { name: influencer.name }) : t.add;
  return (
    <FormDialog
      title={title}
      submitLabel={influencer ? t.saveChanges : t.add}
      action={save}
      call={{
        operation: influencer ? 'updateInfluencer' : 'createInfluencer',
        values: influencer ? { id: influencer.id, ...toBody(form, influencer) } : toBody(form, undefined),
      }}
      onClose={onClose}
    >
      <div class="row">
        <TextField label={t.name} value={form.name} name="name" isRequired />
        <TextField label={t.email} type="email" value={form.email} name="email" isRequired />
      </div>
      <AccountFields accounts={form.accounts} />
      <div class="row">
        <SelectField
          label={t.status}
          value={form.status}
          options={INFLUENCER_STATUSES.map(value => ({ value, label: t.statuses[value] }))}
          name="status"
          isRequired
        />
        <TextField label={t.country} value={form.country} name="country" />
      </div>
      <TextField
        label={t.niches}
        hint={t.nichesHint}
        placeholder={t.nichesPlaceholder}
        value={form.niches}
        name="niches"
      />
      <TextArea label={t.notes} hint={t.notesHint} value={form.notes} name="notes" />
    </FormDialog>
  );
}

function AccountFields({ accounts }: { accounts: Signal<AccountRow[]> }) {
  const rows = accounts.value;
  return (
    <>
      {rows.map((row, index) => (
        <fieldset key={row.key} class="account-row">
          <legend>{rows.length === 1 ? t.account : formatText(t.accountNumber, { index: index + 1 })}</legend>
          <div class="row">
            <SelectField
              label={t.platform}
              value={row.platform}
              options={PLATFORM_OPTIONS}
              name={`platforms.${index}.platform`}
              isRequired
            />
            <TextField
              label={t.handle}
              placeholder="@name"
              value={row.handle}
              name={`platforms.${index}.handle`}
              isRequired
            />
          </div>
          <div class="row">
            <NumberField
              label={t.followersLabel}
              value={row.followers}
              name={`platforms.${index}.followers`}
              isRequired
            />
            <MoneyField currency="USD" label={t.pricePerPost} value={row.price} />
          </div>
          {rows.length > 1 && (
            <Button
              kind="quiet"
              isSmall
              icon="cross"
              onClick={() => {
                accounts.value = rows.filter(other => other !== row);
              }}
            >
              {t.removeAccount}
            </Button>
          )}
        </fieldset>
      ))}
      <Button
        isSmall
        icon="plus"
        onClick={() => {
          accounts.value = [...rows, toRow(undefined)];
        }}
      >
        {t.addAccount}
      </Button>
    </>
  );
}
