import { useSignal } from '@preact/signals';
import type { Business } from '../../../businesses/model.ts';
import { DEFAULT_CURRENCY } from '../../../platform/currency-digits.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { setShop, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { CheckboxField, NumberField, parseNumber, SelectField, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import CountryField from './country-field.tsx';
import CurrencyFields from './currency-fields.tsx';
import { LocaleField, ZoneField } from './zone-fields.tsx';

const POLICY_GUARDS = [
  { value: 'warn', label: 'Warn me, but allow launching' },
  { value: 'block', label: 'Block until I confirm' },
];

interface FormProps {
  business: Business;
  onSaved: (saved: Business) => void;
}

/** Edits the name, industry, place, language and currency of a business, and its rules for reviews and refunds. */
export default function BusinessForm({ business, onSaved }: FormProps) {
  const name = useSignal(business.name);
  const industry = useSignal(business.industry ?? '');
  const website = useSignal(business.website ?? '');
  const country = useSignal(business.country ?? '');
  const [zone, locale] = [useSignal(business.timeZone), useSignal(business.locale)];
  const currency = useSignal(business.currency);
  const usdRate = useSignal(business.usdRate === null ? '' : String(business.usdRate));
  const guard = useSignal<string>(business.policyGuard);
  const requiresReason = useSignal(business.requireRejectReason);
  const reinstateHours = useSignal(String(business.reinstateWindowHours));
  const refundDays = useSignal(String(business.refundWindowDays));
  const buildBody = () => ({
    name: name.value,
    industry: industry.value || null,
    website: website.value || null,
    country: country.value || null,
    timeZone: zone.value,
    locale: locale.value,
    currency: currency.value,
    ...(currency.value !== DEFAULT_CURRENCY && { usdRate: parseNumber(usdRate) ?? null }),
    policyGuard: guard.value === 'block' ? ('block' as const) : ('warn' as const),
    requireRejectReason: requiresReason.value,
    reinstateWindowHours: parseNumber(reinstateHours),
    refundWindowDays: parseNumber(refundDays),
    ...tenantParams(),
  });
  const save = useAction(async () => {
    const saved = await send(api.business.put(buildBody()));
    zone.value = saved.timeZone;
    setShop(saved);
    onSaved(saved);
    toast('Settings saved');
  });
  return (
    <form onSubmit={save.submit}>
      <Card title="Business">
        <div class="row">
          <TextField label="Name" value={name} error={save.fieldError('name')} isRequired />
          <TextField label="Website" type="url" value={website} error={save.fieldError('website')} />
        </div>
        <div class="row">
          <TextField
            label="Industry"
            hint="Such as cafe, hair salon or gym. Your figures are compared with it."
            value={industry}
            error={save.fieldError('industry')}
          />
          <CountryField value={country} error={save.fieldError('country')} />
        </div>
        <div class="row">
          <ZoneField value={zone} error={save.fieldError('timeZone')} />
          <LocaleField value={locale} error={save.fieldError('locale')} />
        </div>
      </Card>
      <CurrencyFields currency={currency} usdRate={usdRate} errorOf={save.fieldError} />
      <Card title="Rules for your team">
        <SelectField
          label="Campaigns that violate platform policies"
          hint="Some platforms don't allow rewards for reviews, likes or follows."
          value={guard}
          options={POLICY_GUARDS}
          error={save.fieldError('policyGuard')}
          isRequired
        />
        <div class="row">
          <NumberField
            label="Undo redemptions within (hours)"
            hint="How long a redeemed reward can be reinstated. 0 prevents it."
            value={reinstateHours}
            error={save.fieldError('reinstateWindowHours')}
            isRequired
          />
          <NumberField
            label="Refund orders within (days)"
            hint="How long orders and spent cashback can be refunded. 0 prevents it."
            value={refundDays}
            error={save.fieldError('refundWindowDays')}
            isRequired
          />
        </div>
        <CheckboxField
          value={requiresReason}
          label="Require a reason when rejecting"
          hint="Customers see the reason and can resubmit."
        />
      </Card>
      <div class="save-bar">
        <FormError error={save.error.value} />
        <Button type="submit" kind="primary" busy={save.isBusy}>
          Save settings
        </Button>
        <ShowCodeButton operation="updateBusiness" values={buildBody()} />
      </div>
    </form>
  );
}
